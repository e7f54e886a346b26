package io.longhaul.probes.server;

import java.time.Duration;

/** How often an agent samples: as asked, but never so often that the series of a long test grows without end. */
final class SampleInterval {
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Duration UNASKED = Duration.ofSeconds(1);
    private static final int MOST_SAMPLES = 40_000;

    private SampleInterval() {}

    /**
     * @param askedMillis zero when the client does not say
     * @param lifetime of the test at most
     */
    static Duration of(int askedMillis, Duration lifetime) {
        Duration asked = askedMillis <= 0 ? UNASKED : Duration.ofMillis(askedMillis);
        Duration fewest = lifetime.dividedBy(MOST_SAMPLES);
        Duration atLeast = fewest.compareTo(SHORTEST) > 0 ? fewest : SHORTEST;
        Duration bounded = asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
        return bounded.compareTo(atLeast) < 0 ? atLeast : bounded;
    }
}
