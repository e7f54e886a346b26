package io.longhaul.core.plan;

import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import java.time.Duration;
import java.util.Optional;

/**
 * How good a plan provably is. The bound comes from dual prices checked apart from the search. Immutable.
 *
 * @param costBound no plan that meets the request costs less; empty when time was minimised
 * @param timeBound no plan that meets the request is faster; empty when cost was minimised
 * @param gap distance of the plan from its bound, over the plan's value; zero or more
 */
public record Proof(Optional<Money> costBound, Optional<Duration> timeBound, double gap) {
    /** Less than rounding leaves. */
    private static final double SAME = 1e-8;

    /** That no plan costs less than a bound, for a plan of such a cost. */
    public static Proof ofCost(Money bound, Money cost) {
        Money least = bound.compareTo(cost) < 0 ? bound : cost;
        double gap = cost.compareTo(Money.ZERO) == 0 ? 0 : 1 - least.dollars() / cost.dollars();
        return new Proof(Optional.of(least), Optional.empty(), gap < SAME ? 0 : gap);
    }

    /** That no plan is done before a bound, for a plan that takes so long. */
    public static Proof ofTime(Duration bound, Duration time) {
        Duration least = bound.compareTo(time) < 0 ? bound : time;
        double gap = time.isZero() ? 0 : 1 - Durations.seconds(least) / Durations.seconds(time);
        return new Proof(Optional.empty(), Optional.of(least), gap < SAME ? 0 : gap);
    }
}
