package io.longhaul.core.estimate;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.RateInterval;
import java.util.Optional;

/**
 * The rate of one VM pair with so many streams. Sent and received are kept apart. Immutable.
 *
 * @param streams TCP connections
 * @param window window asked for; empty when the kernel's default was in force
 * @param sent what senders counted: over short runs an upper bound of the steady rate; empty when unknown
 * @param received what receivers counted: over short runs it pays for slow start; empty when unknown
 * @param steady the steady rate, when the series allowed cutting the warm-up
 * @param interval confidence interval of the best estimate; empty when the samples give no right to one
 * @param samples runs behind this point
 */
public record RatePoint(
        int streams,
        Optional<DataSize> window,
        Optional<Bandwidth> sent,
        Optional<Bandwidth> received,
        Optional<Bandwidth> steady,
        Optional<RateInterval> interval,
        int samples) {
    /** The steady rate if known, else what was sent, else what was received. */
    public Bandwidth best() {
        return steady.or(() -> sent)
                .or(() -> received)
                .orElseThrow(() -> new IllegalStateException("a rate point without any rate: " + this));
    }
}
