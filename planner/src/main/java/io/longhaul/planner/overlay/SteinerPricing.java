package io.longhaul.planner.overlay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * Finds light trees to many sinks: {@link DualAscent} bounds them from below and leaves the arcs from which a tree is
 * grown, sink by sink (Takahashi and Matsuyama, Mathematica Japonica 24, 1980). Where that neither finds a tree that is
 * worth its place nor proves that there is none, it branches on whether a site is passed. After so many parts it ends, and
 * the bound holds all the same. Confined to one search.
 */
final class SteinerPricing implements Pricing {
    private static final double INFINITY = Double.POSITIVE_INFINITY;
    private static final int MOST_PARTS = 400;
    private static final double CLOSE = 1e-9;

    private final OverlayProblem problem;
    private final FlowNetwork network;
    private final Prices prices;
    private final int nodes;
    private final BooleanSupplier stop;
    private final DualAscent ascent;
    /** The lightest arc into the first index from the second, and its weight. */
    private final int[][] arcInto;

    private final double[][] weightInto;
    private final double[] distance;
    private final int[] via;
    private final boolean[] done;

    private Path best = new Path();
    private double bestWeight;
    private int parts;

    /**
     * @param stop ends the work where it stands
     */
    SteinerPricing(OverlayProblem problem, Prices prices, BooleanSupplier stop) {
        this.stop = stop;
        this.problem = problem;
        this.prices = prices;
        network = problem.network();
        nodes = network.nodes;
        ascent = new DualAscent(nodes, stop);
        arcInto = new int[nodes][nodes];
        weightInto = new double[nodes][nodes];
        distance = new double[nodes];
        via = new int[nodes];
        done = new boolean[nodes];
    }

    @Override
    public double shortest(NodeBounds bounds, double worth) {
        for (double[] row : weightInto) {
            Arrays.fill(row, INFINITY);
        }
        for (int arc = 0; arc < network.arcs; arc++) {
            double weight = problem.leads(arc, bounds) ? prices.weight(arc) : INFINITY;
            if (weight < weightInto[network.to[arc]][network.from[arc]]) {
                weightInto[network.to[arc]][network.from[arc]] = weight;
                arcInto[network.to[arc]][network.from[arc]] = arc;
            }
        }
        var terminals = new TreeSet<Integer>();
        Arrays.stream(problem.sinks()).forEach(terminals::add);
        bestWeight = INFINITY;
        parts = 0;
        double enough = worth - CLOSE * Math.max(1, Math.abs(worth));
        double bound = search(weightInto, terminals, enough);
        // a tree over all arcs is grown whenever there is one
        return bestWeight == INFINITY ? INFINITY : Math.min(bound, bestWeight);
    }

    /**
     * A bound on all trees over some arcs that reach some nodes; trees found on the way are kept.
     *
     * @param enough ends with any tree below this, and proves no bound above it
     */
    private double search(double[][] weight, SortedSet<Integer> terminals, double enough) {
        parts++;
        double bound = ascent.bound(weight, problem.source(), terminals);
        if (bound >= enough) {
            if (parts == 1 && bound < INFINITY) {
                grow(weight, terminals);
            }
            return bound;
        }
        grow(weight, terminals);
        if (bestWeight < enough || parts >= MOST_PARTS || stop.getAsBoolean()) {
            return bound;
        }
        double[][] left = withoutTheHeavy(weight, terminals, enough - bound);
        int node = branchingNode(left, terminals);
        if (node < 0) {
            return bound;
        }
        var with = new TreeSet<>(terminals);
        with.add(node);
        double without = search(without(left, node), terminals, enough);
        if (bestWeight < enough) {
            return bound;
        }
        double other = search(left, with, enough);
        return Math.max(bound, Math.min(enough, Math.min(without, other)));
    }

    /** The arcs that a tree below a limit above the bound may take, by their reduced costs. */
    private double[][] withoutTheHeavy(double[][] weight, SortedSet<Integer> terminals, double room) {
        double[] before = ascent.fromRoot(problem.source());
        double[] after = ascent.toAny(terminals);
        double[][] left = new double[nodes][];
        for (int v = 0; v < nodes; v++) {
            left[v] = weight[v].clone();
            for (int u = 0; u < nodes; u++) {
                if (before[u] + ascent.into[v][u] + after[v] >= room) {
                    left[v][u] = INFINITY;
                }
            }
        }
        return left;
    }

    private double[][] without(double[][] weight, int node) {
        double[][] left = new double[nodes][];
        for (int v = 0; v < nodes; v++) {
            left[v] = weight[v].clone();
            left[v][node] = INFINITY;
        }
        Arrays.fill(left[node], INFINITY);
        return left;
    }

    /** The node, not yet to be reached, with the most arcs to others that cost nothing any more. */
    private int branchingNode(double[][] weight, SortedSet<Integer> terminals) {
        int most = 0;
        int found = -1;
        for (int v = 0; v < nodes; v++) {
            if (v == problem.source() || terminals.contains(v)) {
                continue;
            }
            int in = 0;
            int out = 0;
            for (int u = 0; u < nodes; u++) {
                in += weight[v][u] < INFINITY && ascent.isFree(u, v) ? 1 : 0;
                out += weight[u][v] < INFINITY && ascent.isFree(v, u) ? 1 : 0;
            }
            if (in > 0 && out > most) {
                most = out;
                found = v;
            }
        }
        return found;
    }

    /** Grows a tree over the free arcs, and one over all. */
    private void grow(double[][] weight, SortedSet<Integer> terminals) {
        grow(weight, terminals, true);
        grow(weight, terminals, false);
    }

    private void grow(double[][] weight, SortedSet<Integer> terminals, boolean freeOnly) {
        boolean[] inTree = new boolean[nodes];
        inTree[problem.source()] = true;
        List<Integer> arcs = new ArrayList<>();
        var left = new TreeSet<>(terminals);
        while (!left.isEmpty()) {
            int next = nearestOf(weight, left, inTree, freeOnly);
            if (next < 0) {
                return;
            }
            for (int v = next; !inTree[v]; v = via[v]) {
                arcs.add(arcInto[v][via[v]]);
                inTree[v] = true;
                left.remove(v);
            }
        }
        Path tree = TreePruning.tree(problem, arcs);
        double sum = 0;
        for (int arc : tree.arcs) {
            sum += prices.weight(arc);
        }
        if (sum < bestWeight) {
            bestWeight = sum;
            best = tree;
        }
    }

    /** The nearest of some nodes to the tree so far, with the way to it in {@link #via}; -1 when none is reached. */
    private int nearestOf(double[][] weight, SortedSet<Integer> wanted, boolean[] inTree, boolean freeOnly) {
        Arrays.fill(distance, INFINITY);
        Arrays.fill(done, false);
        for (int v = 0; v < nodes; v++) {
            distance[v] = inTree[v] ? 0 : INFINITY;
        }
        for (int u = DualAscent.nearest(distance, done); u >= 0; u = DualAscent.nearest(distance, done)) {
            if (!inTree[u] && wanted.contains(u)) {
                return u;
            }
            done[u] = true;
            for (int v = 0; v < nodes; v++) {
                double through = distance[u] + weight[v][u];
                if (through < distance[v] && !inTree[v] && (!freeOnly || ascent.isFree(u, v))) {
                    distance[v] = through;
                    via[v] = u;
                }
            }
        }
        return -1;
    }

    @Override
    public Path shortestPath() {
        return best;
    }

    /** None: one tree at a time. */
    @Override
    public List<Path> relayPaths(NodeBounds bounds, double limit) {
        return List.of();
    }
}
