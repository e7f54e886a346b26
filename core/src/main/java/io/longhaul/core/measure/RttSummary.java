package io.longhaul.core.measure;

import java.time.Duration;
import java.util.Optional;

/**
 * Order statistics of round-trip times. Immutable.
 *
 * @param min smallest
 * @param median empty when the source gives only extremes
 * @param p95 95th percentile; empty when there were too few samples, or the source has none
 * @param p99 99th percentile; likewise
 * @param max largest
 */
public record RttSummary(
        Duration min,
        Optional<Duration> median,
        Optional<Duration> p95,
        Optional<Duration> p99,
        Optional<Duration> max) {}
