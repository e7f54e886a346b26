package io.longhaul.stats.resample;

import io.longhaul.stats.Interval;
import io.longhaul.stats.Quantiles;
import io.longhaul.stats.Samples;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * Intervals of any statistic of a dependent, stationary series: glues random blocks of neighbours together until the
 * series is as long as before (Kuensch, "The Jackknife and the Bootstrap for General Stationary Observations", Annals of
 * Statistics 17, 1989). Immutable; safe from any thread when the statistic is.
 *
 * @param blockLength samples in a block: see {@link BlockLength}
 * @param replicates how many series to glue; 1,000 or more for 95 %
 * @param seed of the random blocks: the same seed gives the same interval
 */
public record MovingBlockBootstrap(int blockLength, int replicates, long seed) {
    public MovingBlockBootstrap {
        if (blockLength < 1 || replicates < 100) {
            throw new IllegalArgumentException(
                    "block length " + blockLength + ", replicates " + replicates + " (at least 100)");
        }
    }

    /**
     * The percentile interval, expanded for the number k of blocks: tails of Phi(-sqrt(k / (k - 1)) t(k - 1)) in place of
     * the nominal ones (Hesterberg, "What Teachers Should Know About the Bootstrap", The American Statistician 69, 2015). The
     * statistic is given one array again and again; it may reorder it.
     */
    public Interval interval(double[] series, ToDoubleFunction<double[]> statistic, double level) {
        double[] values = replicates(series, statistic);
        Arrays.sort(values);
        double tail = expanded((1 - level) / 2, (double) series.length / blockLength);
        return new Interval(Quantiles.ofSorted(values, tail), Quantiles.ofSorted(values, 1 - tail), level, level);
    }

    private static double expanded(double tail, double blocks) {
        double k = Math.max(blocks, 2);
        double t = new TDistribution(null, k - 1).inverseCumulativeProbability(tail);
        return new NormalDistribution(null, 0, 1).cumulativeProbability(Math.sqrt(k / (k - 1)) * t);
    }

    /** The statistic of every glued series, in the order drawn. */
    public double[] replicates(double[] series, ToDoubleFunction<double[]> statistic) {
        Samples.requireFinite(series, blockLength);
        var random = new SplittableRandom(seed);
        double[] glued = new double[series.length];
        double[] values = new double[replicates];
        for (int r = 0; r < replicates; r++) {
            for (int at = 0; at < glued.length; at += blockLength) {
                int from = random.nextInt(series.length - blockLength + 1);
                System.arraycopy(series, from, glued, at, Math.min(blockLength, glued.length - at));
            }
            values[r] = statistic.applyAsDouble(glued);
        }
        return values;
    }
}
