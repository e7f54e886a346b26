package io.longhaul.core.estimate;

import java.time.Duration;
import java.util.Optional;

/**
 * What we believe of a link's round-trip time without load. Immutable.
 *
 * @param median the value to use in formulas
 * @param p95 95th percentile; empty when the data give no right to one
 */
public record RttEstimate(Duration median, Optional<Duration> p95) {}
