package io.longhaul.planner.job;

import io.longhaul.core.job.Stage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A job as silos: all tasks of a stage with the same inputs, which run at one site together. A stage that reads has a silo
 * for each part of its first input; one that is shuffled to has one. Between silos go octets, counted where the ends
 * run apart. Where several silos take the same output, it crosses once for all of a site. Exchanges move what they must, and
 * are left out. Confined to one thread.
 */
final class SiloGraph {
    /**
     * Some tasks of one stage, or a part of a dataset, or the output of a silo where it is taken from.
     *
     * @param stage number of its stage; -1 for data and outputs
     * @param dataset number of its dataset, -1 for none
     * @param part of the work of its stage
     * @param pinned the site where it has to be, -1 when that is free
     */
    record Silo(int stage, int dataset, double part, int pinned) {}

    /**
     * Octets between two silos.
     *
     * @param bits counted when they run at different sites
     */
    record Edge(int from, int to, double bits) {}

    final JobModel model;
    final List<Silo> silos = new ArrayList<>();
    final List<Edge> edges = new ArrayList<>();
    /** Numbers of the edges at each silo. */
    final List<List<Integer>> at = new ArrayList<>();

    SiloGraph(JobModel model) {
        this.model = model;
        // by dataset and stage: silos by the site their data come from, or one under -1
        List<Map<Integer, Integer>> data = new ArrayList<>();
        for (int d = 0; d < model.datasets.length; d++) {
            var parts = new TreeMap<Integer, Integer>();
            double all = JobModel.sum(model.datasets[d]);
            for (int i = 0; i < model.siteCount; i++) {
                if (model.datasets[d][i] > 0) {
                    parts.put(i, add(new Silo(-1, d, model.datasets[d][i] / all, i)));
                }
            }
            data.add(parts);
        }
        List<Map<Integer, Integer>> stages = new ArrayList<>();
        for (int s = 0; s < model.stageCount; s++) {
            stages.add(stage(s, data, stages));
        }
        shareOutputs();
        silos.forEach(any -> at.add(new ArrayList<>()));
        for (int e = 0; e < edges.size(); e++) {
            at.get(edges.get(e).from()).add(e);
            at.get(edges.get(e).to()).add(e);
        }
    }

    private int add(Silo silo) {
        silos.add(silo);
        return silos.size() - 1;
    }

    private Map<Integer, Integer> stage(int s, List<Map<Integer, Integer>> data, List<Map<Integer, Integer>> stages) {
        Stage stage = model.stages.get(s);
        var ours = new TreeMap<Integer, Integer>();
        int first = model.inputs[s][0];
        Map<Integer, Integer> lead = first < 0 ? data.get(~first) : stages.get(first);
        boolean exchange = stage.kind() == Stage.Kind.EXCHANGE;
        boolean reads = stage.kind() == Stage.Kind.READ || stage.kind() == Stage.Kind.BROADCAST || exchange;
        if (reads && !lead.isEmpty()) {
            lead.forEach((site, silo) ->
                    ours.put(site, add(new Silo(s, -1, silos.get(silo).part(), -1))));
        } else {
            ours.put(-1, add(new Silo(s, -1, 1, stage.at().map(model::number).orElse(-1))));
        }
        for (int k = 0; k < model.inputs[s].length; k++) {
            int from = model.inputs[s][k];
            Map<Integer, Integer> theirs = from < 0 ? data.get(~from) : stages.get(from);
            double all = from < 0 ? JobModel.sum(model.datasets[~from]) : model.outputs[from];
            boolean whole = stage.kind() == Stage.Kind.BROADCAST && k > 0;
            for (var target : ours.entrySet()) {
                for (var source : theirs.entrySet()) {
                    double bits = all * silos.get(source.getValue()).part();
                    boolean same = source.getKey().equals(target.getKey());
                    boolean narrow = reads && !whole && theirs.size() > 1 && ours.size() > 1;
                    if (!narrow || same) {
                        double part = reads && !whole && !narrow
                                ? bits * silos.get(target.getValue()).part()
                                : bits;
                        edges.add(new Edge(source.getValue(), target.getValue(), part));
                    }
                }
            }
        }
        return ours;
    }

