package io.longhaul.probes.flow;

/**
 * Holds a sender to a rate: a block may go when the octets sent so far are no more than the rate allows for the time
 * passed, as iperf3 does it, so that a sender held up by the network catches up. Confined to one thread.
 */
final class Pacer {
    private static final double NANOS_PER_SECOND = 1e9;

    private final double octetsPerNano;
    private final int burst;
    private long start;
    private int burstLeft;

    /**
     * @param bitsPerSecond zero or less is no limit
     * @param burst blocks that go together
     */
    Pacer(long bitsPerSecond, int burst) {
        this.octetsPerNano = bitsPerSecond <= 0 ? Double.POSITIVE_INFINITY : bitsPerSecond / 8.0 / NANOS_PER_SECOND;
        this.burst = Math.max(1, burst);
    }

    void start(long now) {
        start = now;
    }

    /** Nanoseconds until the next block may go; zero or less is now. */
    long delay(long now, long octetsSent) {
        if (Double.isInfinite(octetsPerNano)) {
            return 0;
        }
        if (burstLeft > 0) {
            burstLeft--;
            return 0;
        }
        long due = start + (long) (octetsSent / octetsPerNano);
        if (due <= now) {
            burstLeft = burst - 1;
            return 0;
        }
        return due - now;
    }
}
