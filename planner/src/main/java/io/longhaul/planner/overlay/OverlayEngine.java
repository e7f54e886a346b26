package io.longhaul.planner.overlay;

import io.longhaul.planner.lp.LinearProgram;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Runs the searches one request needs. Confined to one thread. */
final class OverlayEngine {
    /** How far below the most rate a plan may be that counts as running at it. */
    private static final double SAME_RATE = 1e-7;

    private static final double SAME_COST = 1e-9;

    /** The most rate is looked for again above so much of what was reached, which keeps the numbers near 1. */
    private static final double ZOOM = 0.9;

    private static final int MOST_ZOOMS = 6;

    /**
     * Parts to search for a cheaper plan among the fastest ones, whose time is proven already; fewer on large networks, where
     * each takes longer.
     */
    private static final int PARTS_AT_LEAST_TIME = 300;

    private static final int FEWEST_AT_LEAST_TIME = 4;
    private static final int PAIRS_AT_LEAST_TIME = 1_200_000;

    private static final int MOST_SCALES = 3;

    /** Units of time that differ by more than this factor make other numbers. */
    private static final double FAR = 4;

    /** Costs below this in the scale of the search let the preference for speed show in the bound. */
    private static final double NEAR_ONE = 0.5;

    private static final double LEAST_DOLLARS = 1e-9;

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

    /** The same with other relays. */
    OverlayEngine on(OverlaySetup other) {
        return other == setup ? this : new OverlayEngine(other, lps, gap, outOfTime);
    }

    boolean outOfTime() {
        return outOfTime.getAsBoolean();
    }

    /** The cheapest plan at a rate (Gbit/s; zero for any). */
    OverlayAnswer cheapest(double leastRate, boolean exactly) {
        return cheapest(setup.cheapest(leastRate, exactly));
    }

    private OverlayAnswer cheapest(OverlayProblem problem) {
        return atItsScale(problem, this::searchBillings);
    }

    /** Searches again at the scale of the plan found where that costs much less than was reckoned with. */
    private OverlayAnswer atItsScale(OverlayProblem problem, TierSearch.FlatSearch search) {
        OverlayAnswer answer = new TierSearch(setup, search, this::closes).run(problem);
        double weight = problem.costWeight();
        for (int i = 0; i < MOST_SCALES && answer.finished() && !outOfTime(); i++) {
            double dollars = answer.solution().map(OverlaySolution::dollars).orElse(0.0);
            if (dollars < LEAST_DOLLARS || dollars * weight >= NEAR_ONE) {
                break;
            }
            weight = 1 / dollars;
            OverlayAnswer nearer = new TierSearch(setup, search, this::closes)
                    .run(problem.withObjective(weight, problem.timeWeight(), problem.budget()));
            if (!nearer.finished() || nearer.solution().isEmpty()) {
                break;
            }
            answer = nearer;
        }
        return answer;
    }

    /** The cheapest plan that is as fast as can be. */
    OverlayAnswer fastest(double leastRate) {
        MostRate most = mostRate();
        double rate = most.reached;
        if (rate < leastRate || rate == 0) {
            boolean never = most.bound < leastRate || most.bound == 0;
            return new OverlayAnswer(
                    setup.cheapest(leastRate, false), Optional.empty(), Double.NaN, Double.POSITIVE_INFINITY, never, 1);
        }
        OverlayProblem atMostRate = setup.cheapest(rate * (1 - SAME_RATE), false);
        int nodes = setup.network.nodes;
        int parts = Math.min(PARTS_AT_LEAST_TIME, FEWEST_AT_LEAST_TIME + PAIRS_AT_LEAST_TIME / (nodes * nodes));
        OverlayAnswer cheap = atItsScale(atMostRate, problem -> searchBillings(problem, parts));
        double leastTime = cheap.problem().referenceRate() / most.bound;
        boolean finished = most.isKnown() && cheap.solution().isPresent();
        return new OverlayAnswer(cheap.problem(), cheap.solution(), Double.NaN, leastTime, finished, cheap.parts() + 1);
    }

