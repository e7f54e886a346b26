package io.longhaul.planner.job;

import io.longhaul.core.job.Job;
import io.longhaul.core.plan.NetworkModel;
import java.util.ArrayList;
import java.util.Arrays;

/**
 * Geode, {@code geode} (Vulimiri, Curino, Godfrey, Jungblut, Padhye, Varghese, "Global Analytics in the Face of Bandwidth and
 * Regulatory Constraints", NSDI 2015, section 4): each task at one site, parts of datasets copied to others where that pays, so
 * that the least octets cross, and none goes where it may not. Neither time nor rates count.
 *
 * <p>Tasks are silos ({@link SiloGraph}). A copy crosses once, before the job arrives, if it can be there by then; what is not
 * copied crosses in every round. The integer program is exact where silos form a tree, as those of a chain of stages do
 * (dynamic programming, since an octet costs the same between any two sites); else silos are moved one by one from each site
 * alone and from where data are. The paper's copies for fault tolerance, its cache of what queries share, and its way to measure
 * octets are not there: sizes are given.
 */
final class GeodePlanner extends PlacementPlanner {
    GeodePlanner() {
        super("geode");
    }

    @Override
    double[][] place(JobModel model) {
        var graph = new SiloGraph(model);
        return graph.shares(best(graph, graph.ones()));
    }

    @Override
    Draft draft(Job job, NetworkModel network) {
        var model = new JobModel(job.ofQuery(0), network);
        int rounds = job.repeat().rounds();
        if (rounds == 1 || job.terms().arrival().isZero()) {
            return new Draft(model, place(model));
        }
        var graph = new SiloGraph(model);
        double[] factors = new double[graph.edges.size()];
        for (int e = 0; e < factors.length; e++) {
            factors[e] = graph.silos.get(graph.edges.get(e).from()).dataset() >= 0 ? 1 : rounds;
        }
        Draft copying = copied(graph, best(graph, factors));
        return Beforehand.isInTime(copying) ? copying : new Draft(model, place(model));
    }

    /** The parts of datasets that are taken elsewhere, moved there beforehand, and the job on what then lies where. */
    private static Draft copied(SiloGraph graph, int[] sites) {
        JobModel before = graph.model;
        var moves = new ArrayList<Beforehand>();
        for (SiloGraph.Edge edge : graph.edges) {
            SiloGraph.Silo from = graph.silos.get(edge.from());
            int to = sites[edge.to()];
            boolean once = graph.at.get(edge.from()).size() == 1;
            if (from.dataset() >= 0 && from.pinned() != to && once) {
                boolean may = before.job.datasets().get(from.dataset()).mayGoTo(before.sites.get(to));
                if (may) {
                    double bits = before.datasets[from.dataset()][from.pinned()];
                    moves.add(new Beforehand(from.dataset(), from.pinned(), to, bits));
                }
            }
        }
        JobModel model = Beforehand.moved(before, moves);
        var after = new SiloGraph(model);
        var draft = new Draft(model, after.shares(best(after, after.ones())));
        Beforehand.write(draft, moves);
        return draft;
    }

    /** Where each silo costs the least: exact for trees. */
    static int[] best(SiloGraph graph, double[] factors) {
        int n = graph.model.siteCount;
        int count = graph.silos.size();
        int[] order = new int[count];
        int[] by = new int[count];
        boolean[] seen = new boolean[count];
        Arrays.fill(by, -1);
        int placed = 0;
        boolean tree = true;
        for (int root = 0; root < count; root++) {
            int next = placed;
            if (!seen[root]) {
                seen[root] = true;
                order[placed++] = root;
            }
            while (next < placed) {
                int silo = order[next++];
                for (int e : graph.at.get(silo)) {
                    SiloGraph.Edge edge = graph.edges.get(e);
                    int other = edge.from() == silo ? edge.to() : edge.from();
                    if (e != by[silo]) {
                        tree &= !seen[other];
                        if (!seen[other]) {
                            seen[other] = true;
                            by[other] = e;
                            order[placed++] = other;
                        }
                    }
                }
            }
        }
        if (!tree) {
            return descended(graph, factors);
        }
        // costs of the part behind a silo, by its site
        double[][] costs = new double[count][n];
        for (int k = count - 1; k >= 0; k--) {
            int silo = order[k];
            for (int site = 0; site < n; site++) {
                costs[silo][site] += graph.mayBe(silo, site) ? 0 : Double.POSITIVE_INFINITY;
            }
            if (by[silo] >= 0) {
                SiloGraph.Edge edge = graph.edges.get(by[silo]);
                int parent = edge.from() == silo ? edge.to() : edge.from();
                double apart = least(costs[silo]) + edge.bits() * factors[by[silo]];
                for (int site = 0; site < n; site++) {
                    costs[parent][site] += Math.min(costs[silo][site], apart);
                }
            }
        }
        int[] sites = new int[count];
        for (int silo : order) {
            int best = 0;
            int parent = -1;
            double weight = 0;
            if (by[silo] >= 0) {
                SiloGraph.Edge edge = graph.edges.get(by[silo]);
                parent = sites[edge.from() == silo ? edge.to() : edge.from()];
                weight = edge.bits() * factors[by[silo]];
                best = parent;
            }
            for (int site = 0; site < n; site++) {
                double there = costs[silo][site] + (parent < 0 || site == parent ? 0 : weight);
                double now = costs[silo][best] + (parent < 0 || best == parent ? 0 : weight);
                best = there < now * (1 - 1e-12) ? site : best;
            }
            sites[silo] = best;
        }
        return sites;
    }

    private static double least(double[] values) {
        return Arrays.stream(values).min().orElse(0);
    }

    private static int[] descended(SiloGraph graph, double[] factors) {
        int[] best = new int[0];
        for (int start = -1; start < graph.model.siteCount; start++) {
            int[] sites = new int[graph.silos.size()];
            for (int k = 0; k < sites.length; k++) {
                int pinned = graph.silos.get(k).pinned();
                sites[k] = pinned >= 0 ? pinned : Math.max(0, start);
            }
            if (start < 0) {
                sites = PixidaPlanner.cut(graph);
            }
            int[] found = graph.improved(sites, factors);
            best = best.length == 0 || graph.crossing(found, factors) < graph.crossing(best, factors) ? found : best;
        }
        return best;
    }
}
