package io.longhaul.probes.server;

import java.time.Duration;

/** How often an agent samples: as asked, within bounds. Stateless. */
final class SampleInterval {
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Duration UNASKED = Duration.ofSeconds(1);

    private SampleInterval() {}

    /**
     * @param askedMillis zero when the client does not say
     */
    static Duration of(int askedMillis) {
        Duration asked = askedMillis <= 0 ? UNASKED : Duration.ofMillis(askedMillis);
        Duration bounded = asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
        return bounded.compareTo(SHORTEST) < 0 ? SHORTEST : bounded;
    }
}
