package io.longhaul.stats.series;

import io.longhaul.stats.Samples;
import io.longhaul.stats.Summary;

/**
 * Sample autocorrelations: sum of (x_t - m)(x_(t+k) - m) over the sum of squares (Box, Jenkins and Reinsel, "Time Series
 * Analysis", ch. 2). Zero for a constant series. Stateless; safe from any thread.
 */
public final class Autocorrelation {
    private Autocorrelation() {}

    /** The correlations at lags 0 to {@code maxLag}; entry k is for lag k and entry 0 is one. */
    public static double[] of(double[] series, int maxLag) {
        Samples.requireFinite(series, 2);
        if (maxLag < 0 || maxLag >= series.length) {
            throw new IllegalArgumentException("no lag " + maxLag + " in " + series.length + " samples");
        }
        double mean = Summary.mean(series);
        double zero = covarianceSum(series, mean, 0);
        double[] correlations = new double[maxLag + 1];
        correlations[0] = 1;
        for (int lag = 1; lag <= maxLag && zero > 0; lag++) {
            correlations[lag] = covarianceSum(series, mean, lag) / zero;
        }
        return correlations;
    }

    /** Independent series stay within plus or minus this at 19 lags of 20: 1.96 / sqrt n. */
    public static double bound(int n) {
        return 1.959963984540054 / Math.sqrt(n);
    }

    static double covarianceSum(double[] series, double mean, int lag) {
        double sum = 0;
        for (int i = lag; i < series.length; i++) {
            sum += (series[i] - mean) * (series[i - lag] - mean);
        }
        return sum;
    }
}
