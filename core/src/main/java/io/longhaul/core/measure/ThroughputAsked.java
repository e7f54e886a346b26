package io.longhaul.core.measure;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.Optional;

/**
 * The parameters a throughput run was asked for. Immutable.
 *
 * @param protocol {@code longhaul} or {@code iperf3}
 * @param streams TCP connections per direction, at least one
 * @param window socket buffers asked for; empty leaves them to the kernel
 * @param writeSize octets a write; empty when the source does not say
 * @param congestion congestion control asked for; empty leaves it to the kernel
 * @param reverse whether the listener sends
 * @param bidirectional whether both send
 * @param duration time asked for; empty when a volume was
 * @param heldTo rate that all streams of a direction together were held to; empty when they sent as fast as they could
 */
public record ThroughputAsked(
        String protocol,
        int streams,
        Optional<DataSize> window,
        Optional<DataSize> writeSize,
        Optional<String> congestion,
        boolean reverse,
        boolean bidirectional,
        Optional<Duration> duration,
        Optional<Bandwidth> heldTo) {
    public ThroughputAsked {
        if (streams < 1) {
            throw new IllegalArgumentException("streams must be at least 1: " + streams);
        }
    }

    /** Streams that send from the one that asks, all else as the kernel has it. */
    public static ThroughputAsked streams(String protocol, int streams, Optional<Duration> duration) {
        return new ThroughputAsked(
                protocol, streams, Optional.empty(), Optional.empty(), Optional.empty(), false, false, duration);
    }

    /** This, for senders held to a rate, all streams of a direction together. */
    public ThroughputAsked withHeldTo(Optional<Bandwidth> rate) {
        return new ThroughputAsked(
                protocol, streams, window, writeSize, congestion, reverse, bidirectional, duration, rate);
    }

    /** For senders that were not held back. */
    public ThroughputAsked(
            String protocol,
            int streams,
            Optional<DataSize> window,
            Optional<DataSize> writeSize,
            Optional<String> congestion,
            boolean reverse,
            boolean bidirectional,
            Optional<Duration> duration) {
        this(protocol, streams, window, writeSize, congestion, reverse, bidirectional, duration, Optional.empty());
    }
}
