package io.longhaul.probes.net;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The kernel's account of one TCP connection: Linux {@code struct tcp_info}, as of kernel 4.19 and later. Counters count
 * from the start of the connection. Fields an older kernel does not fill are zero. Immutable.
 *
 * @param mss octets of a full segment sent
 * @param pathMtu octets of the largest packet that the path is known to take
 * @param rttMicros smoothed round-trip time
 * @param slowStartThreshold segments; a huge number until the first loss
 * @param congestionWindow segments
 * @param retransmits segments sent again
 * @param bytesAcked octets the peer has acknowledged
 * @param minRttMicros smallest round-trip time; zero or all ones when unknown
 * @param deliveryRate octets a second, as last estimated
 * @param busyMicros time with data in flight or to send
 * @param receiveWindowLimitedMicros part of busy: stalled by the peer's window
 * @param sendBufferLimitedMicros part of busy: stalled by the own buffer
 * @param bytesSent octets sent, with retransmissions
 * @param bytesRetransmitted octets sent again
 * @param sendWindow octets the peer offers
 * @param selectivelyAcked segments that arrived behind a hole, so are not part of bytesAcked yet
 * @param notSent octets in the send buffer that were not sent yet
 */
public record TcpInfo(
        int mss,
        int pathMtu,
        long rttMicros,
        long slowStartThreshold,
        long congestionWindow,
        long retransmits,
        long bytesAcked,
        long minRttMicros,
        long deliveryRate,
        long busyMicros,
        long receiveWindowLimitedMicros,
        long sendBufferLimitedMicros,
        long bytesSent,
        long bytesRetransmitted,
        long sendWindow,
        long selectivelyAcked,
        long notSent) {
    /** Octets of the structure that are read. */
    public static final int LENGTH = 232;

    private static final long UNSIGNED = 0xffff_ffffL;

    /**
     * Reads the structure in the byte order of this machine.
     *
     * @throws IllegalArgumentException when fewer than {@value #LENGTH} octets are there
     */
    static TcpInfo parse(ByteBuffer structure) {
        if (structure.remaining() < LENGTH) {
            throw new IllegalArgumentException("tcp_info has " + structure.remaining() + " octets, not " + LENGTH);
        }
        ByteBuffer in = structure.slice().order(ByteOrder.nativeOrder());
        return new TcpInfo(
                in.getInt(16),
                in.getInt(60),
                in.getInt(68) & UNSIGNED,
                in.getInt(76) & UNSIGNED,
                in.getInt(80) & UNSIGNED,
                in.getInt(100) & UNSIGNED,
                in.getLong(120),
                in.getInt(148) & UNSIGNED,
                in.getLong(160),
                in.getLong(168),
                in.getLong(176),
                in.getLong(184),
                in.getLong(200),
                in.getLong(208),
                in.getInt(228) & UNSIGNED,
                in.getInt(28) & UNSIGNED,
                in.getInt(144) & UNSIGNED);
    }

    /** Milliseconds since the last octet or acknowledgement of the peer. */
    static long silentMillis(ByteBuffer structure) {
        ByteBuffer in = structure.slice().order(ByteOrder.nativeOrder());
        return Math.min(in.getInt(52) & UNSIGNED, in.getInt(56) & UNSIGNED);
    }

    public boolean knowsMinRtt() {
        return minRttMicros > 0 && minRttMicros < UNSIGNED;
    }

    /** Octets that have arrived, also behind a hole: steadier than what is acknowledged in order. */
    public long bytesDelivered() {
        return bytesAcked + selectivelyAcked * mss;
    }

    /** Congestion window in octets. */
    public long congestionWindowBytes() {
        return congestionWindow * mss;
    }
}
