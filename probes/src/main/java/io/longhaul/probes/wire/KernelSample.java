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
 * @param bytesAcked octets the peers acknowledged
 * @param bytesSent octets on the wire, with retransmissions
 * @param bytesRetransmitted octets sent again
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
        long bytesRetransmitted) {
    /** No sender, or a platform that does not tell. */
    public static final KernelSample NONE = new KernelSample(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    public boolean isKnown() {
        return retransmits >= 0;
    }
}
