package io.longhaul.planner.overlay;

import io.longhaul.core.plan.DistributionOffer;
import io.longhaul.core.plan.DistributionPlan;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.planner.lp.LinearProgram;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The optimal trees for one request to several destinations: the search of {@link OverlaySolver} with trees for paths.
 * Immutable; safe for any thread.
 */
public final class DistributionSolver {
    private static final int ROUNDS = 4;

    private final OverlaySetup setup;
    private final TransferRequest request;
    private final OverlayEngine engine;

    public DistributionSolver(
            FlowNetwork network, TransferRequest request, Supplier<LinearProgram> lps, PlannerOptions options) {
        this.request = request;
        setup = new OverlaySetup(network, request);
        engine = new OverlayEngine(setup, lps, options.gap(), OverlaySolver.stopwatch(options));
    }

    /**
     * What was found. Immutable.
     *
     * @param plan the plan; empty when none meets the request, or none was found in time
     * @param finished whether the search ended by itself
     */
    public record Solved(Optional<DistributionPlan> plan, boolean finished) {}

    /** The best plan that keeps deadline, rate and budget. */
    public Solved solve() {
        Duration reserve = Duration.ZERO;
        Solved solved = new Solved(Optional.empty(), true);
        for (int round = 0; round < ROUNDS; round++) {
            Optional<Double> rate = leastRate(reserve);
            if (rate.isEmpty()) {
                return new Solved(Optional.empty(), true);
            }
            solved = solve(rate.get());
            if (solved.plan.isEmpty() || inTime(solved.plan.get())) {
                return solved;
            }
            DistributionPlan late = solved.plan.get();
            reserve = late.time()
                    .expected()
                    .minus(late.time().transfer())
                    .minus(request.billing().vmBoot())
                    .plus(Duration.ofMillis(1));
        }
        return new Solved(solved.plan.filter(this::inTime), solved.finished);
    }

    /** Gbit/s that rate floor and deadline ask for; empty when the deadline leaves no time or the exact rate is too low. */
    private Optional<Double> leastRate(Duration reserve) {
        double asked = request.rate().map(rate -> rate.bitsPerSecond() / 1e9).orElse(0.0);
        if (request.deadline().isEmpty()) {
            return Optional.of(asked);
        }
        Duration left =
                request.deadline().get().minus(request.billing().vmBoot()).minus(reserve);
        double needed = setup.volume / Durations.seconds(left);
        boolean tooSlow = request.rateExactly() && needed > asked * (1 + 1e-9);
        return left.isNegative() || left.isZero() || tooSlow ? Optional.empty() : Optional.of(Math.max(asked, needed));
    }

    private Solved solve(double leastRate) {
        double fees = request.billing().requestFees(request.size()).dollars()
                * request.to().size();
        OverlayAnswer answer;
        if (request.objective() == Objective.CHEAPEST || request.rateExactly()) {
            answer = engine.cheapest(leastRate, request.rateExactly());
        } else if (request.budget().isPresent()) {
            answer = engine.fastestWithin(leastRate, request.budget().get().dollars() - fees);
        } else {
            answer = engine.fastest(leastRate);
        }
        Optional<DistributionPlan> plan = answer.solution()
                .map(any -> new DistributionAssembly(setup).plan(answer))
                .filter(this::affordable);
        return new Solved(plan, answer.finished());
    }

    private boolean inTime(DistributionPlan plan) {
        return request.deadline().stream()
                .allMatch(limit -> Durations.seconds(plan.time().expected()) <= Durations.seconds(limit) * (1 + 5e-7));
    }

    private boolean affordable(DistributionPlan plan) {
        return request.budget().stream()
                .allMatch(budget -> plan.cost().total().dollars() <= budget.dollars() * (1 + 5e-7) + 1e-6);
    }

    /** The most every destination can receive at once; zero when one cannot be reached. */
    public Bandwidth mostRate() {
        return Bandwidth.ofBitsPerSecond(engine.mostRate() * 1e9);
    }

    /** The simple trees, each with the VMs that make it cheapest at the rate asked for, or at any rate. */
    public List<DistributionOffer> offers() {
        var offers = new ArrayList<DistributionOffer>();
        double rate = leastRate(Duration.ZERO).orElse(0.0);
        OverlayProblem asked = setup.cheapest(rate, request.rateExactly());
        SimpleTrees.of(asked).forEach((kind, tree) -> {
            Optional<OverlayAnswer> kept = alone(asked, tree);
            Optional<OverlayAnswer> any = kept.or(() -> alone(setup.cheapest(0, false), tree));
            any.ifPresent(answer -> {
                DistributionPlan plan = new DistributionAssembly(setup).plan(answer);
                boolean meets = kept.isPresent() && inTime(plan) && affordable(plan);
                offers.add(new DistributionAssembly(setup).offer(kind, answer, meets));
            });
        });
        return offers;
    }

    private static Optional<OverlayAnswer> alone(OverlayProblem problem, Path tree) {
        return VmCounts.best(problem, new Path[] {tree}, new double[] {1})
                .map(solution -> new OverlayAnswer(problem, Optional.of(solution), 0, Double.NaN, true, 0));
    }
}
