package io.longhaul.estimator;

import java.util.Arrays;

/**
 * Rates as the smallest of three terms: a parameter times what the window allows, a parameter times the number of streams,
 * a parameter. Fits the logarithms by least squares with Huber's weights; a term that binds nowhere is infinite. Confined
 * to one thread.
 */
final class MinModel {
    static final int WINDOW = 0;
    static final int FLOW = 1;
    static final int ALL = 2;
    static final int TERMS = 3;

    private static final int MOST_ROUNDS = 60;

    /** Beyond this share a residual counts as an outlier, so linearly. */
    private static final double HUBER = 0.1;

    /** A term must explain so much more to be believed: below it the simpler model stands. */
    private static final double WORTH = 0.03;

    private final double[] logRates;
    private final double[][] logScale;
    private double[] logParameters = {0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY};

    /**
     * @param rates one a cell, above zero
     * @param byWindow rate that the windows asked for allow; infinite where the kernel chose
     * @param streams one a cell
     */
    MinModel(double[] rates, double[] byWindow, double[] streams) {
        double[] ones = new double[rates.length];
        Arrays.fill(ones, 1);
        this.logRates = logs(rates);
        this.logScale = new double[][] {logs(byWindow), logs(streams), logs(ones)};
    }

    private static double[] logs(double[] values) {
        return Arrays.stream(values).map(Math::log).toArray();
    }

    /** The best of several starts, with as few terms as explain the grid. */
    MinModel fit() {
        double top = Arrays.stream(logRates).max().orElse(0);
        double each = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < logRates.length; i++) {
            each = Math.max(each, logRates[i] - logScale[FLOW][i]);
        }
        double none = Double.POSITIVE_INFINITY;
        double[][] starts = {
            {0, none, none},
            {0, none, top},
            {0, each, none},
            {0, each, top},
            {none, none, top},
            {none, each, none},
            {0, each - 1, top},
            {none, each, top}
        };
        double bestLoss = Double.POSITIVE_INFINITY;
        double[] best = logParameters;
        for (double[] start : starts) {
            logParameters = start.clone();
            improve();
            double loss = loss()
                    + WORTH
                            * WORTH
                            * Arrays.stream(logParameters)
                                    .filter(Double::isFinite)
                                    .count();
            if (loss < bestLoss) {
                bestLoss = loss;
                best = logParameters;
            }
        }
        logParameters = best;
        return this;
    }

    /** From another's parameters on. */
    MinModel refit(MinModel other) {
        logParameters = other.logParameters.clone();
        improve();
        return this;
    }

    private void improve() {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            double[] sum = new double[TERMS];
            double[] weight = new double[TERMS];
            for (int i = 0; i < logRates.length; i++) {
                int term = binding(i);
                double implied = logRates[i] - logScale[term][i];
                double w = weight(implied - logParameters[term]);
                sum[term] += w * implied;
                weight[term] += w;
            }
            double moved = 0;
            for (int term = 0; term < TERMS; term++) {
                double next = weight[term] > 0 ? sum[term] / weight[term] : Double.POSITIVE_INFINITY;
                moved += next == logParameters[term] ? 0 : Math.abs(next - logParameters[term]);
                logParameters[term] = next;
            }
            if (moved < 1e-9) {
                return;
            }
        }
    }

    private int binding(int cell) {
        int least = -1;
        double smallest = Double.POSITIVE_INFINITY;
        for (int term = 0; term < TERMS; term++) {
            double value = logParameters[term] + logScale[term][cell];
            if (least < 0 ? value < Double.POSITIVE_INFINITY : value < smallest) {
                least = term;
                smallest = value;
            }
        }
        return least < 0 ? ALL : least;
    }

    private static double weight(double residual) {
        double size = Math.abs(residual);
        return size <= HUBER || !Double.isFinite(size) ? 1 : HUBER / size;
    }

    private double loss() {
        double sum = 0;
        for (int i = 0; i < logRates.length; i++) {
            double residual = residual(i);
            double size = Math.abs(residual);
            sum += size <= HUBER ? residual * residual : HUBER * (2 * size - HUBER);
        }
        return sum / logRates.length;
    }

    private double residual(int cell) {
        int term = binding(cell);
        return logRates[cell] - logScale[term][cell] - logParameters[term];
    }

    /** Root of the mean square of the residuals of the logarithms, outliers cut. */
    double residual() {
        return Math.sqrt(loss());
    }

    /** As a number, not a logarithm; infinite when the term binds nowhere. */
    double parameter(int term) {
        return Math.exp(logParameters[term]);
    }
}
