package io.longhaul.planner.overlay;

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
