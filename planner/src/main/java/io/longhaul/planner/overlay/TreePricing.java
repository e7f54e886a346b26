package io.longhaul.planner.overlay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the lightest tree from the source to all sinks: the exact program of Dreyfus and Wagner ("The Steiner problem in
 * graphs", Networks 1, 1971) over sets of sinks, directed. Time grows as 3 to the number of sinks. A node that may not
 * forward is a leaf. Confined to one search.
 */
final class TreePricing implements Pricing {
    private final OverlayProblem problem;
    private final FlowNetwork network;
    private final Prices prices;
    private final int full;
    private final double[] weight;
    private final double[][] least;
    private final int[][] viaArc;
    private final int[][] split;
    private final boolean[] done;

    TreePricing(OverlayProblem problem, Prices prices) {
        this.problem = problem;
        this.prices = prices;
        network = problem.network();
        full = (1 << problem.sinks().length) - 1;
        weight = new double[network.arcs];
        least = new double[full + 1][network.nodes];
        viaArc = new int[full + 1][network.nodes];
        split = new int[full + 1][network.nodes];
        done = new boolean[network.nodes];
    }

    private boolean forwards(int node, NodeBounds bounds) {
        return bounds.high[node] > 0 && (node == problem.source() || problem.mayRelay()[node]);
    }

    @Override
    public double shortest(NodeBounds bounds) {
        for (int arc = 0; arc < network.arcs; arc++) {
            boolean usable = forwards(network.from[arc], bounds)
                    && bounds.high[network.to[arc]] > 0
                    && network.to[arc] != problem.source();
            weight[arc] = usable ? prices.weight(arc) : Double.POSITIVE_INFINITY;
        }
        for (int set = 1; set <= full; set++) {
            Arrays.fill(least[set], Double.POSITIVE_INFINITY);
            Arrays.fill(viaArc[set], -1);
            Arrays.fill(split[set], 0);
            if (Integer.bitCount(set) == 1) {
                least[set][problem.sinks()[Integer.numberOfTrailingZeros(set)]] = 0;
            } else {
                join(set, bounds);
            }
            extend(set);
        }
        return least[full][problem.source()];
    }

    /** Two trees that start at one node make a tree. */
    private void join(int set, NodeBounds bounds) {
        for (int v = 0; v < network.nodes; v++) {
            if (!forwards(v, bounds)) {
                continue;
            }
            for (int part = (set - 1) & set; part > (set ^ part); part = (part - 1) & set) {
                double both = least[part][v] + least[set ^ part][v];
                if (both < least[set][v]) {
                    least[set][v] = both;
                    split[set][v] = part;
                }
            }
        }
    }

    /** An arc before a tree makes a tree: Dijkstra against the arcs. */
    private void extend(int set) {
        double[] reached = least[set];
        Arrays.fill(done, false);
        for (int v = nearest(reached); v >= 0; v = nearest(reached)) {
            done[v] = true;
            for (int i = network.firstIn[v]; i < network.firstIn[v + 1]; i++) {
                int arc = network.inArc[i];
                int u = network.from[arc];
                if (!done[u] && reached[v] + weight[arc] < reached[u]) {
                    reached[u] = reached[v] + weight[arc];
                    viaArc[set][u] = arc;
                }
            }
        }
    }

    private int nearest(double[] reached) {
        int best = -1;
        for (int v = 0; v < network.nodes; v++) {
            if (!done[v] && reached[v] < Double.POSITIVE_INFINITY && (best < 0 || reached[v] < reached[best])) {
                best = v;
            }
        }
        return best;
    }

    @Override
    public Path shortestPath() {
        var arcs = new ArrayList<Integer>();
        collect(full, problem.source(), arcs);
        return TreePruning.tree(problem, arcs);
    }

    private void collect(int set, int node, List<Integer> arcs) {
        if (viaArc[set][node] >= 0) {
            arcs.add(viaArc[set][node]);
            collect(set, network.to[viaArc[set][node]], arcs);
        } else if (split[set][node] > 0) {
            collect(split[set][node], node, arcs);
            collect(set ^ split[set][node], node, arcs);
        }
    }

    /** None: the exact tree is found each time. */
    @Override
    public List<Path> relayPaths(NodeBounds bounds, double limit) {
        return List.of();
    }
}
