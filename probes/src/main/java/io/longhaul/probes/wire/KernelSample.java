package io.longhaul.probes.wire;

/**
 * TCP_INFO of all senders of one end over one interval: counters as differences, states as of its end. Immutable.
 *
 * @param retransmits segments sent again
 * @param rttMicros mean of the smoothed round-trip times
 * @param congestionWindowBytes sum
 * @param minRttMicros smallest since the connections began; zero when unknown
 * @param busyMicros sum of the times with data in flight
 * @param receiveWindowLimitedMicros sum of the times stalled by the peers' windows
 * @param sendBufferLimitedMicros sum of the times stalled by the own buffers
 * @param deliveryRate sum of the delivery rates, octets a second
 * @param bytesAcked octets the peers acknowledged, also selectively
 * @param bytesSent octets on the wire, with retransmissions
 * @param bytesRetransmitted octets sent again
 * @param behindMicros sum of the times a socket would have taken more than the sender gave; -1 when unknown
 * @param dryMicros sum of the times a socket took no more although all it held was under way; -1 when unknown
 */
public record KernelSample(
        long retransmits,
        long rttMicros,
        long congestionWindowBytes,
        long minRttMicros,
        long busyMicros,
        long receiveWindowLimitedMicros,
        long sendBufferLimitedMicros,
        long deliveryRate,
        long bytesAcked,
        long bytesSent,
        long bytesRetransmitted,
        long behindMicros,
        long dryMicros) {
    /** Of an end that does not look at its sockets. */
    public KernelSample(
            long retransmits,
            long rttMicros,
            long congestionWindowBytes,
            long minRttMicros,
            long busyMicros,
            long receiveWindowLimitedMicros,
            long sendBufferLimitedMicros,
            long deliveryRate,
            long bytesAcked,
            long bytesSent,
            long bytesRetransmitted) {
        this(
                retransmits,
                rttMicros,
                congestionWindowBytes,
                minRttMicros,
                busyMicros,
                receiveWindowLimitedMicros,
                sendBufferLimitedMicros,
                deliveryRate,
                bytesAcked,
                bytesSent,
                bytesRetransmitted,
                -1,
                -1);
    }

    /** No sender, or a platform that does not tell. */
    public static final KernelSample NONE = new KernelSample(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** This, with what looks at the sockets saw. */
    public KernelSample withLooks(long behind, long dry) {
        return new KernelSample(
                retransmits,
                rttMicros,
                congestionWindowBytes,
                minRttMicros,
                busyMicros,
                receiveWindowLimitedMicros,
                sendBufferLimitedMicros,
                deliveryRate,
                bytesAcked,
                bytesSent,
                bytesRetransmitted,
                behind,
                dry);
    }

    public boolean isKnown() {
        return retransmits >= 0;
    }
}
