package io.longhaul.core.job;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.Money;
import java.time.Duration;
import java.util.Optional;

/**
 * What is asked of a job beside its result. Immutable.
 *
 * @param arrival when it may begin, from the start of the jobs it is planned with; its data are there from that start, so that
 *     they may be moved before
 * @param deadline when it should be done, from its arrival; empty when any time will do
 * @param budget the most its egress and VMs may cost; empty when any cost will do
 * @param weight how much its time counts beside that of others; above zero
 */
public record Terms(Duration arrival, Optional<Duration> deadline, Optional<Money> budget, double weight) {
    /** At once, in any time, at any cost. */
    public static final Terms NONE = new Terms(Duration.ZERO, Optional.empty(), Optional.empty(), 1);

    public Terms {
        require(
                !arrival.isNegative(),
                "The arrival of a job (" + arrival + ") is before the start.",
                "Count it from the start of all jobs, as 90s.");
        require(
                deadline.map(limit -> !limit.isZero() && !limit.isNegative()).orElse(true),
                "The deadline of a job is not after its start.",
                "Give a time from its arrival, as 10min.");
        require(
                budget.map(most -> most.nanoDollars() >= 0).orElse(true),
                "The budget of a job is below zero.",
                "Give an amount, as 12.50USD.");
        require(
                weight > 0 && weight < Double.POSITIVE_INFINITY,
                "The weight of a job (" + weight + ") is not above zero.",
                "Write it like 1 or 2.5.");
    }

    private static void require(boolean holds, String message, String advice) {
        if (!holds) {
            throw new InvalidInputException(message, advice);
        }
    }

    public Terms withArrival(Duration start) {
        return new Terms(start, deadline, budget, weight);
    }

    public Terms withDeadline(Optional<Duration> limit) {
        return new Terms(arrival, limit, budget, weight);
    }

    public Terms withBudget(Optional<Money> most) {
        return new Terms(arrival, deadline, most, weight);
    }
}