    /** The fastest plan within a budget. */
    OverlayAnswer fastestWithin(double leastRate, double budgetDollars) {
        OverlayProblem problem = setup.fastest(leastRate, budgetDollars);
        OverlayAnswer fast = new TierSearch(setup, this::searchBillings, this::closes).run(problem);
        return new OverlayAnswer(
                fast.problem(), fast.solution(), Double.NaN, fast.timeBound(), fast.finished(), fast.parts());
    }

    /**
     * The most any plan can do with all VMs allowed, Gbit/s.
     *
     * @param reached what some plan does; zero when there is none, or none was found
     * @param bound no plan does more
     */
    record MostRate(double reached, double bound) {
        boolean isKnown() {
            return reached >= bound * (1 - SAME_RATE);
        }
    }

    MostRate mostRate() {
        double endCaps = setup.endCaps();
        MostRate most = endCaps == 0 ? new MostRate(0, 0) : mostRateAbove(0);
        for (int i = 0; i < MOST_ZOOMS && most.reached > 0; i++) {
            MostRate closer = mostRateAbove(most.reached * ZOOM);
            boolean settled = closer.reached < 2 * most.reached;
            // where times are far from 1, what rounding lets pass makes the first rate a little too high
            double reached = closer.reached > 0 ? closer.reached : most.reached;
            most = new MostRate(reached, Math.min(most.bound, Math.max(closer.bound, reached)));
            if (settled) {
                break;
            }
        }
        most = new MostRate(most.reached, Math.min(most.bound, endCaps));
        return setup.network.sites.anyChoice() && most.reached > 0 ? ofWholeVms(most) : most;
    }

    /** Where types can be chosen among, the most rate needs a search of its own: which of them fill the quota is open. */
    private MostRate ofWholeVms(MostRate relaxed) {
        double bound = relaxed.bound;
        for (double leastRate : new double[] {relaxed.reached / 2, 0}) {
            OverlayProblem problem = setup.cheapest(leastRate, false).withObjective(0, 1, Double.POSITIVE_INFINITY);
            SearchResult result =
                    new BranchAndPrice(problem, lps, gap, outOfTime, Integer.MAX_VALUE).run(start(problem));
            double most = Math.min(bound, Math.max(leastRate, problem.referenceRate() / result.bound()));
            if (result.best().isPresent()) {
                return new MostRate(
                        problem.referenceRate() / result.best().get().time(), most);
            }
            bound = most;
        }
        return new MostRate(0, bound);
    }

    /** The most rate above a rate; one near the answer keeps the numbers near 1. */
    private MostRate mostRateAbove(double leastRate) {
        OverlayProblem problem = setup.cheapest(leastRate, false).withObjective(0, 1, Double.POSITIVE_INFINITY);
        Relaxation relaxed = new Relaxer(problem, lps, outOfTime)
                .relax(RootBounds.all(problem), List.of(), Double.POSITIVE_INFINITY);
        double reached = relaxed.hasSolution() ? problem.referenceRate() / relaxed.time() : 0;
        double bound = problem.referenceRate() / Math.max(problem.timeLow(), relaxed.bound());
        return new MostRate(reached, Math.max(leastRate, Math.max(bound, reached)));
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
            SearchResult result = searchNearOne(side, mostParts);
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
        finished |= best.isPresent()
                && closes(bound, best.get().solution().orElseThrow().objective());
        OverlayProblem of = best.map(OverlayAnswer::problem).orElse(problem);
        double dollars = problem.costWeight() > 0
                ? (bound - problem.timeWeight() * problem.timeHigh()) / problem.costWeight()
                : Double.NaN;
        double time = problem.costWeight() > 0 ? Double.NaN : bound;
        return new OverlayAnswer(of, best.flatMap(OverlayAnswer::solution), dollars, time, finished, parts);
    }

