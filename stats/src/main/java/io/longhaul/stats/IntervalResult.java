package io.longhaul.stats;

import java.util.Optional;
import java.util.function.Function;

/** An interval, or the reason why there is none: a number without a right to exist is never printed. */
public sealed interface IntervalResult permits Interval, NotEnough, Refused {

    /** Handles every case; the compiler does not let one be forgotten. */
    <T> T fold(
            Function<? super Interval, ? extends T> interval,
            Function<? super NotEnough, ? extends T> notEnough,
            Function<? super Refused, ? extends T> refused);

    /** The interval when there is one. */
    default Optional<Interval> findInterval() {
        return fold(Optional::of, few -> Optional.empty(), no -> Optional.empty());
    }
}
