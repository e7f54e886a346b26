package io.longhaul.probes.flow;

/**
 * Datagrams of one stream. Immutable.
 *
 * @param packets sent, or the highest sequence number seen
 * @param lost counted as lost
 * @param outOfOrder that came after a later one
 * @param jitterSeconds as of RFC 1889
 */
public record DatagramCounts(long packets, long lost, long outOfOrder, double jitterSeconds) {
    public static final DatagramCounts NONE = new DatagramCounts(0, 0, 0, 0);
}
