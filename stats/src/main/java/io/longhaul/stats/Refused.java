package io.longhaul.stats;

import java.util.function.Function;

/**
 * No interval would be sound, however many samples there are: the series drifts, or changes level. Immutable.
 *
 * @param reason one sentence with the evidence
 */
public record Refused(String reason) implements IntervalResult {

    @Override
    public <T> T fold(
            Function<? super Interval, ? extends T> interval,
            Function<? super NotEnough, ? extends T> notEnough,
            Function<? super Refused, ? extends T> refused) {
        return refused.apply(this);
    }
}
