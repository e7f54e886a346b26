package io.longhaul.clouds.fleet;

import java.time.Duration;

/**
 * How long to wait for what. Immutable.
 *
 * @param poll between two looks at what is being made or deleted
 * @param apart least time between the two looks that make an absence certain: clouds show new things after seconds
 * @param firstPause before a failed call is made again; it doubles
 * @param longestPause at which it no longer doubles
 * @param patience after which a call that fails passingly has failed
 * @param boot after which a VM that does not run is given up
 */
public record Pace(
        Duration poll, Duration apart, Duration firstPause, Duration longestPause, Duration patience, Duration boot) {
    /** For real clouds. */
    public static final Pace REAL = new Pace(
            Duration.ofSeconds(5),
            Duration.ofSeconds(60),
            Duration.ofSeconds(1),
            Duration.ofSeconds(20),
            Duration.ofMinutes(10),
            Duration.ofMinutes(10));

    /** So many times as fast, for clouds that are fakes. */
    public Pace dividedBy(int factor) {
        return new Pace(
                poll.dividedBy(factor),
                apart.dividedBy(factor),
                firstPause.dividedBy(factor),
                longestPause.dividedBy(factor),
                patience.dividedBy(factor),
                boot.dividedBy(factor));
    }
}
