package io.longhaul.core.study;

import io.longhaul.core.stats.Interval;
import io.longhaul.core.stats.bucket.BucketEstimate;
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
    private static final int BITS_PER_OCTET = 8;

    /**
     * A confidence interval of an amount. Immutable.
     *
     * @param low lower end
     * @param high upper end
     * @param level confidence in (0, 1)
     */
    public record SizeInterval(DataSize low, DataSize high, double level) {}

    /** Of an estimate in bit/s and bits. */
    public static BucketFinding of(BucketEstimate estimate) {
        return new BucketFinding(
                rate(estimate.high()),
                estimate.highInterval().findInterval().map(BucketFinding::rates),
                rate(estimate.low()),
                estimate.lowInterval().findInterval().map(BucketFinding::rates),
                rate(estimate.refill()),
                estimate.refillInterval().findInterval().map(BucketFinding::rates),
                size(estimate.budget()),
                estimate.budgetInterval()
                        .findInterval()
                        .map(found -> new SizeInterval(size(found.low()), size(found.high()), found.level())));
    }

    private static RateInterval rates(Interval found) {
        return new RateInterval(rate(found.low()), rate(found.high()), found.level());
    }

    private static Bandwidth rate(double bitsPerSecond) {
        return Bandwidth.ofBitsPerSecond(Math.max(0, bitsPerSecond));
    }

    private static DataSize size(double bits) {
        return DataSize.ofBytes((long) (Math.max(0, bits) / BITS_PER_OCTET));
    }
}
