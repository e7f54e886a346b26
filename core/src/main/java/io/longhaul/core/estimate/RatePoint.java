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
 * @param steady the steady rate as receivers saw it, when the runs have a series from which the warm-up was cut
 * @param corrected for runs that report only totals: received without what slow start cost, never above sent
 * @param interval confidence interval of the best estimate; empty when the samples give no right to one
 * @param samples runs behind this point
 */
public record RatePoint(
        int streams,
        Optional<DataSize> window,
        Optional<Bandwidth> sent,
        Optional<Bandwidth> received,
        Optional<Bandwidth> steady,
        Optional<Bandwidth> corrected,
        Optional<RateInterval> interval,
        int samples) {
    /** Of a source without totals of short runs. */
    public RatePoint(
            int streams,
            Optional<DataSize> window,
            Optional<Bandwidth> sent,
            Optional<Bandwidth> received,
            Optional<Bandwidth> steady,
            Optional<RateInterval> interval,
            int samples) {
        this(streams, window, sent, received, steady, Optional.empty(), interval, samples);
    }

    /**
     * What verdicts go by: the steady rate of own runs, else what was sent (the upper bound that published grids are
     * judged by), else what was received.
     */
    public Bandwidth carried() {
        return steady.or(() -> sent).orElseGet(this::best);
    }

    /** The steady rate if known, else the corrected one, else what was sent, else what was received. */
    public Bandwidth best() {
        return steady.or(() -> corrected)
                .or(() -> sent)
                .or(() -> received)
                .orElseThrow(() -> new IllegalStateException("a rate point without any rate: " + this));
    }
}
