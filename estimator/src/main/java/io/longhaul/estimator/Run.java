package io.longhaul.estimator;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.RateInterval;
import io.longhaul.stats.bucket.DrainResult.Drained;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One throughput run, reduced to what estimates need. Immutable.
 *
 * @param id of the measurement
 * @param started wall clock
 * @param duration of the run
 * @param campaign it belongs to; empty text for none
 * @param fromVmType VM type of the sender; empty where it was not recorded
 * @param toVmType VM type of the receiver, likewise
 * @param sent rate the senders counted
 * @param received rate the receivers counted
 * @param steady rate without the warm-up, from the run's own series
 * @param interval what the run's own series allows to say of its rate
 * @param whyNoInterval why its own series allows nothing; empty when it does, or has none
 * @param drain how the rate fell for good within the run; empty when it did not
 * @param fell whether it fell for good, also where too little was seen to tell from what
 * @param endpointLimited whether a processor at an end was full: then the rate says nothing of the network
 * @param sockets what the sockets went through
 */
record Run(
        String id,
        Instant started,
        Duration duration,
        String campaign,
        Optional<String> fromVmType,
        Optional<String> toVmType,
        Optional<Bandwidth> sent,
        Optional<Bandwidth> received,
        Optional<Bandwidth> steady,
        Optional<RateInterval> interval,
        Optional<String> whyNoInterval,
        Optional<Drained> drain,
        boolean fell,
        boolean endpointLimited,
        Sockets sockets) {

    /** The rate of the run: the steady one, else what arrived, else what was sent, which holds what buffers took. */
    Optional<Bandwidth> rate() {
        return steady.or(() -> received).or(() -> sent);
    }

    /**
     * The rate as {@link io.longhaul.core.estimate.RatePoint#best} takes it of many: of totals without a round-trip time what was
     * sent, for nobody can tell what slow start took.
     */
    Optional<Bandwidth> shown(boolean rttKnown) {
        return rttKnown ? rate() : steady.or(() -> sent).or(() -> received);
    }

    /** What arrived over the whole of the run: the rate a failed run is known by, and what no cap is below. */
    Bandwidth arrived() {
        return received.or(() -> steady)
                .or(() -> sent)
                .orElseThrow(() -> new IllegalStateException("a run without any rate: " + id));
    }

    /** Whether it was between VMs of these types, as far as it was recorded. */
    boolean isBetween(Optional<String> from, Optional<String> to) {
        return isSame(fromVmType, from) && isSame(toVmType, to);
    }

    private static boolean isSame(Optional<String> one, Optional<String> other) {
        return one.isEmpty() || other.isEmpty() || one.equals(other);
    }

    /** Whether a run that began earlier still ran in more than its first tenth. */
    boolean overlaps(Run earlier) {
        return started.plus(duration.dividedBy(10)).isBefore(earlier.started.plus(earlier.duration));
    }

    /** Whether both are the same run, logged twice: of one start, and of one rate to the last bit. */
    boolean isTwinOf(Run other) {
        return id.equals(other.id)
                || (started.equals(other.started)
                        && duration.equals(other.duration)
                        && sent.equals(other.sent)
                        && received.equals(other.received)
                        && !sent.equals(received));
    }
}
