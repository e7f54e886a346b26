package io.longhaul.core.plan;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Money;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * All sensible trades of time against money for one request, fastest first. Between two corners the frontier is a
 * straight line in (time, cost) where {@link Corner#linearToNext()} says so (mixing the two plans on the same VMs), and
 * a step elsewhere. No corner is dominated by another. Immutable.
 *
 * @param corners fastest and dearest first
 * @param proven whether every stretch between corners was proven empty of better plans
 */
public record Frontier(List<Corner> corners, boolean proven) {
    /**
     * One corner.
     *
     * @param rate wire rate
     * @param time boot, slow start and transfer
     * @param cost total
     * @param verdict kind of plan
     * @param plan the plan itself
     * @param linearToNext whether the plans between this corner and the next, slower one are mixtures of the two
     */
    public record Corner(
            Bandwidth rate, Duration time, Money cost, Verdict verdict, TransferPlan plan, boolean linearToNext) {
        /** The same, joined to the next by a line or not. */
        public Corner linear(boolean toNext) {
            return new Corner(rate, time, cost, verdict, plan, toNext);
        }
    }

    public Frontier {
        corners = List.copyOf(corners);
    }

    /** The least cost at a rate of at least this; empty when no plan is that fast. */
    public Optional<Money> costAtRate(Bandwidth atLeast) {
        Optional<Money> best = Optional.empty();
        for (int i = 0; i < corners.size(); i++) {
            Corner corner = corners.get(i);
            if (corner.rate.compareTo(atLeast) >= 0) {
                best = Optional.of(corner.cost);
            } else {
                return i > 0 && corners.get(i - 1).linearToNext
                        ? Optional.of(between(corners.get(i - 1), corner, atLeast))
                        : best;
            }
        }
        return best;
    }

    /** Time is linear in 1/rate, cost in time. */
    private static Money between(Corner fast, Corner slow, Bandwidth rate) {
        double fastTime = 1.0 / fast.rate.bitsPerSecond();
        double slowTime = 1.0 / slow.rate.bitsPerSecond();
        double share = (1.0 / rate.bitsPerSecond() - fastTime) / (slowTime - fastTime);
        return Money.ofDollars(fast.cost.dollars() + share * (slow.cost.dollars() - fast.cost.dollars()));
    }
}
