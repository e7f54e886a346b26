package io.longhaul.core.measure;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * What became of the datagrams of a UDP run, all streams together, as the receivers counted. Immutable.
 *
 * @param packets that should have come: the highest sequence numbers
 * @param lost of these that did not come
 * @param outOfOrder that came after a later one; empty when the receiver does not tell
 * @param jitter mean over the streams of the interarrival jitter (RFC 1889 section 6.3.1)
 */
public record DatagramQuality(long packets, long lost, OptionalLong outOfOrder, Duration jitter) {
    /** Of a receiver that does not tell the order. */
    public DatagramQuality(long packets, long lost, Duration jitter) {
        this(packets, lost, OptionalLong.empty(), jitter);
    }

    /** Lost over expected; zero when none was expected. */
    public double lossShare() {
        return packets == 0 ? 0 : (double) lost / packets;
    }
}
