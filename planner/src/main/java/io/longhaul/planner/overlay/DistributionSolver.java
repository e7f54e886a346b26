package io.longhaul.planner.overlay;

import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.planner.lp.LinearProgram;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The optimal trees for one request to several destinations: the search of {@link OverlaySolver} with trees for paths.
 * Confined to one thread.
 */
public final class DistributionSolver {
    private final OverlaySetup setup;
    private final TransferRequest request;
    private final OverlayEngine engine;

    /**
     * @param gap how near its bound a plan must be
     * @param outOfTime ends every search where it stands
     */
    public DistributionSolver(
            FlowNetwork network,
            TransferRequest request,
            Supplier<LinearProgram> lps,
            double gap,
            BooleanSupplier outOfTime) {
        this.request = request;
        setup = new OverlaySetup(network, request);
        engine = new OverlayEngine(setup, lps, gap, outOfTime);
    }

    /**
     * What was found. Immutable.
     *
     * @param plan the plan; empty when none meets the request, or none was found in time
     * @param finished whether it is proven
     */
    public record Solved(Optional<TransferPlan> plan, boolean finished) {}

    /** The best plan that keeps deadline, rate and budget. */
    public Solved solve() {
        if (setup.endCaps() == 0) {
            return new Solved(Optional.empty(), true);
        }
        TimedSearch.Result result = new TimedSearch(setup, engine).run();
        return new Solved(result.plan(), result.proven());
    }

    /** Gbit/s that rate floor and deadline ask for; zero when the deadline leaves no time. */
    private double leastRate() {
        double asked = request.rate().map(rate -> rate.bitsPerSecond() / 1e9).orElse(0.0);
        double left = request.deadline().map(Durations::seconds).orElse(Double.POSITIVE_INFINITY) - setup.bootSeconds;
        return left <= 0 ? asked : Math.max(asked, setup.volume / left);
    }

    /** The most every destination can receive at once; zero when one cannot be reached. */
    public Bandwidth mostRate() {
        return Bandwidth.ofBitsPerSecond(engine.mostRate().reached() * 1e9);
    }

    /**
     * The simple trees by name, each with the VMs that make it cheapest at the rate asked for, or at any rate where it does
     * not reach that; those left out whose money or time are beyond what can be counted. Their proofs mean nothing.
     */
    public Map<String, TransferPlan> simple() {
        var plans = new LinkedHashMap<String, TransferPlan>();
        OverlayProblem asked = setup.cheapest(leastRate(), request.rateExactly());
        SimpleTrees.of(asked).forEach((kind, tree) -> {
            Optional<OverlayAnswer> kept = alone(asked, tree);
            Optional<OverlayAnswer> any = kept.or(() -> alone(setup.cheapest(0, false), tree));
            any.flatMap(this::counted).ifPresent(plan -> plans.put(kind, plan));
        });
        return plans;
    }

    private Optional<TransferPlan> counted(OverlayAnswer answer) {
        try {
            return Optional.of(new PlanAssembly(setup).plan(answer));
        } catch (ArithmeticException tooLarge) {
            return Optional.empty();
        }
    }

    private static Optional<OverlayAnswer> alone(OverlayProblem problem, Path tree) {
        return VmCounts.best(problem, new Path[] {tree}, new double[] {1}, problem.timeHigh())
                .map(solution -> new OverlayAnswer(problem, Optional.of(solution), 0, Double.NaN, true, 0));
    }
}
