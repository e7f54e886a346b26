package io.longhaul.stats.sum;

import io.longhaul.stats.Interval;
import io.longhaul.stats.Quantiles;
import java.util.SplittableRandom;

/**
 * How long the slowest of several takes that start together and vary independently, each as samples do: a stage ends with it, and
 * all others wait. Immutable.
 *
 * @param count how many
 * @param mean of the slowest
 * @param meanInterval of {@code mean}, 95 %, by resampling
 * @param within probability that all are within a limit
 * @param withinInterval of {@code within}, 95 %, exact
 * @param atTheEnd probability that the slowest is as slow as the slowest sample; where it is high, the samples cannot tell how much
 *     slower it may be
 */
public record SlowestOf(
        int count, double mean, Interval meanInterval, double within, Interval withinInterval, double atTheEnd) {
    private static final double LEVEL = 0.95;
    private static final int RESAMPLES = 1000;

    /**
     * Of so many.
     *
     * @param one how long each takes
     * @param limit in the unit of the samples
     * @param seed of the resampling
     */
    public static SlowestOf of(EmpiricalDistribution one, int count, double limit, long seed) {
        var random = new SplittableRandom(seed);
        double[] means = new double[RESAMPLES];
        for (int i = 0; i < means.length; i++) {
            means[i] = one.resampled(random).meanOfLargest(count);
        }
        double mean = one.meanOfLargest(count);
        double tail = (1 - LEVEL) / 2;
        double share = one.shareAtMost(limit);
        Interval each = BinomialShare.interval((int) Math.round(share * one.size()), one.size(), LEVEL);
        return new SlowestOf(
                count,
                mean,
                new Interval(
                        Math.min(mean, Quantiles.of(means, tail)),
                        Math.max(mean, Quantiles.of(means, 1 - tail)),
                        LEVEL,
                        LEVEL),
                Math.pow(share, count),
                new Interval(Math.pow(each.low(), count), Math.pow(each.high(), count), LEVEL, LEVEL),
                1 - Math.pow(1 - 1.0 / one.size(), count));
    }
}
