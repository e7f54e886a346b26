package io.longhaul.stats;

import java.util.function.Function;

/**
 * Too few samples for the confidence asked for. Immutable.
 *
 * @param samples how many there are (or, for dependent samples, how many independent ones they are worth)
 * @param minimumSamples how many would do
 */
public record NotEnough(int samples, int minimumSamples) implements IntervalResult {

    /** One sentence for a report. */
    public String reason() {
        return "not enough samples: " + samples + ", at least " + minimumSamples + " needed";
    }

    @Override
    public <T> T fold(
            Function<? super Interval, ? extends T> interval,
            Function<? super NotEnough, ? extends T> notEnough,
            Function<? super Refused, ? extends T> refused) {
        return notEnough.apply(this);
    }
}
