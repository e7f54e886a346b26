package io.longhaul.core.estimate;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.RateInterval;
import java.time.Instant;
import java.util.Optional;

/**
 * What we believe of one cap of a VM. Immutable.
 *
 * @param value the cap
 * @param interval confidence interval; empty when the data give no right to one
 * @param source where the belief comes from
 * @param asOf when it was last confirmed; empty for assumptions
 */
public record CapEstimate(Bandwidth value, Optional<RateInterval> interval, Source source, Optional<Instant> asOf) {}
