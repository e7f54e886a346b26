package io.longhaul.core.topology;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.time.Duration;

/**
 * A cap that depends on what was sent before: {@code high} while credit lasts, {@code low} when it is spent; credit
 * comes back at {@code refill} while less than that is sent. Model of "Is Big Data Performance Reproducible in Modern
 * Cloud Networks?" (NSDI 2020), section 3. Immutable.
 *
 * @param high rate while there is credit
 * @param low rate when there is none; equals {@code refill} in a pure bucket
 * @param budget the credit of a full bucket
 * @param refill rate at which credit comes back
 */
public record TokenBucket(Bandwidth high, Bandwidth low, DataSize budget, Bandwidth refill) {
    public TokenBucket {
        if (low.compareTo(high) > 0) {
            throw new IllegalArgumentException("low rate " + low + " is above high rate " + high);
        }
        if (refill.compareTo(high) >= 0) {
            throw new IllegalArgumentException("refill rate " + refill + " is not below high rate " + high);
        }
    }

    /** How long a full bucket carries the high rate: budget / (high - refill). */
    public Duration timeToEmpty() {
        return budget.dividedBy(new Bandwidth(high.bitsPerSecond() - refill.bitsPerSecond()));
    }
}
