package io.longhaul.probes.study;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ThroughputSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a fingerprint shall take. Immutable.
 *
 * @param base streams, direction and interval of the bursts; its stop rule is not used
 * @param latency idle, and again under load
 * @param drain longest burst that looks for the bottom of a token bucket
 * @param rests before each later burst, as shares of the time the first one lasted
 * @param maxVolume of all bursts together; empty is no limit
 */
public record FingerprintSpec(
        ThroughputSpec base, LatencySpec latency, Duration drain, List<Double> rests, Optional<DataSize> maxVolume) {
    /** Rests of an eighth to twice the time to empty. */
    public static final List<Double> USUAL_RESTS = List.of(0.125, 0.25, 0.5, 1.0, 2.0);

    public FingerprintSpec {
        rests = List.copyOf(rests);
        if (drain.isNegative() || drain.isZero() || rests.stream().anyMatch(share -> !(share > 0))) {
            throw new InvalidInputException(
                    "The longest burst and the rests must be positive.",
                    "Give a burst such as 60s, and rests above zero.");
        }
    }
}
