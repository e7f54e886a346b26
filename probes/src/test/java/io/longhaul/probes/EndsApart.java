package io.longhaul.probes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * By how much the counts of two ends may differ. What the sender counts and the receiver does not is in the buffers of both
 * sockets, which the kernel bounds (of a receive buffer, half is offered as a window), or was sent while one end counted longer than the other: the word that the test is over
 * takes its time, and iperf3 reads on without counting. Each end begins and ends by a clock of its own.
 */
final class EndsApart {
    /** Of a machine that tells none: more than the usual 4 MiB and 6 MiB. */
    private static final long BUFFERS = 16L << 20;

    private static final double CLOCKS_APART_SECONDS = 0.05;

    private EndsApart() {}

    /**
     * @param streams of the direction
     * @param octetsPerSecond its rate
     * @param secondsApart by which one end counted longer
     */
    static long octets(int streams, double octetsPerSecond, double secondsApart) {
        double clocks = Math.abs(secondsApart) + CLOCKS_APART_SECONDS;
        return streams * buffers() + (long) Math.ceil(clocks * octetsPerSecond);
    }

    private static long buffers() {
        try {
            return largest("tcp_wmem") + largest("tcp_rmem") / 2;
        } catch (IOException notLinux) {
            return BUFFERS;
        }
    }

    private static long largest(String setting) throws IOException {
        String[] sizes = Files.readAllLines(Path.of("/proc/sys/net/ipv4", setting))
                .get(0)
                .split("\\s+", -1);
        return Long.parseLong(sizes[2]);
    }
}
