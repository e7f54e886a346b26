package io.longhaul.probes.spec;

import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.Optional;

/**
 * When a throughput run ends: after a time, or a volume, or whichever is reached first. Immutable.
 *
 * @param time after the omitted part; always finite
 * @param volume octets of all streams together, counted by the probing end
 */
public record StopRule(Duration time, Optional<DataSize> volume) {
    /** Longest run. */
    public static final Duration MAX_TIME = Duration.ofDays(1);

    private static final Duration MIN_TIME = Duration.ofMillis(100);

    public StopRule {
        Checks.inRange("duration", time, MIN_TIME, MAX_TIME);
        volume.ifPresent(size ->
                Checks.inRange("volume in octets", size.bytes(), 1, Long.MAX_VALUE / 16, "Give at least one octet."));
    }

    public static StopRule after(Duration time) {
        return new StopRule(time, Optional.empty());
    }

    /** Ends when the volume has moved, or after a time if the network is too slow for it. */
    public static StopRule after(DataSize volume, Duration atMost) {
        return new StopRule(atMost, Optional.of(volume));
    }
}
