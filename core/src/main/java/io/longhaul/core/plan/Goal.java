package io.longhaul.core.plan;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Money;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a transfer must keep and what it should minimise. Immutable.
 *
 * @param objective what to minimise
 * @param deadline from asking for the VMs to the last octet; empty when there is none
 * @param budget most money; empty when there is none
 * @param rate least rate on the wire; empty when there is none
 * @param rateExactly whether the plan must run at exactly {@code rate}, as peers' models do, instead of at least
 * @param confidence probability with which the deadline must be met; empty plans for the expected rates
 */
public record Goal(
        Objective objective,
        Optional<Duration> deadline,
        Optional<Money> budget,
        Optional<Bandwidth> rate,
        boolean rateExactly,
        OptionalDouble confidence) {
    /** The cheapest way, whatever time it takes. */
    public static final Goal CHEAPEST = new Goal(
            Objective.CHEAPEST, Optional.empty(), Optional.empty(), Optional.empty(), false, OptionalDouble.empty());

    public Goal {
        require(!rateExactly || rate.isPresent(), "An exact rate is asked for, but no rate.", "Give the rate too.");
        require(rate.stream().noneMatch(Bandwidth::isZero), "The rate asked for is zero.", "Leave it out.");
        require(
                confidence.stream().allMatch(level -> level > 0 && level < 1),
                "The confidence " + confidence + " is not between 0 and 1.",
                "Write it like 0.95.");
    }

    private static void require(boolean holds, String message, String advice) {
        if (!holds) {
            throw new InvalidInputException(message, advice);
        }
    }

    Goal with(Objective wanted) {
        return new Goal(wanted, deadline, budget, rate, rateExactly, confidence);
    }

    Goal with(Duration limit) {
        return new Goal(objective, Optional.of(limit), budget, rate, rateExactly, confidence);
    }

    Goal with(Money limit) {
        return new Goal(objective, deadline, Optional.of(limit), rate, rateExactly, confidence);
    }

    Goal with(Bandwidth wanted, boolean exactly) {
        return new Goal(objective, deadline, budget, Optional.of(wanted), exactly, confidence);
    }

    Goal with(double level) {
        return new Goal(objective, deadline, budget, rate, rateExactly, OptionalDouble.of(level));
    }
}
