package io.longhaul.planner.overlay;

import io.longhaul.core.plan.Frontier;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.planner.lp.LinearProgram;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The optimal plan of one request, without offers or explanation. All it is asked runs against one stopwatch. Confined to
 * one thread.
 */
public final class OverlaySolver {
    private static final double FRONTIER_GAP = 1e-8;

    private final FlowNetwork network;
    private final Supplier<LinearProgram> lps;
    private final double gap;
    private final BooleanSupplier outOfTime;

    /**
     * @param gap how near its bound a plan must be
     * @param outOfTime ends every search where it stands
     */
    public OverlaySolver(FlowNetwork network, Supplier<LinearProgram> lps, double gap, BooleanSupplier outOfTime) {
        this.network = network;
        this.lps = lps;
        this.gap = gap;
        this.outOfTime = outOfTime;
    }

    /**
     * What was found. Immutable.
     *
     * @param plan the plan; empty when none meets the request, or none was found in time
     * @param finished whether it is proven
     * @param unmet where nothing else was found, the best but for slow start and the rounding of money, by which it misses
     *     the request; its bounds hold of all plans
     */
    public record Solved(Optional<TransferPlan> plan, boolean finished, Optional<TransferPlan> unmet) {}

    /** The best plan that keeps deadline, rate and budget. */
    public Solved solve(TransferRequest request) {
        var setup = new OverlaySetup(network, request);
        if (setup.endCaps() == 0) {
            return new Solved(Optional.empty(), true, Optional.empty());
        }
        TimedSearch.Result result = new TimedSearch(setup, engine(setup, gap)).run();
        return new Solved(result.plan(), result.proven(), result.unmet());
    }

    /** The exact frontier of time and cost, as far as deadline, rate and budget let it. */
    public Frontier frontier(TransferRequest request) {
        var setup = new OverlaySetup(network, request);
        return setup.endCaps() == 0
                ? new Frontier(List.of(), true)
                : new FrontierSearch(setup, engine(setup, Math.min(gap, FRONTIER_GAP)), lps, outOfTime).run();
    }

    /** The most any plan can do under the request's limits; zero when the sites are not connected. */
    public Bandwidth mostRate(TransferRequest request) {
        var setup = new OverlaySetup(network, request);
        return Bandwidth.ofBitsPerSecond(engine(setup, gap).mostRate().reached() * 1e9);
    }

    private OverlayEngine engine(OverlaySetup setup, double closeness) {
        return new OverlayEngine(setup, lps, closeness, outOfTime);
    }

    /** Whether the time limit of some options has passed since now. */
    public static BooleanSupplier stopwatch(PlannerOptions options) {
        if (options.timeLimit().isEmpty()) {
            return () -> false;
        }
        long start = options.nanoTicker().getAsLong();
        long limit = options.timeLimit().get().toNanos();
        return () -> options.nanoTicker().getAsLong() - start > limit;
    }
}
