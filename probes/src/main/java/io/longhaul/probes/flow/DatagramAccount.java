package io.longhaul.probes.flow;

/**
 * Counts lost, late and jittery datagrams as iperf3 does: a gap in the sequence is loss until the missing ones come, and
 * jitter is that of RFC 1889 section 6.3.1. Confined to one thread.
 */
final class DatagramAccount {
    private static final double JITTER_GAIN = 16;
    private static final double NANOS_PER_SECOND = 1e9;

    private long highest;
    private long lost;
    private long outOfOrder;
    private double jitterNanos;
    private long lastTransit;
    private boolean any;

    /**
     * Takes one datagram in.
     *
     * @param sequence from 1
     * @param sentNanos on the sender's clock
     * @param arrivedNanos on the own clock
     */
    void add(long sequence, long sentNanos, long arrivedNanos) {
        if (sequence > highest) {
            lost += sequence - highest - 1;
            highest = sequence;
        } else {
            outOfOrder++;
            if (lost > 0) {
                lost--;
            }
        }
        long transit = arrivedNanos - sentNanos;
        if (any) {
            jitterNanos += (Math.abs(transit - lastTransit) - jitterNanos) / JITTER_GAIN;
        }
        any = true;
        lastTransit = transit;
    }

    DatagramCounts counts() {
        return new DatagramCounts(highest, lost, outOfOrder, jitterNanos / NANOS_PER_SECOND);
    }
}
