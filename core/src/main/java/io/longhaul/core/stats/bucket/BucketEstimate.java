package io.longhaul.core.stats.bucket;

import io.longhaul.core.stats.Interval;
import io.longhaul.core.stats.IntervalResult;
import io.longhaul.core.stats.NotEnough;
import io.longhaul.core.stats.Refused;
import io.longhaul.core.stats.bucket.DrainResult.Drained;
import java.util.List;

/**
 * A token bucket with all its parameters, in the unit of the rates (units, and units a second). Immutable.
 *
 * @param high rate with credit
 * @param low rate without; a pure bucket has low = refill, more shows a second mechanism
 * @param refill credit earned a second, from rests
 * @param budget credit of the full bucket: volume to empty less refill while sending
 * @param secondsToEmpty from full at the high rate
 */
public record BucketEstimate(
        double high,
        IntervalResult highInterval,
        double low,
        IntervalResult lowInterval,
        double refill,
        IntervalResult refillInterval,
        double budget,
        IntervalResult budgetInterval,
        double secondsToEmpty) {

    /** Why a full bucket ran dry: see {@link #triggerOf}. */
    public enum Trigger {
        VOLUME,
        TIME,
        UNCLEAR
    }

    /**
     * Joins a drain from full with the bursts after rests, by {@link RefillFit}.
     *
     * @throws IllegalArgumentException when there are no bursts
     */
    public static BucketEstimate of(Drained drain, List<RestedBurst> bursts, double level) {
        RefillFit fit = RefillFit.fit(drain.high(), bursts, level);
        IntervalResult budget = fit.refillInterval()
                .fold(
                        refill -> new Interval(
                                drain.budget(refill.high()), drain.budget(refill.low()), level, refill.coverage()),
                        (NotEnough few) -> few,
                        (Refused no) -> no);
        return new BucketEstimate(
                drain.high(),
                drain.highInterval(),
                drain.low(),
                drain.lowInterval(),
                fit.refill(),
                fit.refillInterval(),
                drain.budget(fit.refill()),
                budget,
                drain.secondsToEmpty());
    }

    /** How long a full bucket lasts at a rate; for ever at the refill rate or below. */
    public double secondsAt(double rate) {
        return rate <= refill ? Double.POSITIVE_INFINITY : budget / (rate - refill);
    }

    /**
     * Was it the volume or the time that emptied the bucket? A second drain from full at a lower rate tells: a volume
     * trigger lasts {@link #secondsAt}, a time trigger as long as before.
     *
     * @param rate of the second drain
     * @param seconds it lasted
     */
    public Trigger triggerOf(double rate, double seconds) {
        double byVolume = Math.abs(seconds / secondsAt(rate) - 1);
        double byTime = Math.abs(seconds / secondsToEmpty - 1);
        if (byVolume < 0.15 && byTime > 2 * byVolume) {
            return Trigger.VOLUME;
        }
        return byTime < 0.15 && byVolume > 2 * byTime ? Trigger.TIME : Trigger.UNCLEAR;
    }
}
