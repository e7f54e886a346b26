package io.longhaul.stats.series;

import io.longhaul.stats.Quantiles;
import io.longhaul.stats.Samples;

/**
 * How noisy a series is about its level, however that level shifts, in the unit of the samples. Immutable.
 *
 * <p>Works on differences: x(t+h) - x(t) is free of the level but for the few pairs astride a shift, and the median
 * absolute deviation ignores those. Lag one gives the classical estimate 1.4826 MAD(diff) / sqrt 2; longer lags give the
 * robust variogram (Genton, "Highly Robust Variogram Estimation", Mathematical Geology 30, 1998), hence the
 * autocorrelation and the variance that sums of samples really have.
 *
 * @param point noise of one sample if neighbours were independent, from differences of neighbours
 * @param marginal noise of one sample about its level
 * @param longRun square root of the long-run variance: what a mean of m samples has, times sqrt m
 */
public record NoiseScale(double point, double marginal, double longRun) {
    private static final int LONGEST_LAG = 20;

    /** The noise of at least three samples. */
    public static NoiseScale of(double[] series) {
        Samples.requireFinite(series, 3);
        int n = series.length;
        int longest = Math.max(1, Math.min(LONGEST_LAG, n / 10));
        double[] work = new double[n - 1];
        double[] variogram = new double[longest + 1];
        for (int lag = 1; lag <= longest; lag++) {
            variogram[lag] = halfVarianceOfDifferences(series, lag, work);
        }
        double point = variogram[1];
        double sill = point;
        for (int lag = 1 + longest / 2; lag <= longest; lag++) {
            sill = Math.max(sill, (variogram[lag] + variogram[Math.max(1, lag - 1)]) / 2);
        }
        return new NoiseScale(Math.sqrt(point), Math.sqrt(sill), Math.sqrt(longRunVariance(variogram, sill)));
    }

    private static double longRunVariance(double[] variogram, double sill) {
        double sum = sill;
        for (int lag = 1; lag < variogram.length; lag++) {
            double covariance = sill - variogram[lag];
            if (covariance <= 0.05 * sill) {
                break;
            }
            sum += 2 * covariance;
        }
        return sum;
    }

    private static double halfVarianceOfDifferences(double[] series, int lag, double[] work) {
        int n = series.length - lag;
        for (int i = 0; i < n; i++) {
            work[i] = series[i + lag] - series[i];
        }
        double middle = Quantiles.medianInPlace(work, n);
        for (int i = 0; i < n; i++) {
            work[i] = Math.abs(work[i] - middle);
        }
        double sigma = Quantiles.MAD_TO_SIGMA * Quantiles.medianInPlace(work, n);
        return sigma * sigma / 2;
    }
}