    /** A silo whose whole output several take sends it once to a site: it goes through a silo of its own. */
    private void shareOutputs() {
        int count = silos.size();
        for (int from = 0; from < count; from++) {
            int source = from;
            List<Edge> out =
                    edges.stream().filter(edge -> edge.from() == source).toList();
            boolean shared = out.size() > 1
                    && out.stream().allMatch(edge -> edge.bits() == out.get(0).bits());
            if (shared) {
                int copy = add(new Silo(-1, -1, 0, -1));
                edges.removeAll(new HashSet<>(out));
                edges.add(new Edge(from, copy, out.get(0).bits()));
                out.forEach(edge -> edges.add(new Edge(copy, edge.to(), edge.bits())));
            }
        }
    }

    /** Whether a silo may run at a site. */
    boolean mayBe(int silo, int site) {
        Silo one = silos.get(silo);
        if (one.pinned >= 0) {
            return one.pinned == site;
        }
        return one.stage < 0 || model.most[one.stage][site] >= 1 || mayStay(silo, site);
    }

    /** Whether all it takes lies at the site, so that nothing is sent there. */
    private boolean mayStay(int silo, int site) {
        return model.most[silos.get(silo).stage][site] > 0
                && edges.stream()
                        .filter(edge -> edge.to() == silo)
                        .allMatch(edge -> silos.get(edge.from()).pinned() == site);
    }

    /** Bits that cross between sites, each edge so many times. */
    double crossing(int[] sites, double[] factors) {
        double bits = 0;
        for (int e = 0; e < edges.size(); e++) {
            Edge edge = edges.get(e);
            bits += sites[edge.from()] == sites[edge.to()] ? 0 : edge.bits() * factors[e];
        }
        return bits;
    }

    /** The shares of all stages when each silo runs at its site. */
    double[][] shares(int[] sites) {
        double[][] shares = new double[model.stageCount][model.siteCount];
        for (int k = 0; k < silos.size(); k++) {
            if (silos.get(k).stage() >= 0) {
                shares[silos.get(k).stage()][sites[k]] += silos.get(k).part();
            }
        }
        for (int s = 0; s < model.stageCount; s++) {
            double[] capped = model.isForced(s) ? shares[s] : JobModel.within(model.most[s], shares[s]);
            shares[s] = model.stages.get(s).kind() == Stage.Kind.EXCHANGE ? model.inPlace(s, shares) : capped;
        }
        return shares;
    }

    /** Moves one silo after the other to where the sum of what it sends and takes is least, until none gains. */
    int[] improved(int[] start, double[] factors) {
        int[] sites = start.clone();
        for (boolean better = true; better; ) {
            better = false;
            for (int k = 0; k < sites.length; k++) {
                int best = best(sites, k, factors);
                better |= best != sites[k];
                sites[k] = best;
            }
        }
        return sites;
    }

    /** Where a silo adds the least, so that the most around it stays; where it is, if that is as good and it may be there. */
    int best(int[] sites, int k, double[] factors) {
        double[] stays = new double[model.siteCount];
        double all = 0;
        for (int e : at.get(k)) {
            Edge edge = edges.get(e);
            double bits = edge.bits() * factors[e];
            stays[sites[edge.from() == k ? edge.to() : edge.from()]] += bits;
            all += bits;
        }
        int best = sites[k];
        double most = mayBe(k, best) ? stays[best] : Double.NEGATIVE_INFINITY;
        for (int site = 0; site < stays.length; site++) {
            if (stays[site] > most + all * 1e-12 && mayBe(k, site)) {
                most = stays[site];
                best = site;
            }
        }
        return best;
    }

    double[] ones() {
        double[] ones = new double[edges.size()];
        Arrays.fill(ones, 1);
        return ones;
    }
}
