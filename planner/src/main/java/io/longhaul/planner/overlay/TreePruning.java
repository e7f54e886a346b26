package io.longhaul.planner.overlay;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;

/** Makes a tree of arcs that reach all sinks: one arc into each node, and no leaf that is no sink. Stateless. */
final class TreePruning {
    private TreePruning() {}

    /** Leaves out what is not needed; weights are never negative, so the tree is no heavier than the arcs. */
    static Path tree(OverlayProblem problem, Collection<Integer> arcs) {
        FlowNetwork network = problem.network();
        int[] into = new int[network.nodes];
        Arrays.fill(into, -1);
        var open = new ArrayDeque<Integer>();
        open.add(problem.source());
        while (!open.isEmpty()) {
            int v = open.poll();
            for (int arc : arcs) {
                int to = network.to[arc];
                if (network.from[arc] == v && into[to] < 0 && to != problem.source()) {
                    into[to] = arc;
                    open.add(to);
                }
            }
        }
        boolean[] needed = new boolean[network.nodes];
        for (int sink : problem.sinks()) {
            for (int v = sink; v != problem.source() && !needed[v]; v = network.from[into[v]]) {
                needed[v] = true;
            }
        }
        int[] kept = new int[network.nodes];
        int count = 0;
        for (int v = 0; v < network.nodes; v++) {
            if (needed[v]) {
                kept[count++] = into[v];
            }
        }
        return Path.tree(Arrays.copyOf(kept, count));
    }
}
