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
 * @param sent rate the senders counted
 * @param received rate the receivers counted
 * @param steady rate without the warm-up, from the run's own series
 * @param interval what the run's own series allows to say of its rate
 * @param whyNoInterval why its own series allows nothing; empty when it does, or has none
 * @param drain how the rate fell for good within the run; empty when it did not
 * @param endpointLimited whether a processor at an end was full: then the rate says nothing of the network
 * @param sockets what the sockets went through
 */
record Run(
        String id,
        Instant started,
        Duration duration,
        String campaign,
        Optional<Bandwidth> sent,
        Optional<Bandwidth> received,
        Optional<Bandwidth> steady,
        Optional<RateInterval> interval,
        Optional<String> whyNoInterval,
        Optional<Drained> drain,
        boolean endpointLimited,
        Sockets sockets) {

    /** What repetitions are compared by: the steady rate, else what was sent, else what was received. */
    Optional<Bandwidth> compared() {
        return steady.or(() -> sent).or(() -> received);
    }

    /** What arrived: the rate a failed run is known by. */
    Bandwidth arrived() {
        return received.or(() -> steady)
                .or(() -> sent)
                .orElseThrow(() -> new IllegalStateException("a run without any rate: " + id));
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
