package io.longhaul.core.measure;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.RateInterval;
import java.time.Duration;
import java.util.Optional;

/**
 * The rate after the warm-up was cut off, as the receiver saw it. Immutable.
 *
 * @param rate mean over the steady part
 * @param interval confidence interval; empty when the samples give no right to one
 * @param from where the steady part begins, from the start of the run
 */
public record SteadyRate(Bandwidth rate, Optional<RateInterval> interval, Duration from) {}
