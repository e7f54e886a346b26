package io.longhaul.planner.overlay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the lightest tree from the source to all sinks: the exact program of Dreyfus and Wagner ("The Steiner problem in
 * graphs", Networks 1, 1971) over sets of sinks, directed, on all lightest paths. Time grows as 3 to the number of sinks. A node that may not
 * forward is a leaf. Confined to one search.
 */
final class TreePricing implements Pricing {
    private final OverlayProblem problem;
    private final FlowNetwork network;
    private final Prices prices;
    private final int full;
    /** Weight of the lightest path from each node to each, and its first arc. */
    private final double[][] far;

    private final int[][] firstArc;
    /** Weight of the lightest tree from each node to each set of sinks. */
    private final double[][] least;
    /** Where the lightest tree from a node first branches or ends, and into which part; 0 where it ends. */
    private final int[][] branchAt;

    private final int[][] split;
    private final double[] joined;

    TreePricing(OverlayProblem problem, Prices prices) {
        this.problem = problem;
        this.prices = prices;
        network = problem.network();
        full = (1 << problem.sinks().length) - 1;
        far = new double[network.nodes][network.nodes];
        firstArc = new int[network.nodes][network.nodes];
        least = new double[full + 1][network.nodes];
        branchAt = new int[full + 1][network.nodes];
        split = new int[full + 1][network.nodes];
        joined = new double[network.nodes];
    }

    @Override
    public double shortest(NodeBounds bounds, double worth) {
        paths(bounds);
        for (int set = 1; set <= full; set++) {
            Arrays.fill(joined, Double.POSITIVE_INFINITY);
            if (Integer.bitCount(set) == 1) {
                joined[problem.sinks()[Integer.numberOfTrailingZeros(set)]] = 0;
            } else {
                join(set);
            }
            extend(set);
        }
        return least[full][problem.source()];
    }

    /** All lightest paths (Floyd and Warshall); no arc leads out of a node that may not forward. */
    private void paths(NodeBounds bounds) {
        for (int v = 0; v < network.nodes; v++) {
            Arrays.fill(far[v], Double.POSITIVE_INFINITY);
            far[v][v] = 0;
        }
        for (int arc = 0; arc < network.arcs; arc++) {
            int u = network.from[arc];
            int v = network.to[arc];
            if (problem.leads(arc, bounds)) {
                double weight = prices.weight(arc);
                if (weight < far[u][v]) {
                    far[u][v] = weight;
                    firstArc[u][v] = arc;
                }
            }
        }
        for (int middle = 0; middle < network.nodes; middle++) {
            for (int u = 0; u < network.nodes; u++) {
                double head = far[u][middle];
                for (int v = 0; head < Double.POSITIVE_INFINITY && v < network.nodes; v++) {
                    if (head + far[middle][v] < far[u][v]) {
                        far[u][v] = head + far[middle][v];
                        firstArc[u][v] = firstArc[u][middle];
                    }
                }
            }
        }
    }

    /** Two trees that start at one node make a tree. */
    private void join(int set) {
        for (int part = (set - 1) & set; part > (set ^ part); part = (part - 1) & set) {
            double[] one = least[part];
            double[] other = least[set ^ part];
            for (int v = 0; v < network.nodes; v++) {
                if (one[v] + other[v] < joined[v]) {
                    joined[v] = one[v] + other[v];
                    split[set][v] = part;
                }
            }
        }
    }

    /** A path before a tree makes a tree. */
    private void extend(int set) {
        for (int u = 0; u < network.nodes; u++) {
            double best = Double.POSITIVE_INFINITY;
            int at = u;
            double[] path = far[u];
            for (int v = 0; v < network.nodes; v++) {
                if (path[v] + joined[v] < best) {
                    best = path[v] + joined[v];
                    at = v;
                }
            }
            least[set][u] = best;
            branchAt[set][u] = at;
        }
    }

    @Override
    public Path shortestPath() {
        var arcs = new ArrayList<Integer>();
        collect(full, problem.source(), arcs);
        return TreePruning.tree(problem, arcs);
    }

    private void collect(int set, int node, List<Integer> arcs) {
        int at = branchAt[set][node];
        for (int v = node; v != at; v = network.to[firstArc[v][at]]) {
            arcs.add(firstArc[v][at]);
        }
        if (Integer.bitCount(set) > 1) {
            collect(split[set][at], at, arcs);
            collect(set ^ split[set][at], at, arcs);
        }
    }

    /** None: the exact tree is found each time. */
    @Override
    public List<Path> relayPaths(NodeBounds bounds, double limit) {
        return List.of();
    }
}
