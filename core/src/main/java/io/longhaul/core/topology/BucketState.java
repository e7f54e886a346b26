package io.longhaul.core.topology;

import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.time.Duration;

/**
 * A token bucket with the credit it has left: what a VM can send next, and what rest gives back. While it sends at the
 * low rate the credit stays where it is (NSDI 2020, figure 14). Immutable.
 *
 * @param bucket the law
 * @param creditBits credit left, from zero to the budget
 */
public record BucketState(TokenBucket bucket, double creditBits) {
    public BucketState {
        if (!(creditBits >= 0)) {
            throw new IllegalArgumentException("the credit is below zero: " + creditBits);
        }
        creditBits = Math.min(creditBits, bucket.budget().bytes() * 8.0);
    }

    /** A VM that has just started. */
    public static BucketState full(TokenBucket bucket) {
        return new BucketState(bucket, bucket.budget().bytes() * 8.0);
    }

    /** A VM that has sent until its credit was spent. */
    public static BucketState empty(TokenBucket bucket) {
        return new BucketState(bucket, 0);
    }

    private double drain() {
        return (double) bucket.high().bitsPerSecond() - bucket.refill().bitsPerSecond();
    }

    /** How long the high rate lasts from now. */
    public Duration highFor() {
        return Durations.ofSeconds(creditBits / drain());
    }

    /** What is sent in a time at full speed. */
    public DataSize sentIn(Duration time) {
        double seconds = Durations.seconds(time);
        double high = Math.min(seconds, creditBits / drain());
        double bits = high * bucket.high().bitsPerSecond()
                + (seconds - high) * bucket.low().bitsPerSecond();
        return DataSize.ofBytes(Math.round(bits / 8));
    }

    /** How long an amount takes at full speed. */
    public Duration timeFor(DataSize size) {
        double bits = size.bytes() * 8.0;
        double high = creditBits / drain();
        double atHigh = high * bucket.high().bitsPerSecond();
        return Durations.ofSeconds(
                bits <= atHigh
                        ? bits / bucket.high().bitsPerSecond()
                        : high + (bits - atHigh) / bucket.low().bitsPerSecond());
    }

    /** The credit after sending at full speed for a time. */
    public BucketState afterSending(Duration time) {
        return new BucketState(bucket, Math.max(0, creditBits - drain() * Durations.seconds(time)));
    }

    /** The credit after a rest. */
    public BucketState afterRest(Duration time) {
        return new BucketState(bucket, creditBits + bucket.refill().bitsPerSecond() * Durations.seconds(time));
    }
}
