package io.longhaul.probes.spec;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.Optional;

/**
 * What a latency run shall be. Immutable.
 *
 * @param method TCP connect, TCP echo, or STAMP
 * @param count probes sent, at least one
 * @param spacing mean time between two probes; the real ones vary by half of it, so as not to fall in step with the path
 * @param payload octets of an echo message or of a STAMP packet, which is never shorter than its base
 * @param timeouts a probe not answered within {@code answer} is lost
 * @param stampKey that STAMP packets are sealed with (RFC 8762, authenticated mode); empty is the unauthenticated mode
 */
public record LatencySpec(
        LatencyMethod method,
        int count,
        Duration spacing,
        DataSize payload,
        Timeouts timeouts,
        Optional<AccessToken> stampKey) {
    private static final int MAX_COUNT = 10_000_000;
    private static final Duration MIN_SPACING = Duration.ofMillis(1);
    private static final Duration MAX_SPACING = Duration.ofMinutes(1);
    private static final int ECHO = 64;
    private static final int MIN_PAYLOAD = 16;
    private static final int MAX_PAYLOAD = 16 << 10;

    public LatencySpec {
        Checks.inRange("number of probes", count, 1, MAX_COUNT, "Give 1 to " + MAX_COUNT + ".");
        Checks.inRange("spacing", spacing, MIN_SPACING, MAX_SPACING);
        Checks.inRange("payload in octets", payload.bytes(), MIN_PAYLOAD, MAX_PAYLOAD, "Give 16B to 16KiB.");
        if (method == LatencyMethod.ICMP_ECHO) {
            throw new InvalidInputException(
                    "The latency method (icmp-echo) needs raw sockets.", "Use tcp-echo, tcp-connect or stamp.");
        }
    }

    /** So many probes, 100 ms apart, of 64 octets or the least STAMP has; lost after two seconds. */
    public static LatencySpec of(LatencyMethod method, int count) {
        return new LatencySpec(
                method,
                count,
                Duration.ofMillis(100),
                DataSize.ofBytes(method == LatencyMethod.STAMP ? MIN_PAYLOAD : ECHO),
                new Timeouts(Duration.ofSeconds(10), Duration.ofSeconds(2)),
                Optional.empty());
    }

    public LatencySpec withSpacing(Duration value) {
        return new LatencySpec(method, count, value, payload, timeouts, stampKey);
    }

    public LatencySpec withTimeouts(Timeouts value) {
        return new LatencySpec(method, count, spacing, payload, value, stampKey);
    }

    public LatencySpec withPayload(DataSize value) {
        return new LatencySpec(method, count, spacing, value, timeouts, stampKey);
    }

    public LatencySpec withStampKey(AccessToken value) {
        return new LatencySpec(method, count, spacing, payload, timeouts, Optional.of(value));
    }
}
