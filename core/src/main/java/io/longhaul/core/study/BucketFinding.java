package io.longhaul.core.study;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.RateInterval;
import java.util.Optional;

/**
 * A token bucket as measured, every parameter with its interval; an empty interval is one the samples give no right to.
 * Immutable.
 *
 * @param high rate while there is credit
 * @param highInterval of it
 * @param low rate when there is none
 * @param lowInterval of it
 * @param refill rate at which credit comes back, from rests
 * @param refillInterval of it
 * @param budget credit of the full bucket
 * @param budgetInterval of it
 */
public record BucketFinding(
        Bandwidth high,
        Optional<RateInterval> highInterval,
        Bandwidth low,
        Optional<RateInterval> lowInterval,
        Bandwidth refill,
        Optional<RateInterval> refillInterval,
        DataSize budget,
        Optional<SizeInterval> budgetInterval) {
    /**
     * A confidence interval of an amount. Immutable.
     *
     * @param low lower end
     * @param high upper end
     * @param level confidence in (0, 1)
     */
    public record SizeInterval(DataSize low, DataSize high, double level) {}
}
