package io.longhaul.stats.series;

import io.longhaul.stats.Samples;
import io.longhaul.stats.Summary;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * How far the mean of a dependent series may be from the true one: half the width of its confidence interval. Stateless; safe from any
 * thread.
 *
 * <p>The variance of the mean of n samples is taken from the means of all n - b + 1 stretches of b neighbours,
 * b / ((n - b)(n - b + 1)) times their sum of squares about the whole mean, with 1.5 (n / b - 1) degrees of freedom (Meketon and
 * Schmeiser, "Overlapping batch means: something for nothing?", Winter Simulation Conference 1984). Swings with a period below b
 * cancel within a stretch, which no sum of a few autocorrelations sees; dependence over more than b samples is missed.
 */
public final class OverlappingBatchMeans {
    private static final double FREEDOM = 1.5;

    private OverlappingBatchMeans() {}

    /**
     * Half the width, in the unit of the samples.
     *
     * @param series finite
     * @param batch b, at least one and at most half of the samples
     * @param level of confidence, as 0.99
     * @throws IllegalArgumentException when the batch does not fit or the level is not between zero and one
     */
    public static double halfWidth(double[] series, int batch, double level) {
        Samples.requireFinite(series, 2);
        int n = series.length;
        if (batch < 1 || batch > n / 2) {
            throw new IllegalArgumentException("a batch of " + batch + " does not fit twice into " + n + " samples");
        }
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("level is not between 0 and 1: " + level);
        }
        double variance = (double) batch / (n - batch) / (n - batch + 1) * squares(series, batch);
        double freedom = FREEDOM * ((double) n / batch - 1);
        return new TDistribution(null, freedom).inverseCumulativeProbability((1 + level) / 2) * Math.sqrt(variance);
    }

    private static double squares(double[] series, int batch) {
        double mean = Summary.mean(series);
        double inBatch = 0;
        double squares = 0;
        for (int i = 0; i < series.length; i++) {
            inBatch += series[i] - mean;
            if (i >= batch) {
                inBatch -= series[i - batch] - mean;
            }
            if (i >= batch - 1) {
                squares += inBatch / batch * (inBatch / batch);
            }
        }
        return squares;
    }
}
