package io.longhaul.planner.overlay;

import io.longhaul.planner.lp.LinearProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Least cost against time with the VMs given: linear programs only. Confined to one thread. */
final class FixedVms {
    /** At the very least time the program may seem infeasible by rounding; so much later it does not. */
    private static final double ROUNDING = 1e-7;

    private static final double STRAIGHT = 1e-9;

    private final OverlaySetup setup;
    private final OverlayProblem problem;
    private final int[] vms;
    private final Supplier<LinearProgram> lps;
    private final BooleanSupplier stop;

    FixedVms(OverlaySetup setup, OverlayProblem problem, int[] vms, Supplier<LinearProgram> lps, BooleanSupplier stop) {
        this.stop = stop;
        this.setup = setup;
        this.problem = problem;
        this.vms = vms;
        this.lps = lps;
    }

    /** The best plan at a time exactly; empty when these VMs are not that fast. */
    Optional<OverlayAnswer> at(double time) {
        return best(time, time, 0).map(point -> {
            OverlaySolution without = solution(point.problem, point.solution, idleVmsDropped(point));
            return new OverlayAnswer(point.problem, Optional.of(without), without.dollars(), Double.NaN, true, 1);
        });
    }

    private int[] idleVmsDropped(Point point) {
        int[] used = new int[vms.length];
        for (Path path : point.solution.paths()) {
            for (int arc : path.arcs) {
                used[point.problem.network().from[arc]] = vms[point.problem.network().from[arc]];
                used[point.problem.network().to[arc]] = vms[point.problem.network().to[arc]];
            }
        }
        return used;
    }

    private record Point(OverlayProblem problem, OverlaySolution solution) {
        double time() {
            return solution.time();
        }

        double cost() {
            return solution.dollars();
        }
    }

    /** Corners (t, dollars) of the curve between the problem's times; empty when these VMs are too slow. */
    List<double[]> curve() {
        Optional<Point> fastest = fastest();
        if (fastest.isEmpty()) {
            return List.of();
        }
        var corners = new ArrayList<double[]>();
        Optional<Point> left = Optional.empty();
        for (double later = 0; left.isEmpty() && later <= ROUNDING; later = Math.max(10 * later, ROUNDING / 100)) {
            double from = Math.min(problem.timeHigh(), fastest.get().time() * (1 + later));
            left = best(from, from, 0);
        }
        Optional<Point> right = best(problem.timeHigh(), problem.timeHigh(), 0);
        if (left.isEmpty() || right.isEmpty()) {
            return List.of();
        }
        corners.add(new double[] {left.get().time(), left.get().cost()});
        between(left.get(), right.get(), corners, 0);
        if (right.get().time() > left.get().time()) {
            corners.add(new double[] {right.get().time(), right.get().cost()});
        }
        return corners;
    }

    /** Adds the corners strictly between two points of the curve, from left to right. */
    private void between(Point left, Point right, List<double[]> corners, int depth) {
        if (depth > 12 || right.time() - left.time() < STRAIGHT * right.time()) {
            return;
        }
        double slope = (right.cost() - left.cost()) / (right.time() - left.time());
        Optional<Point> lowest = best(left.time(), right.time(), -slope);
        if (lowest.isEmpty()) {
            return;
        }
        double onLine = left.cost() + slope * (lowest.get().time() - left.time());
        if (lowest.get().cost() < onLine - STRAIGHT * Math.abs(onLine)) {
            between(left, lowest.get(), corners, depth + 1);
            corners.add(new double[] {lowest.get().time(), lowest.get().cost()});
            between(lowest.get(), right, corners, depth + 1);
        }
    }

    private Optional<Point> fastest() {
        return solve(problem.withObjective(0, 1, Double.POSITIVE_INFINITY));
    }

    /** The least dollars + timeDollars * t within a range of times. */
    private Optional<Point> best(double from, double to, double timeDollars) {
        OverlayProblem ranged = problem.withTime(from, to)
                .withObjective(problem.costWeight(), timeDollars * problem.costWeight(), Double.POSITIVE_INFINITY);
        Optional<Point> best = Optional.empty();
        for (OverlayProblem side : setup.byBilling(ranged)) {
            Optional<Point> point = solve(side);
            if (point.isPresent()
                    && (best.isEmpty() || value(point.get(), timeDollars) < value(best.get(), timeDollars))) {
                best = point;
            }
        }
        return best;
    }

    private static double value(Point point, double timeDollars) {
        return point.cost() + timeDollars * point.time();
    }

    private Optional<Point> solve(OverlayProblem ranged) {
        Relaxation relaxed =
                new Relaxer(ranged, lps, stop).relax(new NodeBounds(vms, vms), List.of(), Double.POSITIVE_INFINITY);
        if (relaxed.status() != Relaxation.Status.OPTIMAL) {
            return Optional.empty();
        }
        return Optional.of(new Point(ranged, solution(ranged, relaxed)));
    }

    /** The solution with exactly the VMs given, idle ones too: that keeps the curve convex. */
    private OverlaySolution solution(OverlayProblem ranged, Relaxation relaxed) {
        var bare = new OverlaySolution(relaxed.paths(), relaxed.shares(), vms, relaxed.time(), 0, 0);
        return solution(ranged, bare, vms);
    }

    private static OverlaySolution solution(OverlayProblem ranged, OverlaySolution flows, int[] counts) {
        double dollars = ranged.egressDollars(flows.paths(), flows.shares());
        for (int v = 0; v < counts.length; v++) {
            dollars += counts[v] * (ranged.costPerVmTime(v) * flows.time() + ranged.costPerVm(v));
        }
        double objective = ranged.costWeight() * dollars + ranged.timeWeight() * flows.time();
        return new OverlaySolution(flows.paths(), flows.shares(), counts, flows.time(), dollars, objective);
    }
}
