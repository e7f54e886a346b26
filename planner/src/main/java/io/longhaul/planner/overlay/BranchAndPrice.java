package io.longhaul.planner.overlay;

import io.longhaul.planner.lp.LinearProgram;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Best-first search over whole numbers of VMs; every part is relaxed by {@link Master}. Branching only moves bounds on N,
 * so pricing stays a shortest path. Deterministic. Confined to one thread.
 */
final class BranchAndPrice {
    private static final double WHOLE = 1e-6;
    /** What rounding and tiny shares left out may leave between the bound and the plan of a part that is settled. */
    static final double ROUNDING = 4e-7;

    private final OverlayProblem problem;
    private final double gap;
    private final BooleanSupplier outOfTime;
    private final int mostParts;
    private final Relaxer relaxer;
    private final PriorityQueue<Part> open =
            new PriorityQueue<>(Comparator.comparingDouble(Part::bound).thenComparingInt(Part::number));
    private Optional<OverlaySolution> best = Optional.empty();
    private double settledBound = Double.POSITIVE_INFINITY;
    private int parts;
    private int numbers;

    private record Part(NodeBounds bounds, double bound, int number, Collection<Path> paths) {}

    /**
     * @param mostParts give up after so many parts
     */
    BranchAndPrice(
            OverlayProblem problem, Supplier<LinearProgram> lps, double gap, BooleanSupplier outOfTime, int mostParts) {
        this.problem = problem;
        this.gap = gap;
        this.outOfTime = outOfTime;
        this.mostParts = mostParts;
        relaxer = new Relaxer(problem, lps, outOfTime);
    }

    /** Runs to the end, or until time is out. */
    SearchResult run(Collection<Path> start) {
        NodeBounds root = RootBounds.of(problem);
        if (root.isEmpty()) {
            return new SearchResult(Optional.empty(), Double.POSITIVE_INFINITY, true, 0);
        }
        for (Path path : start) {
            offer(VmCounts.best(problem, new Path[] {path}, new double[] {1}, problem.timeHigh()));
        }
        open.add(new Part(root, Double.NEGATIVE_INFINITY, numbers++, start));
        boolean finished = true;
        while (!open.isEmpty() && open.peek().bound < cutoff()) {
            if (outOfTime.getAsBoolean() || parts >= mostParts) {
                finished = false;
                break;
            }
            explore(open.poll());
        }
        double bound = open.isEmpty() ? settledBound : Math.min(settledBound, open.peek().bound);
        finished &= bound >= cutoff() * (1 - Math.signum(cutoff()) * ROUNDING);
        double value = best.map(OverlaySolution::objective).orElse(Double.POSITIVE_INFINITY);
        return new SearchResult(best, Math.min(bound, value), finished, parts);
    }

    private double cutoff() {
        return best.map(plan -> plan.objective() - gap * Math.abs(plan.objective()))
                .orElse(Double.POSITIVE_INFINITY);
    }

    private void offer(Optional<OverlaySolution> candidate) {
        if (candidate.isPresent()
                && (problem.sinks().length > 1 || candidate.get().visitsSitesOnce(problem.network()))
                && (best.isEmpty() || candidate.get().objective() < best.get().objective())) {
            best = candidate;
        }
    }

    private void explore(Part part) {
        parts++;
        Relaxation relaxed = relaxer.relax(part.bounds, part.paths, cutoff());
        double bound = Math.max(part.bound, relaxed.bound());
        if (!relaxed.hasSolution()) {
            settledBound = Math.min(settledBound, bound);
            return;
        }
        offer(VmCounts.best(problem, relaxed.paths(), relaxed.shares(), relaxed.time()));
        if (bound >= cutoff() || outOfTime.getAsBoolean()) {
            settledBound = Math.min(settledBound, bound);
            return;
        }
        List<Path> near = relaxer.nearPaths(nearMargin(bound));
        roundUp(relaxed, near);
        if (bound >= cutoff()) {
            settledBound = Math.min(settledBound, bound);
            return;
        }
        branch(part, relaxed, bound, near);
    }

    private double nearMargin(double bound) {
        return 0.05 * Math.abs(bound);
    }

    /** Fixes the next whole numbers above the relaxation and splits the data anew among the paths known. */
    private void roundUp(Relaxation relaxed, Collection<Path> paths) {
        int nodes = problem.network().nodes;
        int[] fixed = new int[nodes];
        for (int v = 0; v < nodes; v++) {
            int up = (int) Math.ceil(relaxed.vmTime()[v] / relaxed.time() - WHOLE);
            if (up > problem.maxVms()[v]) {
                return;
            }
            fixed[v] = up;
        }
        if (!problem.sitesHold(fixed)) {
            return;
        }
        Relaxation rounded = relaxer.relax(new NodeBounds(fixed, fixed), paths, Double.POSITIVE_INFINITY);
        if (rounded.hasSolution()) {
            offer(VmCounts.best(problem, rounded.paths(), rounded.shares(), rounded.time()));
        }
    }

    private void branch(Part part, Relaxation relaxed, double bound, Collection<Path> paths) {
        int node = branchingNode(part.bounds, relaxed);
        if (node < 0) {
            settledBound = Math.min(settledBound, bound);
            return;
        }
        double count = relaxed.vmTime()[node] / relaxed.time();
        int below = (int) Math.floor(count + WHOLE);
        below = Math.max(part.bounds.low[node], Math.min(part.bounds.high[node] - 1, below));
        var kept = new LinkedHashSet<>(paths);
        open.add(new Part(part.bounds.withHigh(node, below), bound, numbers++, kept));
        open.add(new Part(part.bounds.withLow(node, below + 1), bound, numbers++, kept));
    }

    /** The node whose rounding costs most; when all are whole, the widest node in use whose range is still open. */
    private int branchingNode(NodeBounds bounds, Relaxation relaxed) {
        int best = -1;
        double bestScore = 0;
        for (int v = 0; v < problem.network().nodes; v++) {
            double count = relaxed.vmTime()[v] / relaxed.time();
            double up = Math.ceil(count - WHOLE) - count;
            double down = count - Math.floor(count + WHOLE);
            if (up > WHOLE && down > WHOLE && !bounds.fixed(v)) {
                double score = up * (1e-12 + problem.costPerVmTime(v) * relaxed.time() + problem.costPerVm(v));
                if (score > bestScore) {
                    bestScore = score;
                    best = v;
                }
            }
        }
        return best >= 0 ? best : widestInUse(bounds, relaxed);
    }

    private int widestInUse(NodeBounds bounds, Relaxation relaxed) {
        int best = -1;
        int width = 0;
        boolean[] used = new boolean[problem.network().nodes];
        for (Path path : relaxed.paths()) {
            for (int arc : path.arcs) {
                used[problem.network().from[arc]] = true;
                used[problem.network().to[arc]] = true;
            }
        }
        for (int v = 0; v < used.length; v++) {
            if (used[v] && bounds.high[v] - bounds.low[v] > width) {
                width = bounds.high[v] - bounds.low[v];
                best = v;
            }
        }
        return best;
    }
}
