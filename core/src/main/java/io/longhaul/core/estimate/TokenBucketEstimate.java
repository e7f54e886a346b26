package io.longhaul.core.estimate;

import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.RateInterval;
import java.util.Optional;

/**
 * What we believe of the token bucket behind a VM's egress cap. Immutable.
 *
 * @param bucket its parameters
 * @param high interval of the rate with credit; empty when the data give no right to one
 * @param low interval of the rate without
 * @param refill interval of the refill
 * @param budget interval of the credit of a full bucket
 * @param refillMeasured whether the refill comes from bursts after rests; else it is the low rate, taken for it
 * @param source where the belief comes from
 * @param evidence one sentence
 */
public record TokenBucketEstimate(
        TokenBucket bucket,
        Optional<RateInterval> high,
        Optional<RateInterval> low,
        Optional<RateInterval> refill,
        Optional<SizeInterval> budget,
        boolean refillMeasured,
        Source source,
        String evidence) {
    /**
     * A confidence interval of an amount. Immutable.
     *
     * @param level confidence in (0, 1)
     */
    public record SizeInterval(DataSize low, DataSize high, double level) {}

    /** From the provider's pages. */
    public static TokenBucketEstimate documented(TokenBucket bucket) {
        return new TokenBucketEstimate(
                bucket,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                Source.DOCUMENTED,
                "as the provider documents it; not seen in the data");
    }
}