    /** Whether a bound is as near a plan's value as is asked for, but for rounding. */
    private boolean closes(double bound, double value) {
        return bound >= value - (gap + BranchAndPrice.ROUNDING) * Math.abs(value);
    }

    /**
     * Searches in a unit of time near that of the answer: every row of a program is loosened by an absolute hair, which
     * weighs where times are thousands of units or thousandths of one.
     */
    private SearchResult searchNearOne(OverlayProblem problem, int mostParts) {
        Collection<Path> start = start(problem);
        double unit = start.stream()
                .map(path -> VmCounts.best(problem, new Path[] {path}, new double[] {1}, problem.timeHigh()))
                .flatMap(Optional::stream)
                .min(Comparator.comparingDouble(OverlaySolution::objective))
                .map(OverlaySolution::time)
                .orElse(problem.timeHigh());
        SearchResult result = searchInUnit(problem, unit, start, mostParts);
        double found = result.best().map(OverlaySolution::time).orElse(unit);
        boolean far = Math.max(found, unit) > FAR * Math.min(found, unit);
        if (result.finished() || !far || result.parts() >= mostParts || outOfTime.getAsBoolean()) {
            return result;
        }
        SearchResult nearer = searchInUnit(problem, found, start, mostParts);
        return nearer.finished() ? nearer : result;
    }

    private SearchResult searchInUnit(OverlayProblem problem, double unit, Collection<Path> start, int mostParts) {
        OverlayProblem scaled = problem.inUnit(unit);
        SearchResult result = hastened(scaled, new BranchAndPrice(scaled, lps, gap, outOfTime, mostParts).run(start));
        double objective = problem.costWeight() == 0 ? unit : 1;
        return new SearchResult(
                result.best().map(plan -> plan.inUnit(1 / unit, objective)),
                result.bound() * objective,
                result.finished(),
                result.parts());
    }

    /** The same VMs for no more money in less time, where equally dear ways to split the data leave a choice. */
    private SearchResult hastened(OverlayProblem problem, SearchResult found) {
        if (problem.exactTime() || problem.costWeight() == 0 || found.best().isEmpty()) {
            return found;
        }
        OverlaySolution plan = found.best().get();
        OverlayProblem faster = problem.withTime(problem.timeLow(), plan.time())
                .withObjective(0, 1 / plan.time(), plan.dollars() * (1 + SAME_COST));
        if (faster.exactTime()) {
            return found;
        }
        Relaxation relaxed = new Relaxer(faster, lps, outOfTime)
                .relax(new NodeBounds(plan.vms(), plan.vms()), List.of(plan.paths()), Double.POSITIVE_INFINITY);
        if (relaxed.status() != Relaxation.Status.OPTIMAL || relaxed.time() > plan.time() * (1 - SAME_RATE)) {
            return found;
        }
        Optional<OverlaySolution> better = VmCounts.best(problem, relaxed.paths(), relaxed.shares(), relaxed.time())
                .filter(other -> other.dollars() <= plan.dollars() * (1 + SAME_COST) && other.time() < plan.time());
        return new SearchResult(better.or(found::best), found.bound(), found.finished(), found.parts());
    }

    private static OverlayAnswer answer(OverlayProblem problem, SearchResult result) {
        return new OverlayAnswer(problem, result.best(), Double.NaN, Double.NaN, true, result.parts());
    }

    /** Direct paths to the only sink over each piece, or the simple trees to all sinks; none where one is missing. */
    private static Collection<Path> start(OverlayProblem problem) {
        List<Path> straight =
                problem.sinks().length == 1 ? DirectPaths.to(problem, problem.sinks()[0]) : SimpleTrees.start(problem);
        double[] price = problem.prices().first;
        return straight.stream()
                .filter(path -> Arrays.stream(path.arcs).noneMatch(arc -> price[arc] == Double.POSITIVE_INFINITY))
                .toList();
    }
}
