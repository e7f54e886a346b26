package io.longhaul.probes.spec;

import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.Optional;

/**
 * When a throughput run ends: after a time, or when a volume has moved or the rate is known if that is sooner. Immutable.
 *
 * @param time after the omitted part; always finite
 * @param volume octets of all streams together, counted by the probing end
 * @param convergence when the rate counts as known; empty goes on to the end
 */
public record StopRule(Duration time, Optional<DataSize> volume, Optional<Convergence> convergence) {
    /** Longest run. */
    public static final Duration MAX_TIME = Duration.ofDays(1);

    private static final Duration MIN_TIME = Duration.ofMillis(100);

    public StopRule {
        Checks.inRange("duration", time, MIN_TIME, MAX_TIME);
        volume.ifPresent(size ->
                Checks.inRange("volume in octets", size.bytes(), 1, Long.MAX_VALUE / 16, "Give at least one octet."));
    }

    /** Ends after a time or a volume. */
    public StopRule(Duration time, Optional<DataSize> volume) {
        this(time, volume, Optional.empty());
    }

    public static StopRule after(Duration time) {
        return new StopRule(time, Optional.empty(), Optional.empty());
    }

    /** Ends when the volume has moved, or after a time if the network is too slow for it. */
    public static StopRule after(DataSize volume, Duration atMost) {
        return new StopRule(atMost, Optional.of(volume), Optional.empty());
    }

    /** Ends when the rate is known, or after a time if it does not settle. */
    public static StopRule whenConverged(Convergence convergence, Duration atMost) {
        return new StopRule(atMost, Optional.empty(), Optional.of(convergence));
    }
}
