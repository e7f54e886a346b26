package io.longhaul.planner.overlay;

import java.util.Arrays;

/**
 * Dual prices of the resource rows, all zero or more, and what they make each arc weigh. Any prices give a valid bound
 * (Lagrange): see {@link #bound}. Confined to one search.
 */
final class Prices {
    private final OverlayProblem problem;
    private final FlowNetwork network;
    /** Weight of a dollar in the objective. */
    double dollar;
    /** How many times the objective counts. */
    private double counted = 1;

    final double[] outShare;
    final double[] inShare;
    final double[] egress;
    final double[] ingress;
    final double[] bucket;
    /** Rows of pieces: price towards the sender's VMs and towards the receiver's. */
    final double[] pieceFrom;

    final double[] pieceTo;
    final double[] total;
    /** Steps of tiered prices, at most what a step costs. */
    final double[] step;
    /** What one unit of H at a node is worth to the rows it widens. */
    private final double[] relief;

    private final double[] leave;
    private final double[] enter;

    Prices(OverlayProblem problem) {
        this.problem = problem;
        network = problem.network();
        outShare = new double[network.nodes];
        inShare = new double[network.nodes];
        egress = new double[network.nodes];
        ingress = new double[network.nodes];
        bucket = new double[network.nodes];
        relief = new double[network.nodes];
        leave = new double[network.nodes];
        enter = new double[network.nodes];
        pieceFrom = network.pieces ? new double[network.arcs] : new double[0];
        pieceTo = network.pieces ? new double[network.arcs] : new double[0];
        total = new double[network.totalCap.length];
        step = new double[problem.prices().stepCount()];
        dollar = problem.costWeight();
    }

    /** Before prices are read of a program that minimises so many times the objective. */
    void clear(double costs) {
        for (double[] array :
                new double[][] {outShare, inShare, egress, ingress, bucket, pieceFrom, pieceTo, total, step}) {
            Arrays.fill(array, 0);
        }
        counted = costs;
        dollar = costs * problem.costWeight();
    }

    /** To be called after the prices of nodes have changed and before {@link #weight}. */
    void prepare() {
        double rate = problem.referenceRate();
        for (int v = 0; v < network.nodes; v++) {
            double out = egress[v] * rate / network.egress[v];
            VmBucket credit = network.bucket[v];
            if (credit.present()) {
                out += bucket[v];
            }
            leave[v] = out;
            enter[v] = ingress[v] * rate / network.ingress[v];
            relief[v] = outShare[v] + inShare[v] + egress[v] + ingress[v];
        }
        for (int i = 0; i < step.length; i++) {
            step[i] = Math.min(step[i], dollar * problem.stepCost(i));
        }
        for (int arc = 0; arc < pieceFrom.length; arc++) {
            relief[network.from[arc]] += pieceFrom[arc];
            relief[network.to[arc]] += pieceTo[arc];
        }
    }

    /** Objective and resources one unit of phi takes on an arc; zero or more. */
    double weight(int arc) {
        if (network.local[arc]) {
            return 0;
        }
        if (problem.prices().first[arc] == Double.POSITIVE_INFINITY) {
            return Double.POSITIVE_INFINITY;
        }
        int a = network.from[arc];
        int b = network.to[arc];
        double rate = problem.referenceRate();
        double weight = dollar * problem.arcCost(arc)
                + network.share[arc] * rate * (outShare[a] + inShare[b])
                + leave[a]
                + enter[b];
        if (pieceFrom.length > 0 && network.pieceCap[arc] < Double.POSITIVE_INFINITY) {
            weight += (pieceFrom[arc] + pieceTo[arc]) * rate / network.pieceCap[arc];
        }
        for (int i : network.totals[arc]) {
            weight += total[i] * rate / network.totalCap[i];
        }
        int firstStep = problem.prices().firstStep[arc];
        for (int i = firstStep; i < firstStep + problem.prices().steps[arc]; i++) {
            weight += step[i];
        }
        return weight;
    }

    /**
     * The Lagrangian bound: the shortest path pays for the data; VMs and time are chosen best against the prices, which
     * is bilinear and so settled at an end of every range.
     *
     * @param shortest weight of the shortest path
     */
    double bound(double shortest, NodeBounds bounds) {
        double best = Double.POSITIVE_INFINITY;
        for (int end = 0; end < 2; end++) {
            best = Math.min(best, atTime(end == 0 ? problem.timeLow() : problem.timeHigh(), bounds));
        }
        for (int i = 0; i < step.length; i++) {
            best -= step[i] * problem.stepShare(i);
        }
        double budgetPrice = dollar - counted * problem.costWeight();
        return shortest + best - (problem.hasBudget() ? budgetPrice * problem.budget() : 0);
    }

    private double atTime(double t, NodeBounds bounds) {
        double value = counted * problem.timeWeight() * t;
        for (double price : total) {
            value -= price * t;
        }
        for (int v = 0; v < network.nodes; v++) {
            if (bounds.high[v] > 0) {
                double each = ofOneVm(v, t);
                value += each * (each >= 0 ? bounds.low[v] : bounds.high[v]);
            }
        }
        for (int g = 0; g < problem.siteMost().length; g++) {
            value += excess(g, t, bounds);
        }
        return value;
    }

    /** What one VM adds to the Lagrangian at a time. */
    private double ofOneVm(int v, double t) {
        double each = (dollar * problem.costPerVmTime(v) - relief[v]) * t + dollar * problem.costPerVm(v);
        if (network.bucket[v].present()) {
            VmBucket credit = network.bucket[v];
            double rate = problem.referenceRate();
            each -= bucket[v] * (credit.low() * t + credit.bonus() / problem.secondsPerTime()) / rate;
        }
        return each;
    }

    /** What is to be given back where the types that pay are more VMs together than a site may have: the least paying. */
    private double excess(int group, double t, NodeBounds bounds) {
        int[] types = network.sites.choices[group];
        int vms = 0;
        for (int v : types) {
            vms += ofOneVm(v, t) < 0 ? bounds.high[v] : bounds.low[v];
        }
        int over = vms - problem.siteMost()[group];
        double value = 0;
        boolean[] given = new boolean[types.length];
        while (over > 0) {
            int least = -1;
            for (int i = 0; i < types.length; i++) {
                boolean gives = !given[i] && ofOneVm(types[i], t) < 0;
                if (gives && (least < 0 || ofOneVm(types[i], t) > ofOneVm(types[least], t))) {
                    least = i;
                }
            }
            if (least < 0) {
                return value;
            }
            given[least] = true;
            int back = Math.min(over, bounds.high[types[least]] - bounds.low[types[least]]);
            value -= back * ofOneVm(types[least], t);
            over -= back;
        }
        return value;
    }
}
