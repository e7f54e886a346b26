package io.longhaul.core.estimate;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.RateInterval;
import java.time.Instant;
import java.util.List;
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
 * @param rates what each run carried, oldest first, at most {@link #MOST_RATES}, the newest; empty when not told
 * @param asOf newest run behind this point; empty when not told
 * @param whyNoInterval why there is no interval; empty when there is one, or when not told
 */
public record RatePoint(
        int streams,
        Optional<DataSize> window,
        Optional<Bandwidth> sent,
        Optional<Bandwidth> received,
        Optional<Bandwidth> steady,
        Optional<Bandwidth> corrected,
        Optional<RateInterval> interval,
        int samples,
        List<Bandwidth> rates,
        Optional<Instant> asOf,
        Optional<String> whyNoInterval) {
    /** So many runs tell their rates one by one. */
    public static final int MOST_RATES = 200;

    public RatePoint {
        rates = List.copyOf(rates.subList(Math.max(0, rates.size() - MOST_RATES), rates.size()));
    }

    /** Of a source that does not tell single runs. */
    public RatePoint(
            int streams,
            Optional<DataSize> window,
            Optional<Bandwidth> sent,
            Optional<Bandwidth> received,
            Optional<Bandwidth> steady,
            Optional<Bandwidth> corrected,
            Optional<RateInterval> interval,
            int samples) {
        this(
                streams,
                window,
                sent,
                received,
                steady,
                corrected,
                interval,
                samples,
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

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

    /** How the runs spread; empty with fewer than two. */
    public Optional<RateSpread> spread() {
        return RateSpread.of(rates);
    }

    /**
     * The rate: the steady one, else the corrected one, else what was sent, else what was received. What was sent stands in only for
     * totals of short runs without a round-trip time, of which nobody can tell what slow start took: there it is an upper bound, and what
     * was received would make relays out of a missing figure.
     */
    public Bandwidth best() {
        return steady.or(() -> corrected)
                .or(() -> sent)
                .or(() -> received)
                .orElseThrow(() -> new IllegalStateException("a rate point without any rate: " + this));
    }
}
