package io.longhaul.probes.client;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.wire.EndSample;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What arrived, as the senders' kernels learn it from acknowledgements, selective ones included. Behind a lost segment a receiver can
 * read nothing until it was sent again, and then reads much at once; a short series of what was read strays from the rate for that
 * reason, this one does not. Stateless.
 */
final class AcknowledgedSeries {
    private AcknowledgedSeries() {}

    /**
     * The series of one direction.
     *
     * @param senders samples of the sending end
     * @return empty when its kernel does not tell
     */
    static Optional<List<IntervalSample>> of(List<EndSample> senders) {
        boolean known = !senders.isEmpty()
                && senders.stream().allMatch(sample -> sample.tcp().isKnown())
                && senders.stream().anyMatch(sample -> sample.tcp().bytesAcked() > 0);
        return known
                ? Optional.of(senders.stream().map(AcknowledgedSeries::interval).toList())
                : Optional.empty();
    }

    private static IntervalSample interval(EndSample sample) {
        return new IntervalSample(
                Duration.ofNanos(sample.startNanos()),
                Duration.ofNanos(sample.endNanos()),
                Optional.empty(),
                Optional.of(DataSize.ofBytes(Math.max(0, sample.tcp().bytesAcked()))),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
