package io.longhaul.planner.overlay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Trees that need no search, to compare with. Stateless. */
final class SimpleTrees {
    private SimpleTrees() {}

    /** The trees that exist, by name. */
    static Map<String, Path> of(OverlayProblem problem) {
        Map<String, Path> trees = new LinkedHashMap<>();
        star(problem).ifPresent(tree -> trees.put("star", tree));
        shortestPaths(problem).ifPresent(tree -> trees.put("shortest-paths", tree));
        return trees;
    }

    /** Some trees to start a search with. */
    static List<Path> start(OverlayProblem problem) {
        List<Path> trees = new ArrayList<>(DirectPaths.star(problem));
        shortestPaths(problem).filter(tree -> !trees.contains(tree)).ifPresent(trees::add);
        return trees;
    }

    /** Every copy straight from the source. */
    private static Optional<Path> star(OverlayProblem problem) {
        FlowNetwork network = problem.network();
        List<Integer> arcs = new ArrayList<>();
        for (int sink : problem.sinks()) {
            int cheapest = -1;
            for (int arc = network.firstOut[problem.source()]; arc < network.firstOut[problem.source() + 1]; arc++) {
                boolean straight = network.to[arc] == sink && network.firstArcOfLink[arc] == arc;
                if (straight && (cheapest < 0 || problem.arcCost(arc) < problem.arcCost(cheapest))) {
                    cheapest = arc;
                }
            }
            if (cheapest >= 0) {
                arcs.add(cheapest);
            }
        }
        return arcs.size() == problem.sinks().length
                ? Optional.of(
                        Path.tree(arcs.stream().mapToInt(Integer::intValue).toArray()))
                : Optional.empty();
    }

    /** Every destination along its cheapest path by egress, in one tree (Dijkstra from the source). */
    private static Optional<Path> shortestPaths(OverlayProblem problem) {
        FlowNetwork network = problem.network();
        double[] cost = new double[network.nodes];
        int[] into = new int[network.nodes];
        boolean[] done = new boolean[network.nodes];
        Arrays.fill(cost, Double.POSITIVE_INFINITY);
        cost[problem.source()] = 0;
        for (int v = nearest(cost, done); v >= 0; v = nearest(cost, done)) {
            done[v] = true;
            for (int arc = network.firstOut[v]; problem.forwards(v) && arc < network.firstOut[v + 1]; arc++) {
                int to = network.to[arc];
                if (cost[v] + problem.arcCost(arc) < cost[to] && problem.maxVms()[to] > 0) {
                    cost[to] = cost[v] + problem.arcCost(arc);
                    into[to] = arc;
                }
            }
        }
        List<Integer> arcs = new ArrayList<>();
        for (int sink : problem.sinks()) {
            if (cost[sink] == Double.POSITIVE_INFINITY) {
                return Optional.empty();
            }
            for (int v = sink; v != problem.source(); v = network.from[into[v]]) {
                arcs.add(into[v]);
            }
        }
        return Optional.of(TreePruning.tree(problem, arcs));
    }

    private static int nearest(double[] cost, boolean[] done) {
        int best = -1;
        for (int v = 0; v < cost.length; v++) {
            if (!done[v] && cost[v] < Double.POSITIVE_INFINITY && (best < 0 || cost[v] < cost[best])) {
                best = v;
            }
        }
        return best;
    }
}
