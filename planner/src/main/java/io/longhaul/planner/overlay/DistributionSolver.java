package io.longhaul.planner.overlay;

import io.longhaul.core.plan.DistributionOffer;
import io.longhaul.core.plan.DistributionPlan;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.planner.lp.LinearProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The optimal trees for one request to several destinations: the search of {@link OverlaySolver} with trees for paths.
 * Immutable; safe for any thread.
 */
public final class DistributionSolver {
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
     * @param finished whether it is proven
     */
    public record Solved(Optional<DistributionPlan> plan, boolean finished) {}

    /** The best plan that keeps deadline, rate and budget. */
    public Solved solve() {
        var form = new TimedSearch.Form<DistributionPlan>(
                new DistributionAssembly(setup)::plan, DistributionPlan::time, DistributionPlan::cost);
        TimedSearch.Result<DistributionPlan> result = new TimedSearch<>(setup, engine, form).run();
        return new Solved(result.plan(), result.proven());
    }

    /** Gbit/s that rate floor and deadline ask for; zero when the deadline leaves no time. */
    private double leastRate() {
        double asked = request.rate().map(rate -> rate.bitsPerSecond() / 1e9).orElse(0.0);
        double left = request.deadline().map(Durations::seconds).orElse(Double.POSITIVE_INFINITY) - setup.bootSeconds;
        return left <= 0 ? asked : Math.max(asked, setup.volume / left);
    }

    private boolean inTime(DistributionPlan plan) {
        return request.deadline().stream()
                .allMatch(limit -> Durations.seconds(plan.time().expected())
                        <= Durations.seconds(limit) * (1 + TransferRequest.TIME_TOLERANCE / 2));
    }

    private boolean affordable(DistributionPlan plan) {
        return request.budget().stream().allMatch(budget -> plan.cost().total().isWithin(budget));
    }

    /** Whether the time limit has passed. */
    public boolean outOfTime() {
        return engine.outOfTime();
    }

    /** The most every destination can receive at once; zero when one cannot be reached. */
    public Bandwidth mostRate() {
        return Bandwidth.ofBitsPerSecond(engine.mostRate().reached() * 1e9);
    }

    /** The simple trees, each with the VMs that make it cheapest at the rate asked for, or at any rate. */
    public List<DistributionOffer> offers() {
        var offers = new ArrayList<DistributionOffer>();
        double rate = leastRate();
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
        return VmCounts.best(problem, new Path[] {tree}, new double[] {1}, problem.timeHigh())
                .map(solution -> new OverlayAnswer(problem, Optional.of(solution), 0, Double.NaN, true, 0));
    }
}
