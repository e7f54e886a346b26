package io.longhaul.probes.wire;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a Longhaul end adds to its results: its series, and what was in force on its sockets. Immutable.
 *
 * @param version of the program
 * @param cpuNanos core time its process took during the test; empty when unknown
 * @param busiestThread largest share of one core that any thread moving data took; zero when unknown
 * @param runnableThread largest share of the time that such a thread ran or waited for a core; zero when unknown
 * @param sendBuffer octets of SO_SNDBUF as read back from a sender
 * @param receiveBuffer octets of SO_RCVBUF as read back from a receiver
 * @param congestion congestion control of a sender
 * @param mss octets of a segment
 * @param pathMtu octets of the largest packet that the path is known to take
 * @param offeredWindow octets the receivers offered at the end, mean over the senders' streams
 * @param outOfOrder datagrams received after a later one
 * @param samples the series
 */
public record EndReport(
        String version,
        OptionalLong cpuNanos,
        double busiestThread,
        double runnableThread,
        OptionalLong sendBuffer,
        OptionalLong receiveBuffer,
        Optional<String> congestion,
        OptionalLong mss,
        OptionalLong pathMtu,
        OptionalLong offeredWindow,
        OptionalLong outOfOrder,
        List<EndSample> samples) {
    static final String KEY = "longhaul";

    public EndReport {
        samples = List.copyOf(samples);
    }
}
