package io.longhaul.probes.stamp;

/**
 * What a reflector returned (RFC 8762 section 4.3.1). Immutable.
 *
 * @param sequence the reflector's own count when it is stateful, else a copy
 * @param sent NTP time the reflector sent at, T3
 * @param received NTP time the reflector received at, T2
 * @param senderSequence copy of the request's number
 * @param senderSent copy of the request's NTP time, T1
 */
public record StampReply(long sequence, long sent, long received, long senderSequence, long senderSent) {
    /** Round-trip time without the reflector's own, in nanoseconds; the clocks' offset cancels. */
    public long roundTripNanos(long arrived) {
        return NtpTime.nanosBetween(senderSent, arrived) - NtpTime.nanosBetween(received, sent);
    }
}
