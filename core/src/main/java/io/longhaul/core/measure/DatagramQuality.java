package io.longhaul.core.measure;

import java.time.Duration;

/**
 * What became of the datagrams of a UDP run, all streams together, as the receivers counted. Immutable.
 *
 * @param packets that should have come: the highest sequence numbers
 * @param lost of these that did not come
 * @param jitter mean over the streams of the interarrival jitter (RFC 1889 section 6.3.1)
 */
public record DatagramQuality(long packets, long lost, Duration jitter) {
    /** Lost over expected; zero when none was expected. */
    public double lossShare() {
        return packets == 0 ? 0 : (double) lost / packets;
    }
}
