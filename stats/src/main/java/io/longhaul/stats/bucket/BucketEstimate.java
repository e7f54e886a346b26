package io.longhaul.stats.bucket;

import io.longhaul.stats.Interval;
import io.longhaul.stats.IntervalResult;
import io.longhaul.stats.NotEnough;
import io.longhaul.stats.Refused;
import io.longhaul.stats.bucket.DrainResult.Drained;
import java.util.List;
import org.apache.commons.math3.distribution.NormalDistribution;

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

    /**
     * Joins a drain from full with the bursts after rests, by {@link RefillFit}.
     *
     * @throws IllegalArgumentException when there are no bursts
     */
    public static BucketEstimate of(Drained drain, List<RestedBurst> bursts, double level) {
        RefillFit fit = RefillFit.fit(drain.high(), bursts, level);
        // with a high rate as low as the low one no burst would have had a length
        boolean apart = drain.highInterval().findInterval().stream().allMatch(high -> high.low() > drain.low());
        IntervalResult refillInterval = !apart
                ? new Refused("the interval of the high rate reaches down to the low one")
                : fit.refillInterval()
                        .fold(
                                scatter ->
                                        widened(scatter, fit.refill(), shiftByHigh(drain, bursts, fit.refill(), level)),
                                (NotEnough few) -> few,
                                (Refused no) -> no);
        double budget = drain.budget(fit.refill());
        IntervalResult budgetInterval = refillInterval.fold(
                refill -> budgetInterval(drain, fit.refill(), refill), (NotEnough few) -> few, (Refused no) -> no);
        return new BucketEstimate(
                drain.high(),
                drain.highInterval(),
                drain.low(),
                drain.lowInterval(),
                fit.refill(),
                refillInterval,
                budget,
                budgetInterval,
                drain.secondsToEmpty());
    }

    /**
     * All bursts were read with the same high rate, so its error does not show in their scatter: how far the refill moves
     * when high lies at either end of its interval and the volumes above low stay.
     */
    private static double shiftByHigh(Drained drain, List<RestedBurst> bursts, double refill, double level) {
        return drain.highInterval()
                .findInterval()
                .map(high -> Math.max(
                        Math.abs(refillWith(high.low(), drain, bursts, level) - refill),
                        Math.abs(refillWith(high.high(), drain, bursts, level) - refill)))
                .orElse(0.0);
    }

    private static double refillWith(double high, Drained drain, List<RestedBurst> bursts, double level) {
        double scale = (drain.high() - drain.low()) / (high - drain.low());
        List<RestedBurst> rescaled = bursts.stream()
                .map(burst -> new RestedBurst(burst.restSeconds(), burst.burstSeconds() * scale))
                .toList();
        return RefillFit.fit(high, rescaled, level).refill();
    }

    private static Interval widened(Interval scatter, double estimate, double shift) {
        return new Interval(
                Math.max(0, estimate - Math.hypot(estimate - scatter.low(), shift)),
                estimate + Math.hypot(scatter.high() - estimate, shift),
                scatter.level(),
                scatter.coverage());
    }

    /** The errors of the refill and of the moment of the fall are independent, so their squares add up. */
    private static IntervalResult budgetInterval(Drained drain, double refill, Interval refills) {
        double z = new NormalDistribution(null, 0, 1).inverseCumulativeProbability((1 + refills.level()) / 2);
        double byMoment = z * drain.secondsError() * (drain.high() - refill);
        double below = Math.hypot(byMoment, (refills.high() - refill) * drain.secondsToEmpty());
        double above = Math.hypot(byMoment, (refill - refills.low()) * drain.secondsToEmpty());
        double budget = drain.budget(refill);
        return new Interval(budget - below, budget + above, refills.level(), refills.coverage());
    }

    /** How long a full bucket lasts at a rate; for ever at the refill rate or below. */
    public double secondsAt(double rate) {
        return rate <= refill ? Double.POSITIVE_INFINITY : budget / (rate - refill);
    }
}
