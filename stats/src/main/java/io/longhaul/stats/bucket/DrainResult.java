package io.longhaul.stats.bucket;

import io.longhaul.stats.IntervalResult;
import java.util.function.Function;

/** Did sending at full rate empty a token bucket? */
public sealed interface DrainResult permits DrainResult.Drained, DrainResult.Censored {

    /** Handles both cases. */
    <T> T fold(Function<? super Drained, ? extends T> drained, Function<? super Censored, ? extends T> censored);

    /**
     * The rate fell for good. Immutable.
     *
     * @param high rate while there was credit, without the ramp; median, in units a second
     * @param low rate after; median, in units a second
     * @param secondsToEmpty from the start of the series to the fall, finer than the sampling interval
     * @param secondsError standard error of {@code secondsToEmpty}, from the noise about the fall
     * @param volumeToEmpty sent until then, the ramp included
     * @param highInterval of {@code high} at 95 %
     * @param lowInterval of {@code low} at 95 %
     */
    record Drained(
            double high,
            double low,
            double secondsToEmpty,
            double secondsError,
            double volumeToEmpty,
            IntervalResult highInterval,
            IntervalResult lowInterval)
            implements DrainResult {
        /** The credit of the bucket when it refills at {@code refill} units a second: volume sent less what came in meanwhile. */
        public double budget(double refill) {
            return volumeToEmpty - refill * secondsToEmpty;
        }

        @Override
        public <T> T fold(
                Function<? super Drained, ? extends T> drained, Function<? super Censored, ? extends T> censored) {
            return drained.apply(this);
        }
    }

    /**
     * No lasting fall was seen: if there is a bucket, it holds more than this. Immutable.
     *
     * @param volume sent in the series
     * @param seconds the series lasted
     */
    record Censored(double volume, double seconds) implements DrainResult {
        @Override
        public <T> T fold(
                Function<? super Drained, ? extends T> drained, Function<? super Censored, ? extends T> censored) {
            return censored.apply(this);
        }
    }
}
