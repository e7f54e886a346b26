package io.longhaul.probes.spec;

import java.time.Duration;

/**
 * How long a probe waits for a peer before it gives up. Immutable.
 *
 * @param connect for a connection to be made
 * @param answer for the peer's next message, where it owes one
 */
public record Timeouts(Duration connect, Duration answer) {
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofMinutes(10);

    public static final Timeouts DEFAULT = new Timeouts(Duration.ofSeconds(10), Duration.ofSeconds(15));

    public Timeouts {
        Checks.inRange("connect time-out", connect, SHORTEST, LONGEST);
        Checks.inRange("answer time-out", answer, SHORTEST, LONGEST);
    }
}
