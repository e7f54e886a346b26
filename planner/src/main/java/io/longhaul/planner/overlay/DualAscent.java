package io.longhaul.planner.overlay;

import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;

/**
 * A lower bound on directed Steiner trees by dual ascent over directed cuts (Wong, "A dual ascent approach for Steiner
 * tree problems on a directed graph", Mathematical Programming 28, 1984), with the reduced costs it leaves. Dense.
 * Confined to one search.
 */
final class DualAscent {
    private static final double INFINITY = Double.POSITIVE_INFINITY;
    /** A clock may take longer than a step; so many steps take less than a millisecond at 100 nodes. */
    private static final int LOOK_AT_THE_CLOCK = 64;

    private final int nodes;
    /** Reduced cost of the arc into the first index from the second. */
    final double[][] into;

    private final boolean[] inCut;
    private final int[] cut;
    private int cutSize;
    /** Reduced costs below this count as zero. */
    private double zero;

    private final BooleanSupplier stop;

    /**
     * @param stop ends the work where it stands
     */
    DualAscent(int nodes, BooleanSupplier stop) {
        this.nodes = nodes;
        this.stop = stop;
        into = new double[nodes][nodes];
        inCut = new boolean[nodes];
        cut = new int[nodes];
    }

    private record Waiting(int terminal, int size) implements Comparable<Waiting> {
        @Override
        public int compareTo(Waiting other) {
            int bySize = Integer.compare(size, other.size);
            return bySize != 0 ? bySize : Integer.compare(terminal, other.terminal);
        }
    }

    /** Whether the arc costs nothing any more. */
    boolean isFree(int from, int to) {
        return into[to][from] <= zero;
    }

    /**
     * Raises cuts around the terminals that the root does not reach over free arcs, the smallest first, until it reaches
     * all or time is out.
     *
     * @param weight weight of the arc into the first index from the second; infinite without one
     * @param terminals nodes to be reached
     * @return no tree weighs less; infinite when some terminal cannot be reached
     */
    double bound(double[][] weight, int root, Iterable<Integer> terminals) {
        double heaviest = 0;
        for (int v = 0; v < nodes; v++) {
            System.arraycopy(weight[v], 0, into[v], 0, nodes);
            for (double each : weight[v]) {
                heaviest = each < INFINITY ? Math.max(heaviest, each) : heaviest;
            }
        }
        zero = 1e-14 * heaviest;
        var waiting = new PriorityQueue<Waiting>();
        terminals.forEach(terminal -> waiting.add(new Waiting(terminal, 1)));
        double sum = 0;
        for (int steps = 1; !waiting.isEmpty(); steps++) {
            if (steps % LOOK_AT_THE_CLOCK == 0 && stop.getAsBoolean()) {
                break;
            }
            Waiting next = waiting.poll();
            if (reachesRoot(next.terminal, root)) {
                continue;
            }
            if (cutSize > next.size && !waiting.isEmpty() && waiting.peek().size < cutSize) {
                waiting.add(new Waiting(next.terminal, cutSize));
                continue;
            }
            double raised = raise();
            if (raised == INFINITY) {
                return INFINITY;
            }
            sum += raised;
            waiting.add(new Waiting(next.terminal, cutSize));
        }
        return sum;
    }

    /** Collects what reaches a terminal over free arcs; whether the root does. */
    private boolean reachesRoot(int terminal, int root) {
        Arrays.fill(inCut, false);
        cut[0] = terminal;
        cutSize = 1;
        inCut[terminal] = true;
        for (int i = 0; i < cutSize; i++) {
            double[] arcs = into[cut[i]];
            for (int u = 0; u < nodes; u++) {
                if (!inCut[u] && arcs[u] <= zero) {
                    if (u == root) {
                        return true;
                    }
                    inCut[u] = true;
                    cut[cutSize++] = u;
                }
            }
        }
        return false;
    }

    /** Takes the least reduced cost of the arcs into the cut off all of them. */
    private double raise() {
        double least = INFINITY;
        for (int i = 0; i < cutSize; i++) {
            double[] arcs = into[cut[i]];
            for (int u = 0; u < nodes; u++) {
                if (!inCut[u] && arcs[u] < least) {
                    least = arcs[u];
                }
            }
        }
        for (int i = 0; i < cutSize && least < INFINITY; i++) {
            double[] arcs = into[cut[i]];
            for (int u = 0; u < nodes; u++) {
                if (!inCut[u]) {
                    arcs[u] -= least;
                }
            }
        }
        return least;
    }

    /** Lightest way by reduced costs from the root to every node. */
    double[] fromRoot(int root) {
        double[] distance = new double[nodes];
        Arrays.fill(distance, INFINITY);
        distance[root] = 0;
        boolean[] done = new boolean[nodes];
        for (int u = nearest(distance, done); u >= 0; u = nearest(distance, done)) {
            done[u] = true;
            for (int v = 0; v < nodes; v++) {
                distance[v] = Math.min(distance[v], distance[u] + into[v][u]);
            }
        }
        return distance;
    }

    /** Lightest way by reduced costs from every node to the nearest of some. */
    double[] toAny(Iterable<Integer> terminals) {
        double[] distance = new double[nodes];
        Arrays.fill(distance, INFINITY);
        terminals.forEach(terminal -> distance[terminal] = 0);
        boolean[] done = new boolean[nodes];
        for (int v = nearest(distance, done); v >= 0; v = nearest(distance, done)) {
            done[v] = true;
            for (int u = 0; u < nodes; u++) {
                distance[u] = Math.min(distance[u], distance[v] + into[v][u]);
            }
        }
        return distance;
    }

    static int nearest(double[] distance, boolean[] done) {
        int best = -1;
        for (int v = 0; v < distance.length; v++) {
            if (!done[v] && distance[v] < INFINITY && (best < 0 || distance[v] < distance[best])) {
                best = v;
            }
        }
        return best;
    }
}
