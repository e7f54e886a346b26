package io.longhaul.planner.overlay;

import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.DataSize;
import java.util.Optional;

/**
 * How much one VM can send in a time: {@code high} until its credit is spent after {@code emptyAfter}, {@code low} from
 * then on. The volume is concave in the time, so the time is convex in the volume (planner-models 5.6). Immutable.
 *
 * @param high Gbit/s with credit
 * @param low Gbit/s without
 * @param emptyAfter seconds until the credit is spent at the high rate; infinite without a bucket
 */
record VmBucket(double high, double low, double emptyAfter) {
    static final VmBucket NONE = new VmBucket(0, 0, Double.POSITIVE_INFINITY);

    /**
     * The bucket of a VM.
     *
     * @param remaining what is left in it; empty when it is full
     */
    static VmBucket of(VmCaps caps, Optional<DataSize> remaining) {
        if (caps.egressBucket().isEmpty()) {
            return NONE;
        }
        TokenBucket bucket = caps.egressBucket().get();
        double credit = remaining.orElse(bucket.budget()).bytes() * 8.0 / 1e9;
        double high = Math.min(bucket.high().bitsPerSecond(), caps.egress().bitsPerSecond()) / 1e9;
        double refill = bucket.refill().bitsPerSecond() / 1e9;
        double low = Math.min(bucket.low().bitsPerSecond() / 1e9, high);
        return high <= refill ? NONE : new VmBucket(high, low, credit / (high - refill));
    }

    boolean present() {
        return emptyAfter < Double.POSITIVE_INFINITY;
    }

    /** Gbit above the low rate that the credit is worth. */
    double bonus() {
        return (high - low) * emptyAfter;
    }

    /** Seconds to send so many Gbit. */
    double secondsFor(double gigabits) {
        if (gigabits <= high * emptyAfter) {
            return gigabits / high;
        }
        return low == 0 ? Double.POSITIVE_INFINITY : (gigabits - bonus()) / low;
    }
}
