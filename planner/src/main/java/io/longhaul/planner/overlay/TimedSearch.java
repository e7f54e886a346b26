package io.longhaul.planner.overlay;

import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanTime;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import java.util.Optional;

/**
 * The best plan of one request, slow start included. What slow start adds depends on the routes, which the search does
 * not know before: so what every plan must bear at least ({@link StartTimes}) bounds the rate needed and the time proven,
 * and the search is repeated with more time kept free, and with fewer and nearer relays, as long as that may help. A
 * plan whose slow start is longer than the least leaves a gap that is stated. Confined to one thread.
 */
final class TimedSearch {
    private static final int MOST_ROUNDS = 4;
    private static final int MOST_LEVELS = 8;
    private static final double SAME = 1e-9;

    private final OverlaySetup setup;
    private final OverlayEngine engine;
    private final PlanAssembly assembly;
    private final TransferRequest request;
    private final StartTimes starts;
    private final boolean cheapest;
    /** Seconds for slow start and transfer; infinite without a deadline. */
    private final double left;

    private Optional<TransferPlan> best = Optional.empty();
    private double bestValue = Double.POSITIVE_INFINITY;

    /**
     * What was found.
     *
     * @param plan the plan; empty when none was
     * @param proven whether the bound is that of a search that ended by itself, or no plan exists
     * @param unmet where nothing else was found, the best but for slow start and the rounding of money, by which it misses
     *     the request; its bounds hold of all plans
     */
    record Result(Optional<TransferPlan> plan, boolean proven, Optional<TransferPlan> unmet) {
        private static Result none(boolean proven) {
            return new Result(Optional.empty(), proven, Optional.empty());
        }
    }

    TimedSearch(OverlaySetup setup, OverlayEngine engine) {
        this.setup = setup;
        this.engine = engine;
        assembly = new PlanAssembly(setup);
        request = setup.request;
        starts = setup.starts;
        cheapest = request.objective() == Objective.CHEAPEST || request.rateExactly();
        left = request.deadline().map(Durations::seconds).orElse(Double.POSITIVE_INFINITY) - setup.bootSeconds;
    }

    Result run() {
        double asked = request.rate().map(rate -> rate.bitsPerSecond() / 1e9).orElse(0.0);
        double reserve = starts.least(Math.max(asked, setup.volume / left));
        if (reserve >= left || tooSlow(asked, reserve)) {
            return Result.none(true);
        }
        OverlayAnswer first = solve(setup, Math.max(asked, setup.volume / (left - reserve)));
        if (first.solution().isEmpty()) {
            return Result.none(first.finished());
        }
        boolean settled = consider(first, first) && (cheapest || !starts.any());
        OverlaySetup at = setup;
        OverlayAnswer answer = first;
        for (int level = 0; !settled && level < MOST_LEVELS && !engine.outOfTime(); level++) {
            answer = keepingMoreFree(at, answer, first, asked);
            double farthest = starts.farthestRelay(answer.solution().orElseThrow());
            if (farthest == 0) {
                break;
            }
            at = setup.withRelays(relay -> starts.over(relay) < farthest * (1 - SAME));
            OverlayAnswer nearer = solve(at, Math.max(asked, setup.volume / (left - reserve)));
            if (nearer.solution().isEmpty()) {
                break;
            }
            consider(nearer, first);
            answer = nearer;
        }
        Optional<TransferPlan> unmet =
                best.isEmpty() && first.finished() ? Optional.of(assembly.plan(first)) : Optional.empty();
        return new Result(best, first.finished() && (best.isPresent() || isTooDear(first)), unmet);
    }

    /** Whether even the bound is above the budget. */
    private boolean isTooDear(OverlayAnswer first) {
        return cheapest
                && request.budget().stream()
                        .anyMatch(budget -> !Money.ofDollars(first.dollarBound() + setup.requestFees())
                                .isWithin(budget));
    }

    private boolean tooSlow(double asked, double reserve) {
        return request.rateExactly() && setup.volume / (left - reserve) > asked * (1 + SAME);
    }

    /** Solves again with as much time kept free as the last plan's slow start takes, until one is in time. */
    private OverlayAnswer keepingMoreFree(OverlaySetup at, OverlayAnswer from, OverlayAnswer first, double asked) {
        OverlayAnswer answer = from;
        for (int round = 0; round < MOST_ROUNDS && !isInTime(assembly.plan(answer)); round++) {
            PlanTime time = assembly.plan(answer).time();
            double start = Durations.seconds(time.expected().minus(time.transfer())) - setup.bootSeconds + 1e-3;
            if (start >= left || tooSlow(asked, start)) {
                return answer;
            }
            OverlayAnswer faster = solve(at, Math.max(asked, setup.volume / (left - start)));
            if (faster.solution().isEmpty()) {
                return answer;
            }
            consider(faster, first);
            answer = faster;
        }
        return answer;
    }

    /** Keeps a plan that is better than the best so far and meets the request; whether it meets it. */
    private boolean consider(OverlayAnswer answer, OverlayAnswer first) {
        TransferPlan plan = assembly.plan(first.boundsFor(answer));
        if (!isInTime(plan) || !isAffordable(plan)) {
            return false;
        }
        double value = cheapest
                ? plan.cost().total().dollars()
                : Durations.seconds(plan.time().expected());
        if (value < bestValue * (1 - SAME)) {
            bestValue = value;
            best = Optional.of(plan);
        }
        return true;
    }

    private OverlayAnswer solve(OverlaySetup at, double leastRate) {
        OverlayEngine on = engine.on(at);
        if (cheapest) {
            return on.cheapest(leastRate, request.rateExactly());
        }
        if (request.budget().isEmpty()) {
            return on.fastest(leastRate);
        }
        double budget = request.budget().get().dollars();
        OverlayAnswer answer = on.fastestWithin(leastRate, budget - setup.requestFees());
        double spared = 0;
        for (int i = 0; i < MOST_ROUNDS && answer.solution().isPresent(); i++) {
            TransferPlan plan = assembly.plan(answer);
            if (isAffordable(plan)) {
                break;
            }
            spared += plan.cost().total().dollars() - budget;
            answer = answer.boundsFor(on.fastestWithin(leastRate, budget - setup.requestFees() - spared));
        }
        return answer;
    }

    private boolean isInTime(TransferPlan plan) {
        return request.deadline().stream()
                .allMatch(limit -> Durations.seconds(plan.time().expected())
                        <= Durations.seconds(limit) * (1 + TransferRequest.TIME_TOLERANCE / 2));
    }

    private boolean isAffordable(TransferPlan plan) {
        return request.budget().stream().allMatch(budget -> plan.cost().total().isWithin(budget));
    }
}
