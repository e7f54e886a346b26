package io.longhaul.stats.series;

import io.longhaul.stats.Quantiles;
import io.longhaul.stats.Samples;
import io.longhaul.stats.Summary;

/**
 * How many independent samples a dependent series is worth, between one and n. Stateless; safe from any thread.
 *
 * <p>n / (1 + 2 sum of autocorrelations), the sum cut by Geyer's initial monotone sequence: pairs of neighbouring lags
 * are added while their sum is positive, none counted larger than the one before ("Practical Markov Chain Monte Carlo",
 * Statistical Science 7, 1992). Centring on the sample mean lowers every autocovariance by the long-run variance over n,
 * so the sum over M lags is divided by 1 - (2M + 1) / n (Percival, "Three Curious Properties of the Sample Variance and
 * Autocovariance for Stationary Processes", The American Statistician 47, 1993). For a quantile the series is first replaced by "is it at most the quantile": the spread
 * of a sample quantile depends on those zeros and ones alone (Bahadur's representation, for dependent series Sen, Journal
 * of Multivariate Analysis 2, 1972).
 */
public final class EffectiveSampleSize {
    private EffectiveSampleSize() {}

    /** For the mean of the series. */
    public static double ofMean(double[] series) {
        Samples.requireFinite(series, 2);
        return series.length / inefficiency(series);
    }

    /** For its quantile {@code q}. */
    public static double ofQuantile(double[] series, double q) {
        Samples.requireFinite(series, 2);
        double quantile = Quantiles.of(series, q);
        double[] below = new double[series.length];
        for (int i = 0; i < below.length; i++) {
            below[i] = series[i] <= quantile ? 1 : 0;
        }
        return below.length / inefficiency(below);
    }

    private static double inefficiency(double[] series) {
        double mean = Summary.mean(series);
        double zero = Autocorrelation.covarianceSum(series, mean, 0);
        if (zero == 0) {
            return 1;
        }
        double sum = -1;
        double previous = Double.POSITIVE_INFINITY;
        int lagsUsed = 0;
        for (int lag = 0; lag + 1 < series.length; lag += 2) {
            double pair = (Autocorrelation.covarianceSum(series, mean, lag)
                            + Autocorrelation.covarianceSum(series, mean, lag + 1))
                    / zero;
            if (pair <= 0) {
                break;
            }
            previous = Math.min(previous, pair);
            sum += 2 * previous;
            lagsUsed = lag + 1;
        }
        double centring = Math.max(0.5, 1 - (2.0 * lagsUsed + 1) / series.length);
        return Math.max(1, Math.min(sum / centring, series.length));
    }
}
