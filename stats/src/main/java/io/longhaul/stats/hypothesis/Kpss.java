package io.longhaul.stats.hypothesis;

import io.longhaul.stats.Samples;
import io.longhaul.stats.Summary;

/**
 * The test of Kwiatkowski, Phillips, Schmidt and Shin ("Testing the Null Hypothesis of Stationarity against the
 * Alternative of a Unit Root", Journal of Econometrics 54, 1992); its null hypothesis is stationarity about a
 * level. Stateless; safe from any thread.
 *
 * <p>n^-2 times the sum of squared partial sums over a long-run variance with Bartlett weights. p-values interpolate
 * table 1 of the paper, so they lie between 0.01 and 0.1.
 */
public final class Kpss {
    private static final double[] P = {0.10, 0.05, 0.025, 0.01};
    private static final double[] LEVEL = {0.347, 0.463, 0.574, 0.739};

    private Kpss() {}

    /** About a level, with 4 (n / 100)^(1/4) lags. One-sided. */
    public static TestResult level(double[] series) {
        return level(series, defaultLags(series.length));
    }

    /** About a level. One-sided. */
    public static TestResult level(double[] series, int lags) {
        Samples.requireFinite(series, lags + 3);
        double mean = Summary.mean(series);
        double[] residuals = new double[series.length];
        for (int i = 0; i < residuals.length; i++) {
            residuals[i] = series[i] - mean;
        }
        return result("KPSS (level)", residuals, lags, LEVEL);
    }

    private static int defaultLags(int n) {
        return (int) (4 * Math.pow(n / 100.0, 0.25));
    }

    private static TestResult result(String name, double[] residuals, int lags, double[] critical) {
        double partial = 0;
        double squares = 0;
        for (double r : residuals) {
            partial += r;
            squares += partial * partial;
        }
        double variance = longRunVariance(residuals, lags);
        if (variance <= 0) {
            return new TestResult(name, 0, P[0]);
        }
        double n = residuals.length;
        double statistic = squares / (n * n) / variance;
        return new TestResult(name, statistic, interpolate(statistic, critical));
    }

    private static double longRunVariance(double[] residuals, int lags) {
        double sum = 0;
        for (int lag = 0; lag <= lags; lag++) {
            double products = 0;
            for (int i = lag; i < residuals.length; i++) {
                products += residuals[i] * residuals[i - lag];
            }
            sum += (lag == 0 ? 1 : 2 * (1 - lag / (lags + 1.0))) * products;
        }
        return sum / residuals.length;
    }

    private static double interpolate(double statistic, double[] critical) {
        if (statistic <= critical[0]) {
            return P[0];
        }
        for (int i = 1; i < P.length; i++) {
            if (statistic <= critical[i]) {
                double share = (statistic - critical[i - 1]) / (critical[i] - critical[i - 1]);
                return P[i - 1] + share * (P[i] - P[i - 1]);
            }
        }
        return P[P.length - 1];
    }
}
