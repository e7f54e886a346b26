package io.longhaul.stats.hypothesis;

import io.longhaul.stats.Quantiles;
import io.longhaul.stats.Samples;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * Which of many values stand out from the bulk, when each is known only once. Centre and spread are the median and 1.4826
 * times the median absolute deviation, which a minority of outliers hardly moves (Huber, "Robust Statistics", 1981, ch. 5).
 * Immutable.
 *
 * @param centre median of the bulk
 * @param spread of one value, as a standard deviation
 */
public record Standouts(double centre, double spread) {
    private static final int DEGREES_OF_FREEDOM = 10;
    private static final double TO_STANDARD_DEVIATION = 1.4826;

    /**
     * Learns the bulk.
     *
     * @param smallestSpread taken where the bulk is tighter, so that trifles do not stand out
     */
    public static Standouts of(double[] values, double smallestSpread) {
        Samples.requireFinite(values, 1);
        double centre = Quantiles.median(values);
        double[] distances = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            distances[i] = Math.abs(values[i] - centre);
        }
        return new Standouts(centre, Math.max(smallestSpread, TO_STANDARD_DEVIATION * Quantiles.median(distances)));
    }

    /** Two-sided, by the tails of Student's t with ten degrees of freedom: single runs stray farther than normal ones. */
    public TestResult test(double value) {
        double z = (value - centre) / spread;
        var tails = new TDistribution(null, DEGREES_OF_FREEDOM);
        return new TestResult("robust z", z, Math.min(1, 2 * tails.cumulativeProbability(-Math.abs(z))));
    }
}
