package io.longhaul.stats.bucket;

import io.longhaul.stats.Interval;
import io.longhaul.stats.IntervalResult;
import io.longhaul.stats.NotEnough;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * How fast a token bucket refills, from rests of different lengths. Immutable.
 *
 * <p>A rest of t seconds earns min(B, r t), and a burst at high spends high - r a second, so a burst lasts
 * T = min(g t, c) with g = r / (high - r) and c = B / (high - r). The hinge is fitted by least squares, exactly: for every
 * pair of neighbouring rests the best bend between them is known in closed form. Then r = high g / (1 + g). Never
 * estimate r by the low rate: a shaper may pass more than the refill.
 *
 * @param refill r, in units a second
 * @param refillInterval t interval of r from the scatter about the fit
 * @param saturation rest that fills the bucket, in seconds; empty when even the longest rest did not
 */
public record RefillFit(double refill, IntervalResult refillInterval, OptionalDouble saturation) {

    /**
     * Fits one or more rested bursts.
     *
     * @param high rate with credit, in units a second
     * @param level confidence of the interval, which needs three bursts
     */
    public static RefillFit fit(double high, List<RestedBurst> bursts, double level) {
        if (bursts.isEmpty() || !(high > 0)) {
            throw new IllegalArgumentException("no bursts to fit, or high is not positive: " + high);
        }
        List<RestedBurst> byRest = bursts.stream()
                .sorted(Comparator.comparingDouble(RestedBurst::restSeconds))
                .toList();
        Hinge best = Hinge.at(byRest, byRest.get(byRest.size() - 1).restSeconds());
        for (int below = 1; below < byRest.size(); below++) {
            Hinge bent = Hinge.between(byRest, below);
            best = bent.squares() < best.squares() * (1 - 1e-9) ? bent : best;
        }
        double longest = byRest.get(byRest.size() - 1).restSeconds();
        return new RefillFit(
                refill(high, best.slope()),
                interval(high, byRest, best, level),
                best.bend() < longest ? OptionalDouble.of(best.bend()) : OptionalDouble.empty());
    }

    private static double refill(double high, double slope) {
        return high * slope / (1 + slope);
    }

    private static IntervalResult interval(double high, List<RestedBurst> bursts, Hinge hinge, double level) {
        int parameters = hinge.bend() < bursts.get(bursts.size() - 1).restSeconds() ? 2 : 1;
        int freedom = bursts.size() - parameters;
        if (freedom < 1 || bursts.size() < 3) {
            return new NotEnough(bursts.size(), Math.max(3, parameters + 1));
        }
        double weights = bursts.stream()
                .mapToDouble(b -> Math.min(b.restSeconds(), hinge.bend()))
                .map(m -> m * m)
                .sum();
        double error = Math.sqrt(hinge.squares() / freedom / weights);
        double t = new TDistribution(null, freedom).inverseCumulativeProbability((1 + level) / 2);
        return new Interval(
                refill(high, Math.max(0, hinge.slope() - t * error)),
                refill(high, hinge.slope() + t * error),
                level,
                level);
    }

    /** T = slope * min(t, bend), with its sum of squared residuals. */
    private record Hinge(double slope, double bend, double squares) {

        static Hinge at(List<RestedBurst> bursts, double bend) {
            double products = 0;
            double weights = 0;
            for (RestedBurst burst : bursts) {
                double m = Math.min(burst.restSeconds(), bend);
                products += m * burst.burstSeconds();
                weights += m * m;
            }
            double slope = products / weights;
            double squares = 0;
            for (RestedBurst burst : bursts) {
                double residual = burst.burstSeconds() - slope * Math.min(burst.restSeconds(), bend);
                squares += residual * residual;
            }
            return new Hinge(slope, bend, squares);
        }

        /** The best bend from the rest numbered {@code below - 1} to the next: free line and level, kept to that gap. */
        static Hinge between(List<RestedBurst> bursts, int below) {
            double products = 0;
            double weights = 0;
            double level = 0;
            for (int i = 0; i < bursts.size(); i++) {
                RestedBurst burst = bursts.get(i);
                if (i < below) {
                    products += burst.restSeconds() * burst.burstSeconds();
                    weights += burst.restSeconds() * burst.restSeconds();
                } else {
                    level += burst.burstSeconds() / (bursts.size() - below);
                }
            }
            double low = bursts.get(below - 1).restSeconds();
            double high = bursts.get(below).restSeconds();
            double free = products == 0 ? high : level * weights / products;
            return at(bursts, Math.max(low, Math.min(high, free)));
        }
    }
}
