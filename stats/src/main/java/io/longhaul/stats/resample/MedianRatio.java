package io.longhaul.stats.resample;

import io.longhaul.stats.Interval;
import io.longhaul.stats.IntervalResult;
import io.longhaul.stats.NotEnough;
import io.longhaul.stats.Quantiles;
import java.util.Arrays;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.random.Well19937c;

/**
 * How many times larger one median is than another (today over baseline, relay over direct). Stateless; safe from any
 * thread.
 *
 * <p>The interval is the bias-corrected and accelerated bootstrap of two independent sets: Efron, "Better Bootstrap
 * Confidence Intervals", JASA 82 (1987); acceleration from the jackknife of both sets as in Efron and Tibshirani, "An
 * Introduction to the Bootstrap", ch. 14.
 */
public final class MedianRatio {
    private static final int LEAST = 6;
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    private MedianRatio() {}

    /** The ratio of the medians, first over second. */
    public static double of(double[] first, double[] second) {
        return Quantiles.median(first) / Quantiles.median(second);
    }

    /**
     * The BCa interval of the ratio; {@link NotEnough} when either set has fewer than six samples.
     *
     * @param replicates 10,000 is usual
     * @throws IllegalArgumentException when a sample is not positive
     */
    public static IntervalResult interval(double[] first, double[] second, double level, int replicates, long seed) {
        int fewer = Math.min(first.length, second.length);
        if (fewer < LEAST) {
            return new NotEnough(fewer, LEAST);
        }
        requirePositive(first);
        requirePositive(second);
        var random = new Well19937c(seed);
        var above = new BootstrapMedian(first, random);
        var below = new BootstrapMedian(second, random);
        double observed = above.observed() / below.observed();
        double[] ratios = new double[replicates];
        for (int r = 0; r < replicates; r++) {
            ratios[r] = above.draw() / below.draw();
        }
        Arrays.sort(ratios);
        double bias = NORMAL.inverseCumulativeProbability(shareBelow(ratios, observed));
        double acceleration = acceleration(above, below);
        double tail = (1 - level) / 2;
        return new Interval(
                Quantiles.ofSorted(ratios, corrected(tail, bias, acceleration)),
                Quantiles.ofSorted(ratios, corrected(1 - tail, bias, acceleration)),
                level,
                level);
    }

    private static double corrected(double tail, double bias, double acceleration) {
        double z = bias + NORMAL.inverseCumulativeProbability(tail);
        return NORMAL.cumulativeProbability(bias + z / (1 - acceleration * z));
    }

    /** Ties count half; kept off 0 and 1, where the correction would be infinite. */
    private static double shareBelow(double[] sorted, double value) {
        double share = 0;
        for (double x : sorted) {
            share += x < value ? 1 : x == value ? 0.5 : 0;
        }
        return Math.max(0.5, Math.min(sorted.length - 0.5, share)) / sorted.length;
    }

    private static double acceleration(BootstrapMedian above, BootstrapMedian below) {
        double cubes = 0;
        double squares = 0;
        for (int side = 0; side < 2; side++) {
            int n = side == 0 ? above.size() : below.size();
            double[] left = new double[n];
            double mean = 0;
            for (int i = 0; i < n; i++) {
                left[i] = side == 0 ? above.without(i) / below.observed() : above.observed() / below.without(i);
                mean += left[i] / n;
            }
            double sideCubes = 0;
            double sideSquares = 0;
            for (double x : left) {
                double influence = (n - 1.0) * (mean - x);
                sideCubes += influence * influence * influence;
                sideSquares += influence * influence;
            }
            cubes += sideCubes / n / n / n;
            squares += sideSquares / n / n;
        }
        return squares == 0 ? 0 : cubes / 6 / Math.pow(squares, 1.5);
    }

    private static void requirePositive(double[] samples) {
        for (double x : samples) {
            if (!(x > 0)) {
                throw new IllegalArgumentException("a ratio of medians needs positive samples, not " + x);
            }
        }
    }
}
