package io.longhaul.planner.job;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.TreeSet;

/**
 * Pixida, {@code pixida} (Kloudas, Mamede, Preguiça, Rodrigues, "Pixida: Optimizing Data Parallel Jobs in Wide-Area Data
 * Analytics", PVLDB 9(2), 2015): tasks of a stage with the same inputs are one silo ({@link SiloGraph}); silos go to the sites
 * that hold data so that the least octets cross between them, a multi-way cut with what several take counted once a site. It
 * is found by one minimum cut for each site that holds data, isolating it from the others; all but the heaviest of those cuts
 * are at most {@code 2 - 2/k} times the least.
 *
 * <p>The paper knows neither rates nor slots nor where data may not go. Here a silo that may not run at a site is on the other
 * side of that site's cut, and one that is left over goes where it adds the least.
 */
final class PixidaPlanner extends PlacementPlanner {
    PixidaPlanner() {
        super("pixida");
    }

    @Override
    double[][] place(JobModel model) {
        var graph = new SiloGraph(model);
        return graph.shares(cut(graph));
    }

    /** The site of every silo. */
    static int[] cut(SiloGraph graph) {
        var terminals = new TreeSet<Integer>();
        graph.silos.forEach(silo -> {
            if (silo.pinned() >= 0) {
                terminals.add(silo.pinned());
            }
        });
        int count = graph.silos.size();
        int[] sites = new int[count];
        Arrays.fill(sites, -1);
        var cuts = terminals.stream()
                .map(site -> Isolation.of(graph, site))
                .sorted((one, other) -> Double.compare(one.bits, other.bits))
                .toList();
        for (int k = 0; k < count; k++) {
            for (int c = 0; c + 1 < cuts.size() && sites[k] < 0; c++) {
                sites[k] = cuts.get(c).inside[k] ? cuts.get(c).site : -1;
            }
            int last = cuts.isEmpty() ? 0 : cuts.get(cuts.size() - 1).site;
            sites[k] = graph.silos.get(k).pinned() >= 0 ? graph.silos.get(k).pinned() : sites[k] >= 0 ? sites[k] : last;
        }
        for (int k = 0; k < count; k++) {
            sites[k] = graph.mayBe(k, sites[k]) ? sites[k] : graph.best(sites, k, graph.ones());
        }
        return sites;
    }

    /** The minimum cut between one site and all others that hold data. */
    private static final class Isolation {
        final int site;
        final boolean[] inside;
        final double bits;

        private Isolation(int site, boolean[] inside, double bits) {
            this.site = site;
            this.inside = inside;
            this.bits = bits;
        }

        static Isolation of(SiloGraph graph, int site) {
            int silos = graph.silos.size();
            var flow = new Residual(silos + 2, graph.edges.size() + silos);
            for (SiloGraph.Edge edge : graph.edges) {
                flow.add(edge.from(), edge.to(), edge.bits());
            }
            for (int k = 0; k < silos; k++) {
                boolean here = graph.silos.get(k).pinned() == site;
                if (here || !graph.mayBe(k, site)) {
                    flow.add(here ? silos : silos + 1, k, Double.POSITIVE_INFINITY);
                }
            }
            double bits = flow.maximum(silos, silos + 1);
            return new Isolation(site, Arrays.copyOf(flow.reached(silos), silos), bits);
        }
    }

    /** An undirected network whose maximum flow is its minimum cut: shortest ways first (Edmonds and Karp). */
    private static final class Residual {
        private final int[] first;
        private final int[] next;
        private final int[] to;
        private final double[] left;
        private int count;

        Residual(int nodes, int edges) {
            first = new int[nodes];
            Arrays.fill(first, -1);
            next = new int[2 * edges];
            to = new int[2 * edges];
            left = new double[2 * edges];
        }

        void add(int one, int other, double bits) {
            half(one, other, bits);
            half(other, one, bits);
        }

        private void half(int from, int target, double bits) {
            to[count] = target;
            left[count] = bits;
            next[count] = first[from];
            first[from] = count++;
        }

        double maximum(int source, int sink) {
            double sum = 0;
            for (int[] by = ways(source); by[sink] >= 0; by = ways(source)) {
                double least = Double.POSITIVE_INFINITY;
                for (int node = sink; node != source; node = to[by[node] ^ 1]) {
                    least = Math.min(least, left[by[node]]);
                }
                for (int node = sink; node != source; node = to[by[node] ^ 1]) {
                    left[by[node]] -= least;
                    left[by[node] ^ 1] += least;
                }
                sum += least;
            }
            return sum;
        }

        boolean[] reached(int source) {
            int[] by = ways(source);
            boolean[] reached = new boolean[by.length];
            for (int node = 0; node < by.length; node++) {
                reached[node] = node == source || by[node] >= 0;
            }
            return reached;
        }

        /** By node the half edge it is reached by on a shortest way, -1 for none. */
        private int[] ways(int source) {
            int[] by = new int[first.length];
            Arrays.fill(by, -1);
            var queue = new ArrayDeque<Integer>();
            queue.add(source);
            while (!queue.isEmpty()) {
                int node = queue.remove();
                for (int half = first[node]; half >= 0; half = next[half]) {
                    if (left[half] > 0 && by[to[half]] < 0 && to[half] != source) {
                        by[to[half]] = half;
                        queue.add(to[half]);
                    }
                }
            }
            return by;
        }
    }
}
