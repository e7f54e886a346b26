package io.longhaul.planner.overlay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds light paths under dual prices: the shortest one by a dense Dijkstra, exact since no weight is negative, and the
 * best with one relay, which are cheap to find and often needed next. Confined to one search.
 */
final class PathPricing implements Pricing {
    private static final int RELAY_PATHS = 6;

    private final OverlayProblem problem;
    private final FlowNetwork network;
    private final Prices prices;
    private final int sink;
    private final boolean stores;
    private final double[] distance;
    private final int[] viaArc;
    private final boolean[] done;
    private final double[] firstLeg;
    private final int[] firstArc;
    private final double[] lastLeg;
    private final int[] lastArc;

    PathPricing(OverlayProblem problem, Prices prices) {
        sink = problem.sinks()[0];
        this.problem = problem;
        this.prices = prices;
        network = problem.network();
        stores = network.sites.anyStore();
        distance = new double[network.nodes];
        viaArc = new int[network.nodes];
        done = new boolean[network.nodes];
        firstLeg = new double[network.nodes];
        firstArc = new int[network.nodes];
        lastLeg = new double[network.nodes];
        lastArc = new int[network.nodes];
    }

    private boolean open(int node, NodeBounds bounds) {
        return bounds.high[node] > 0 && (problem.mayRelay()[node] || node == sink || (stores && problem.isEnd(node)));
    }

    /** Whether an arc leads on: data do not come back to the source's VMs, nor leave those of the destination. */
    private boolean leads(int arc) {
        return network.local[arc]
                ? network.from[arc] == problem.source() || network.to[arc] == sink
                : network.sites.home[network.to[arc]] != problem.source()
                        && network.sites.home[network.from[arc]] != sink;
    }

    /** Weight of the shortest path; infinite when there is none. */
    @Override
    public double shortest(NodeBounds bounds, double worth) {
        Arrays.fill(distance, Double.POSITIVE_INFINITY);
        Arrays.fill(done, false);
        int source = problem.source();
        if (bounds.high[source] == 0 || bounds.high[sink] == 0) {
            return Double.POSITIVE_INFINITY;
        }
        distance[source] = 0;
        for (int u = source; u >= 0 && u != sink; u = nearest()) {
            done[u] = true;
            for (int arc = network.firstOut[u]; arc < network.firstOut[u + 1]; arc++) {
                int v = network.to[arc];
                if (!done[v] && open(v, bounds) && (!stores || leads(arc))) {
                    double reached = distance[u] + prices.weight(arc);
                    if (reached < distance[v]) {
                        distance[v] = reached;
                        viaArc[v] = arc;
                    }
                }
            }
        }
        return distance[sink];
    }

    private int nearest() {
        int best = -1;
        for (int v = 0; v < network.nodes; v++) {
            if (!done[v] && distance[v] < Double.POSITIVE_INFINITY && (best < 0 || distance[v] < distance[best])) {
                best = v;
            }
        }
        return best;
    }

    /** The path {@link #shortest} found last. */
    @Override
    public Path shortestPath() {
        int hops = 0;
        for (int v = sink; v != problem.source(); v = network.from[viaArc[v]]) {
            hops++;
        }
        int[] arcs = new int[hops];
        for (int v = sink; v != problem.source(); v = network.from[viaArc[v]]) {
            arcs[--hops] = viaArc[v];
        }
        return new Path(arcs);
    }

    /** The lightest paths over one relay that weigh less than a limit, lightest first. */
    @Override
    public List<Path> relayPaths(NodeBounds bounds, double limit) {
        legs(bounds);
        var paths = new ArrayList<Path>();
        while (paths.size() < RELAY_PATHS) {
            int best = -1;
            double bestWeight = limit;
            for (int v = 0; v < network.nodes; v++) {
                double weight = firstLeg[v] + lastLeg[v];
                if (weight < bestWeight) {
                    bestWeight = weight;
                    best = v;
                }
            }
            if (best < 0) {
                return paths;
            }
            paths.add(new Path(firstArc[best], lastArc[best]));
            firstLeg[best] = Double.POSITIVE_INFINITY;
        }
        return paths;
    }

    private void legs(NodeBounds bounds) {
        Arrays.fill(firstLeg, Double.POSITIVE_INFINITY);
        Arrays.fill(lastLeg, Double.POSITIVE_INFINITY);
        int source = problem.source();
        for (int arc = network.firstOut[source]; arc < network.firstOut[source + 1]; arc++) {
            int v = network.to[arc];
            if (v != sink && open(v, bounds)) {
                double weight = prices.weight(arc);
                if (weight < firstLeg[v]) {
                    firstLeg[v] = weight;
                    firstArc[v] = arc;
                }
            }
        }
        for (int i = network.firstIn[sink]; i < network.firstIn[sink + 1]; i++) {
            int arc = network.inArc[i];
            int v = network.from[arc];
            if (firstLeg[v] < Double.POSITIVE_INFINITY) {
                double weight = prices.weight(arc);
                if (weight < lastLeg[v]) {
                    lastLeg[v] = weight;
                    lastArc[v] = arc;
                }
            }
        }
    }
}
