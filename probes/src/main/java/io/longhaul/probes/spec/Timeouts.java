package io.longhaul.probes.spec;

import java.time.Duration;

/**
 * How long a probe waits for a peer before it gives up. Immutable.
 *
 * @param connect for a connection to be made
 * @param answer for the peer's next message, where it owes one
 * @param turn for the first word of a peer that took the connection: it may run other tests first
 */
public record Timeouts(Duration connect, Duration answer, Duration turn) {
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Duration TURN = Duration.ofMinutes(2);

    public static final Timeouts DEFAULT = new Timeouts(Duration.ofSeconds(10), Duration.ofSeconds(15));

    public Timeouts {
        Checks.inRange("connect time-out", connect, SHORTEST, LONGEST);
        Checks.inRange("answer time-out", answer, SHORTEST, LONGEST);
        Checks.inRange("wait for a turn", turn, SHORTEST, StopRule.MAX_TIME);
    }

    /** With two minutes for a turn. */
    public Timeouts(Duration connect, Duration answer) {
        this(connect, answer, TURN);
    }

    public Timeouts withTurn(Duration value) {
        return new Timeouts(connect, answer, value);
    }
}
