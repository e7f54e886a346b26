package io.longhaul.probes.flow;

import io.longhaul.probes.net.TcpInfo;
import java.util.List;
import java.util.Optional;

/**
 * Counters of one stream at one moment, from the beginning of its count. Immutable.
 *
 * @param nanos moment of the reading, on the monotonic clock
 * @param bytes octets handed to the kernel, or read from it
 * @param tcp the kernel's account; empty where it cannot be asked
 * @param delivered octets of a sender that have arrived, by {@link DeliveredOctets}; zero where the kernel does not tell
 * @param datagrams counts of datagrams; {@link DatagramCounts#NONE} for TCP
 */
public record StreamReading(long nanos, long bytes, Optional<TcpInfo> tcp, long delivered, DatagramCounts datagrams) {
    /** Mean moment of the readings of all streams. */
    static long meanTime(List<StreamReading> readings) {
        long first = readings.get(0).nanos();
        long sum = 0;
        for (StreamReading reading : readings) {
            sum += reading.nanos() - first;
        }
        return first + sum / readings.size();
    }

    /** The kernel's account with nothing counted: a peer may send before this end knows that the test has begun. */
    StreamReading withoutCounts() {
        return new StreamReading(nanos, 0, tcp, delivered, DatagramCounts.NONE);
    }
}
