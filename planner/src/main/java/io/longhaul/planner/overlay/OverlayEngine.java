package io.longhaul.planner.overlay;

import io.longhaul.planner.lp.LinearProgram;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Runs the searches one request needs. Confined to one thread. */
final class OverlayEngine {
    /** How far below the most rate a plan may be that counts as running at it. */
    private static final double SAME_RATE = 1e-7;

    /** Parts to search for a cheaper plan among the fastest ones, whose time is proven already. */
    private static final int PARTS_AT_LEAST_TIME = 300;

    private final OverlaySetup setup;
    private final Supplier<LinearProgram> lps;
    private final double gap;
    private final BooleanSupplier outOfTime;

    OverlayEngine(OverlaySetup setup, Supplier<LinearProgram> lps, double gap, BooleanSupplier outOfTime) {
        this.setup = setup;
        this.lps = lps;
        this.gap = gap;
        this.outOfTime = outOfTime;
    }

    /** The cheapest plan at a rate (Gbit/s; zero for any). */
    OverlayAnswer cheapest(double leastRate, boolean exactly) {
        return cheapest(setup.cheapest(leastRate, exactly));
    }

    private OverlayAnswer cheapest(OverlayProblem problem) {
        return new TierSearch(setup, this::searchBillings).run(problem);
    }

    /** The cheapest plan that is as fast as can be. */
    OverlayAnswer fastest(double leastRate) {
        double rate = mostRate();
        if (rate < leastRate || rate == 0) {
            OverlayProblem problem = setup.cheapest(leastRate, false);
            return new OverlayAnswer(problem, Optional.empty(), Double.NaN, Double.POSITIVE_INFINITY, true, 1);
        }
        OverlayProblem atMostRate = setup.cheapest(rate * (1 - SAME_RATE), false);
        OverlayAnswer cheap =
                new TierSearch(setup, problem -> searchBillings(problem, PARTS_AT_LEAST_TIME)).run(atMostRate);
        double leastTime = cheap.problem().referenceRate() / rate;
        boolean finished = cheap.finished() || !outOfTime.getAsBoolean();
        return new OverlayAnswer(cheap.problem(), cheap.solution(), Double.NaN, leastTime, finished, cheap.parts() + 1);
    }

    /** The fastest plan within a budget. */
    OverlayAnswer fastestWithin(double leastRate, double budgetDollars) {
        OverlayProblem problem = setup.fastest(leastRate, budgetDollars);
        OverlayAnswer fast = new TierSearch(setup, this::searchBillings).run(problem);
        return new OverlayAnswer(
                fast.problem(), fast.solution(), Double.NaN, fast.timeBound(), fast.finished(), fast.parts());
    }

    /** The most any plan can do with all VMs allowed, Gbit/s; zero when the sites are not connected. */
    double mostRate() {
        double rough = mostRate(0);
        return rough == 0 ? 0 : mostRate(rough * 0.9);
    }

    /** The most rate above a rate; one near the answer keeps the numbers near 1. */
    private double mostRate(double leastRate) {
        OverlayProblem problem = setup.cheapest(leastRate, false).withObjective(0, 1, Double.POSITIVE_INFINITY);
        NodeBounds all = RootBounds.all(problem);
        var prices = new Prices(problem);
        var master = new Master(problem, all, lps.get(), BranchAndPrice.penalty(problem));
        Relaxation relaxed = master.solve(new Pricing(problem, prices), prices, Double.POSITIVE_INFINITY);
        return relaxed.status() == Relaxation.Status.OPTIMAL ? problem.referenceRate() / relaxed.time() : 0;
    }

    /** Searches each side of the minimum billing and takes the better. */
    OverlayAnswer searchBillings(OverlayProblem problem) {
        return searchBillings(problem, Integer.MAX_VALUE);
    }

    private OverlayAnswer searchBillings(OverlayProblem problem, int mostParts) {
        Optional<OverlayAnswer> best = Optional.empty();
        double bound = Double.POSITIVE_INFINITY;
        boolean finished = true;
        int parts = 0;
        for (OverlayProblem side : setup.byBilling(problem)) {
            SearchResult result = new BranchAndPrice(side, lps, gap, outOfTime, mostParts).run(start(side));
            bound = Math.min(bound, result.bound());
            finished &= result.finished();
            parts += result.parts();
            if (result.best().isPresent()
                    && (best.isEmpty()
                            || result.best().get().objective()
                                    < best.get().solution().orElseThrow().objective())) {
                best = Optional.of(answer(side, result));
            }
        }
        OverlayProblem of = best.map(OverlayAnswer::problem).orElse(problem);
        double dollars = problem.costWeight() > 0 ? bound / problem.costWeight() : Double.NaN;
        double time = problem.costWeight() > 0 ? Double.NaN : bound;
        return new OverlayAnswer(of, best.flatMap(OverlayAnswer::solution), dollars, time, finished, parts);
    }

    private static OverlayAnswer answer(OverlayProblem problem, SearchResult result) {
        return new OverlayAnswer(problem, result.best(), Double.NaN, Double.NaN, true, result.parts());
    }

    /** The direct arcs, where there are any. */
    private Collection<Path> start(OverlayProblem problem) {
        List<Path> direct = new ArrayList<>();
        FlowNetwork network = problem.network();
        for (int arc = network.firstOut[problem.source()]; arc < network.firstOut[problem.source() + 1]; arc++) {
            if (network.to[arc] == problem.sink()) {
                direct.add(new Path(arc));
            }
        }
        return direct;
    }
}
