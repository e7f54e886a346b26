package io.longhaul.core.measure;

import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * All streams together over one interval of a run. Immutable.
 *
 * @param start from the start of the run
 * @param end from the start of the run; the true end, not the planned one
 * @param sent payload handed to the senders' sockets; empty when unknown
 * @param received payload read by the receivers; empty when unknown
 * @param retransmits segments sent again; empty when the platform does not tell
 * @param rtt mean over the streams of the kernel's smoothed RTT at the end of the interval; empty when unknown
 * @param tcp kernel state of the senders; empty when unknown
 */
public record IntervalSample(
        Duration start,
        Duration end,
        Optional<DataSize> sent,
        Optional<DataSize> received,
        OptionalLong retransmits,
        Optional<Duration> rtt,
        Optional<TcpState> tcp) {

    /** How long it is. */
    public double seconds() {
        return Durations.seconds(end.minus(start));
    }

    /**
     * What the receivers' kernels acknowledged, which does not depend on when a busy receiver reads it; what was received or sent where
     * that is unknown; zero when nothing is.
     */
    public long bits() {
        return tcp.flatMap(TcpState::acknowledged)
                .or(() -> received)
                .or(() -> sent)
                .map(DataSize::bits)
                .orElse(0L);
    }

    /** {@link #bits} by the time they took. */
    public double bitsPerSecond() {
        return bits() / Math.max(1e-9, seconds());
    }
}
