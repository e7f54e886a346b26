package io.longhaul.stats;

import java.util.function.Function;

/**
 * A confidence interval, ends included, in the unit of the samples. Immutable.
 *
 * @param level the confidence asked for, such as 0.95
 * @param coverage the confidence reached: exact for order statistics of independent samples, at least {@code level};
 *     equal to {@code level} where the method is asymptotic
 */
public record Interval(double low, double high, double level, double coverage) implements IntervalResult {
    public Interval {
        if (!(low <= high)) {
            throw new IllegalArgumentException("interval ends are out of order: " + low + ", " + high);
        }
        Samples.requireOpenProbability(level, "level");
    }

    public boolean contains(double value) {
        return low <= value && value <= high;
    }

    public double width() {
        return high - low;
    }

    /** The larger distance of an end from the estimate, over the estimate's size; infinite when that is zero. */
    public double relativeError(double estimate) {
        return Math.max(high - estimate, estimate - low) / Math.abs(estimate);
    }

    @Override
    public <T> T fold(
            Function<? super Interval, ? extends T> interval,
            Function<? super NotEnough, ? extends T> notEnough,
            Function<? super Refused, ? extends T> refused) {
        return interval.apply(this);
    }
}
