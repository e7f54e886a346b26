package io.longhaul.core.plan;

import java.time.Duration;
import java.util.Optional;

/**
 * How long a plan takes, from asking for the VMs to the last octet. Immutable.
 *
 * @param expected boot, slow start and transfer at the rates planned with: the means, or those a confidence asks for
 * @param p95 not exceeded in 95 of 100 transfers; empty when nothing is known of the variation
 * @param transfer the part that data flow at the plan's rate
 */
public record PlanTime(Duration expected, Optional<Duration> p95, Duration transfer) {
    public PlanTime withP95(Optional<Duration> time) {
        return new PlanTime(expected, time, transfer);
    }
}
