package io.longhaul.planner.overlay;

import io.longhaul.planner.lp.LinearProgram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The linear program over paths for one part of the search, grown by pricing. Rows exist only for nodes that some path
 * touches. With free time, N and H = N t are tied by the McCormick inequalities where a cost or a bucket depends on N;
 * they are exact once N is fixed. Confined to one search.
 */
final class Master {
    private static final double ENOUGH = 1e-9;
    /** Smaller shares are not worth a connection; leaving them out is within what the plan check allows. */
    private static final double LEAST_SHARE = 2e-7;

    private static final double SHORTFALL = 3e-7;

    private final FlowNetwork network;
    private final NodeBounds bounds;
    private final LinearProgram lp;
    private final MasterRows rows;
    private final double penalty;
    private final BooleanSupplier stop;
    private final LinkedHashSet<Path> paths = new LinkedHashSet<>();
    private final List<Path> columns = new ArrayList<>();
    private final List<Integer> columnIndex = new ArrayList<>();
    private double bound = Double.NEGATIVE_INFINITY;
    private double reward;

    /**
     * @param penalty objective of data not sent; above most plans'
     * @param stop ends the work where it stands
     */
    Master(OverlayProblem problem, NodeBounds bounds, LinearProgram lp, double penalty, BooleanSupplier stop) {
        this.bounds = bounds;
        this.lp = lp;
        this.penalty = penalty;
        this.stop = stop;
        network = problem.network();
        rows = new MasterRows(problem, bounds, lp);
    }

    /** Adds the paths whose nodes are open here. */
    void addPaths(Collection<Path> candidates) {
        for (Path path : candidates) {
            if (open(path)) {
                add(path);
            }
        }
    }

    private boolean open(Path path) {
        for (int arc : path.arcs) {
            if (bounds.high[network.from[arc]] == 0 || bounds.high[network.to[arc]] == 0) {
                return false;
            }
        }
        return true;
    }

    private boolean add(Path path) {
        if (!paths.add(path)) {
            return false;
        }
        columns.add(path);
        columnIndex.add(rows.addPath(path));
        return true;
    }

    /**
     * Prices out paths until none helps. First data that are not sent cost a penalty; when some stay unsent, as much is
     * sent as can be, whatever it costs, and the cost is minimised after that. So no number is far above a plan's cost.
     *
     * @param cutoff stop when the bound reaches this
     */
    Relaxation solve(Pricing pricing, Prices prices, double cutoff) {
        if (!rows.boundsHold()) {
            return Relaxation.without(Relaxation.Status.INFEASIBLE, Double.POSITIVE_INFINITY);
        }
        Step step = step(pricing, prices, cutoff, 1, penalty);
        if (step == Step.OPTIMAL && lp.slack(rows.demand()) > SHORTFALL) {
            step = step(pricing, prices, SHORTFALL, 0, 1);
            if (step == Step.CUT_OFF) {
                step = Step.INFEASIBLE;
            } else if (step == Step.OPTIMAL && lp.slack(rows.demand()) <= SHORTFALL) {
                lp.hold(rows.demand());
                step = step(pricing, prices, cutoff, 1, 0);
            }
        }
        if (step == Step.INFEASIBLE) {
            return Relaxation.without(Relaxation.Status.INFEASIBLE, Double.POSITIVE_INFINITY);
        }
        if (step == Step.CUT_OFF) {
            return Relaxation.without(Relaxation.Status.CUT_OFF, bound);
        }
        if (lp.slack(rows.demand()) > SHORTFALL) {
            return Relaxation.without(Relaxation.Status.UNSETTLED, bound);
        }
        return relaxation(step == Step.OPTIMAL ? Relaxation.Status.OPTIMAL : Relaxation.Status.UNSETTLED);
    }

    private enum Step {
        OPTIMAL,
        INFEASIBLE,
        CUT_OFF,
        UNSETTLED
    }

    /** Minimises some of the cost, less a reward for what is sent; the bound is one on the cost only where that counts. */
    private Step step(Pricing pricing, Prices prices, double cutoff, int costs, double rewarded) {
        reward = rewarded;
        lp.aim(costs, rows.demand(), rewarded);
        while (true) {
            boolean solved = lp.solve(stop);
            rows.read(prices, costs);
            double worth = worth();
            double shortest = pricing.shortest(bounds, worth);
            if (shortest == Double.POSITIVE_INFINITY) {
                return Step.INFEASIBLE;
            }
            double least = prices.bound(shortest, bounds);
            bound = costs == 0 || !(least > bound) ? bound : least;
            if (Math.max(least, costs == 0 ? least : bound) >= cutoff) {
                return Step.CUT_OFF;
            }
            if (shortest >= worth - ENOUGH * Math.max(1, Math.abs(worth)) || !grow(pricing, worth)) {
                return solved ? Step.OPTIMAL : Step.UNSETTLED;
            }
            if (!solved || stop.getAsBoolean()) {
                return Step.UNSETTLED;
            }
        }
    }

    /** What a path may weigh that is worth its place. */
    private double worth() {
        return reward - lp.price(rows.demand());
    }

    private boolean grow(Pricing pricing, double worth) {
        boolean grown = add(pricing.shortestPath());
        for (Path path : pricing.relayPaths(bounds, worth - ENOUGH)) {
            grown |= add(path);
        }
        return grown;
    }

    private Relaxation relaxation(Relaxation.Status status) {
        double[] values = new double[columns.size()];
        double sum = 0;
        int used = 0;
        for (int i = 0; i < values.length; i++) {
            values[i] = lp.value(columnIndex.get(i));
            if (values[i] > LEAST_SHARE) {
                sum += values[i];
                used++;
            }
        }
        var usedPaths = new Path[used];
        double[] shares = new double[used];
        int next = 0;
        for (int i = 0; i < values.length; i++) {
            if (values[i] > LEAST_SHARE) {
                usedPaths[next] = columns.get(i);
                shares[next++] = values[i] / sum;
            }
        }
        double time = rows.time();
        return new Relaxation(status, bound, usedPaths, shares, rows.vmTime(time), time);
    }

    /** Every path of this program, to start a neighbouring part with. */
    List<Path> paths() {
        return List.copyOf(paths);
    }

    /** The paths this program would miss: those within a margin of being in use. */
    List<Path> nearPaths(Prices prices, double margin) {
        double worth = worth();
        var near = new ArrayList<Path>();
        for (Path path : paths) {
            double weight = Arrays.stream(path.arcs).mapToDouble(prices::weight).sum();
            if (weight <= worth + margin) {
                near.add(path);
            }
        }
        return near;
    }
}
