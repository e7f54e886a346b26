package io.longhaul.planner.overlay;

import io.longhaul.core.plan.Frontier;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.planner.lp.LinearProgram;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The optimal plan of one request, without offers or explanation. Immutable; safe for any thread.
 */
public final class OverlaySolver {
    private static final int SLOW_START_ROUNDS = 4;
    private static final double FRONTIER_GAP = 1e-8;

    private final FlowNetwork network;
    private final Supplier<LinearProgram> lps;

    public OverlaySolver(FlowNetwork network, Supplier<LinearProgram> lps) {
        this.network = network;
        this.lps = lps;
    }

    /**
     * What was found. Immutable.
     *
     * @param plan the plan; empty when none meets the request, or none was found in time
     * @param finished whether the search ended by itself
     */
    public record Solved(Optional<TransferPlan> plan, boolean finished) {}

    /** The best plan that keeps deadline, rate and budget. */
    public Solved solve(TransferRequest request, PlannerOptions options) {
        var setup = new OverlaySetup(network, request);
        if (setup.endCaps() == 0) {
            return new Solved(Optional.empty(), true);
        }
        var engine = new OverlayEngine(setup, lps, options.gap(), stopwatch(options));
        Duration left = null;
        if (request.deadline().isPresent()) {
            left = request.deadline().get().minus(request.billing().vmBoot());
        }
        Duration reserve = Duration.ZERO;
        Solved solved = new Solved(Optional.empty(), true);
        for (int round = 0; round < SLOW_START_ROUNDS; round++) {
            double leastRate = request.rate().map(OverlaySolver::gigabits).orElse(0.0);
            if (left != null) {
                double seconds = Durations.seconds(left.minus(reserve));
                if (seconds <= 0) {
                    return new Solved(Optional.empty(), true);
                }
                double needed = setup.volume / seconds;
                if (request.rateExactly() && needed > leastRate * (1 + 1e-9)) {
                    return new Solved(Optional.empty(), true);
                }
                leastRate = Math.max(leastRate, needed);
            }
            solved = solve(setup, engine, request, leastRate);
            if (left == null || solved.plan.isEmpty() || inTime(request, solved.plan.get())) {
                return solved;
            }
            TransferPlan late = solved.plan.get();
            reserve = late.time()
                    .expected()
                    .minus(late.time().transfer())
                    .minus(request.billing().vmBoot())
                    .plus(Duration.ofMillis(1));
        }
        return new Solved(solved.plan.filter(plan -> inTime(request, plan)), solved.finished);
    }

    private static boolean inTime(TransferRequest request, TransferPlan plan) {
        return Durations.seconds(plan.time().expected())
                <= Durations.seconds(request.deadline().orElseThrow()) * (1 + 5e-7);
    }

    private Solved solve(OverlaySetup setup, OverlayEngine engine, TransferRequest request, double leastRate) {
        OverlayAnswer answer;
        if (request.objective() == Objective.CHEAPEST || request.rateExactly()) {
            answer = engine.cheapest(leastRate, request.rateExactly());
        } else if (request.budget().isPresent()) {
            double fees = request.billing().requestFees(request.size()).dollars();
            answer = engine.fastestWithin(leastRate, request.budget().get().dollars() - fees);
        } else {
            answer = engine.fastest(leastRate);
        }
        if (answer.solution().isEmpty()) {
            return new Solved(Optional.empty(), answer.finished());
        }
        TransferPlan plan = new PlanAssembly(setup).plan(answer);
        boolean affordable = request.budget().isEmpty()
                || plan.cost().total().dollars() <= request.budget().get().dollars() * (1 + 5e-7) + 1e-6;
        return new Solved(Optional.of(plan).filter(any -> affordable), answer.finished());
    }

    /** The exact frontier of time and cost under the request's limits; deadline, rate and budget are not looked at. */
    public Frontier frontier(TransferRequest request, PlannerOptions options) {
        var setup = new OverlaySetup(network, request.unconstrained());
        if (setup.endCaps() == 0) {
            return new Frontier(List.of(), true);
        }
        BooleanSupplier outOfTime = stopwatch(options);
        var engine = new OverlayEngine(setup, lps, Math.min(options.gap(), FRONTIER_GAP), outOfTime);
        return new FrontierSearch(setup, engine, lps, outOfTime).run();
    }

    /** The most any plan can do under the request's limits; zero when the sites are not connected. */
    public Bandwidth mostRate(TransferRequest request) {
        var engine = new OverlayEngine(new OverlaySetup(network, request), lps, 0, () -> false);
        return Bandwidth.ofBitsPerSecond(engine.mostRate() * 1e9);
    }

    private static double gigabits(Bandwidth rate) {
        return rate.bitsPerSecond() / 1e9;
    }

    static BooleanSupplier stopwatch(PlannerOptions options) {
        if (options.timeLimit().isEmpty()) {
            return () -> false;
        }
        long start = options.nanoTicker().getAsLong();
        long limit = options.timeLimit().get().toNanos();
        return () -> options.nanoTicker().getAsLong() - start > limit;
    }
}
