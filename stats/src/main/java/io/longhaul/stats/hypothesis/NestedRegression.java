package io.longhaul.stats.hypothesis;

/**
 * Ordinary least squares for a growing list of regressors from one matrix of cross products, by Cholesky: the factor of
 * the first p regressors is the leading block of the factor of all. Confined to one thread.
 */
final class NestedRegression {
    private final int columns;
    private final double[][] products;
    private final double[] response;
    private double responseSquares;
    private long rows;

    NestedRegression(int columns) {
        this.columns = columns;
        products = new double[columns][columns];
        response = new double[columns];
    }

    void add(double[] regressors, double y) {
        for (int i = 0; i < columns; i++) {
            double x = regressors[i];
            response[i] += x * y;
            double[] row = products[i];
            for (int j = 0; j <= i; j++) {
                row[j] += x * regressors[j];
            }
        }
        responseSquares += y * y;
        rows++;
    }

    /** One fit: residual sum of squares and the t statistic of one coefficient. */
    record Fit(double residualSquares, double tStatistic) {}

    long rows() {
        return rows;
    }

    /** Factors once and answers for the first 1, 2, ... regressors; collinear ones add nothing. */
    Factored factored() {
        return new Factored();
    }

    final class Factored {
        private final double[][] factor = new double[columns][columns];
        private final double[] rotated = new double[columns];

        Factored() {
            for (int i = 0; i < columns; i++) {
                for (int j = 0; j <= i; j++) {
                    double sum = products[i][j];
                    for (int k = 0; k < j; k++) {
                        sum -= factor[i][k] * factor[j][k];
                    }
                    if (i == j) {
                        factor[i][i] = sum > 1e-12 * products[i][i] ? Math.sqrt(sum) : 0;
                    } else {
                        factor[i][j] = factor[j][j] == 0 ? 0 : sum / factor[j][j];
                    }
                }
                double sum = response[i];
                for (int k = 0; k < i; k++) {
                    sum -= factor[i][k] * rotated[k];
                }
                rotated[i] = factor[i][i] == 0 ? 0 : sum / factor[i][i];
            }
        }

        double residualSquares(int used) {
            double sum = responseSquares;
            for (int i = 0; i < used; i++) {
                sum -= rotated[i] * rotated[i];
            }
            return Math.max(sum, 0);
        }

        /** Fits the first {@code used} regressors; the t statistic is of regressor {@code which}. */
        Fit fit(int used, int which) {
            double[] coefficients = backSubstitute(rotated, used);
            double[] unit = new double[used];
            unit[which] = 1;
            for (int i = 0; i < used; i++) {
                for (int k = 0; k < i; k++) {
                    unit[i] -= factor[i][k] * unit[k];
                }
                unit[i] = factor[i][i] == 0 ? 0 : unit[i] / factor[i][i];
            }
            double inverse = 0;
            for (double u : unit) {
                inverse += u * u;
            }
            double squares = residualSquares(used);
            double error = Math.sqrt(squares / (rows - used) * inverse);
            return new Fit(squares, coefficients[which] / error);
        }

        private double[] backSubstitute(double[] right, int used) {
            double[] solution = new double[used];
            for (int i = used - 1; i >= 0; i--) {
                double sum = right[i];
                for (int k = i + 1; k < used; k++) {
                    sum -= factor[k][i] * solution[k];
                }
                solution[i] = factor[i][i] == 0 ? 0 : sum / factor[i][i];
            }
            return solution;
        }
    }
}
