package io.longhaul.probes.stamp;

import java.time.Instant;

/**
 * NTP timestamps of 64 bits: seconds since 1900 modulo 2^32, and a fraction in units of 2^-32 s (RFC 5905 section 6).
 * Stateless.
 */
public final class NtpTime {
    private static final long UNIX_EPOCH = 2_208_988_800L;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private NtpTime() {}

    /** The 64 bits of a moment. */
    public static long of(Instant time) {
        long seconds = time.getEpochSecond() + UNIX_EPOCH;
        long fraction = ((long) time.getNano() << 32) / NANOS_PER_SECOND;
        return seconds << 32 | fraction;
    }

    /** Seconds since 1970 of a time that is within 68 years of a known moment. */
    static long unixSeconds(long time, long nearUnixSeconds) {
        int away = (int) ((time >>> 32) - (nearUnixSeconds + UNIX_EPOCH));
        return nearUnixSeconds + away;
    }

    /** Nanoseconds from one to another, right across the wrap of 2036 for times less than 68 years apart. */
    public static long nanosBetween(long from, long to) {
        long difference = to - from;
        long seconds = difference >> 32;
        long fraction = difference & 0xffff_ffffL;
        return seconds * NANOS_PER_SECOND + ((fraction * NANOS_PER_SECOND) >>> 32);
    }
}
