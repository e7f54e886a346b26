package io.longhaul.core.estimate;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What we believe of a link's round-trip time without load. Immutable.
 *
 * @param median the value to use in formulas
 * @param p95 95th percentile; empty when the data give no right to one
 * @param interval confidence interval of the median over the runs; empty when they give no right to one
 * @param samples latency runs behind it; 0 when not told
 * @param asOf newest of these runs; empty when not told
 * @param whyNoInterval why there is no interval; empty when there is one, or when not told
 */
public record RttEstimate(
        Duration median,
        Optional<Duration> p95,
        Optional<Range> interval,
        int samples,
        Optional<Instant> asOf,
        Optional<String> whyNoInterval) {
    /**
     * A confidence interval of a time. Immutable.
     *
     * @param level confidence in (0, 1)
     */
    public record Range(Duration low, Duration high, double level) {}

    /** Of a source that tells only the values. */
    public RttEstimate(Duration median, Optional<Duration> p95) {
        this(median, p95, Optional.empty(), 0, Optional.empty(), Optional.empty());
    }
}
