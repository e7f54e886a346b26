package io.longhaul.probes.flow;

import io.longhaul.probes.net.TcpInfo;
import java.util.Optional;

/**
 * Counters of one stream at one moment, from the beginning of its count. Immutable.
 *
 * @param nanos moment of the reading, on the monotonic clock
 * @param bytes octets handed to the kernel, or read from it
 * @param tcp the kernel's account; empty for receivers and where it cannot be asked
 * @param datagrams counts of datagrams; {@link DatagramCounts#NONE} for TCP
 */
public record StreamReading(long nanos, long bytes, Optional<TcpInfo> tcp, DatagramCounts datagrams) {
    /** The kernel's account with nothing counted: a peer may send before this end knows that the test has begun. */
    StreamReading withoutCounts() {
        return new StreamReading(nanos, 0, tcp, DatagramCounts.NONE);
    }
}
