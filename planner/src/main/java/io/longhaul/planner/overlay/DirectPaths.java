package io.longhaul.planner.overlay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/** The paths straight from the source, to start a search with. Stateless. */
final class DirectPaths {
    private DirectPaths() {}

    /** To one sink, over each piece of the link and between all VM types there are at its ends. */
    static List<Path> to(OverlayProblem problem, int sink) {
        FlowNetwork network = problem.network();
        var direct = new ArrayList<Path>();
        for (int v : network.sites.vmsAt(problem.source())) {
            for (int arc = network.firstOut[v]; arc < network.firstOut[v + 1]; arc++) {
                if (!network.local[arc] && network.sites.home[network.to[arc]] == sink) {
                    direct.add(whole(problem, arc, sink));
                }
            }
        }
        return direct;
    }

    /** With the local arcs from the source's store and to the sink's, where there are any. */
    private static Path whole(OverlayProblem problem, int arc, int sink) {
        FlowNetwork network = problem.network();
        int[] arcs = {arc};
        if (network.from[arc] != problem.source()) {
            arcs = new int[] {arc(network, problem.source(), network.from[arc]), arc};
        }
        if (network.to[arc] != sink) {
            int[] longer = Arrays.copyOf(arcs, arcs.length + 1);
            longer[arcs.length] = arc(network, network.to[arc], sink);
            arcs = longer;
        }
        return new Path(arcs);
    }

    private static int arc(FlowNetwork network, int from, int to) {
        for (int arc = network.firstOut[from]; arc < network.firstOut[from + 1]; arc++) {
            if (network.to[arc] == to) {
                return arc;
            }
        }
        throw new IllegalStateException("no arc from " + from + " to " + to);
    }

    /** One direct path to every sink as one tree; nothing where one is missing. */
    static List<Path> star(OverlayProblem problem) {
        var star = new TreeSet<Integer>();
        for (int sink : problem.sinks()) {
            List<Path> direct = to(problem, sink);
            if (direct.isEmpty()) {
                return List.of();
            }
            Arrays.stream(direct.get(0).arcs).forEach(star::add);
        }
        return List.of(Path.tree(star.stream().mapToInt(Integer::intValue).toArray()));
    }
}
