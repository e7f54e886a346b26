package io.longhaul.planner.job;

import io.longhaul.core.job.Job;
import java.util.Optional;

/**
 * Kimchi, {@code kimchi} (Oh, Chandra, Weissman, "A Network Cost-aware Geo-distributed Data Analytics System", CCGRID 2020 and
 * TPDS 2022): of each shuffle the shares with the shortest transfer that costs at most {@code C_min + theta (C_fast - C_min)},
 * between the cheapest placement and the fastest. Ports and paths count, at prices per octet of each link.
 *
 * <p>The paper leaves theta to its user; here it is a half, and of a job with a budget the largest with which its egress keeps the
 * budget, found by halving. It solves a mixed program of whole tasks; here tasks are as fine as need be, so that it is
 * linear. Of several fastest placements the cheapest counts as C_fast. Reads stay in place, as in Iridium, on which it builds.
 * What it re-adjusts while a job runs is not there.
 */
final class KimchiPlanner extends PlacementPlanner {
    static final double THETA = 0.5;
    private static final int HALVINGS = 12;

    KimchiPlanner() {
        super("kimchi");
    }

    @Override
    double[][] place(JobModel model) {
        return place(model, THETA);
    }

    @Override
    Draft draft(JobModel model) {
        Job job = model.job;
        if (job.terms().budget().isEmpty()) {
            return new Draft(model, place(model));
        }
        var fastest = new Draft(model, place(model, 1));
        var cheapest = new Draft(model, place(model, 0));
        boolean between = !keeps(job, fastest) && keeps(job, cheapest);
        return between ? between(model, job, cheapest) : keeps(job, fastest) ? fastest : cheapest;
    }

    /** The largest theta that keeps the budget, when 0 does and 1 does not. */
    private static Draft between(JobModel model, Job job, Draft kept) {
        Draft best = kept;
        double low = 0;
        double high = 1;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            var tried = new Draft(model, place(model, middle));
            boolean within = keeps(job, tried);
            best = within ? tried : best;
            low = within ? middle : low;
            high = within ? high : middle;
        }
        return best;
    }

    private static boolean keeps(Job job, Draft draft) {
        return job.terms()
                .budget()
                .map(most -> draft.finish("kimchi").cost().isWithin(most))
                .orElse(true);
    }

    static double[][] place(JobModel model, double theta) {
        return stageByStage(model, (s, shares) -> stage(model, s, shares, theta));
    }

    /** Dollars of a stage when all of it runs at a site: of a shuffle they are linear in the shares. */
    private static double[] dollars(JobModel model, double[] bits) {
        double[] dollars = new double[model.siteCount];
        for (int j = 0; j < dollars.length; j++) {
            for (int i = 0; i < dollars.length; i++) {
                dollars[j] += i == j ? 0 : bits[i] * model.price[i][j];
            }
        }
        return dollars;
    }

    private static double[] stage(JobModel model, int s, double[][] shares, double theta) {
        if (!model.stages.get(s).isShuffled()) {
            return model.inPlace(s, shares);
        }
        double[] bits = model.input(s, shares);
        double[] dollars = dollars(model, bits);
        if (model.isOneSite(s)) {
            return oneSite(model, s, shares, dollars, theta);
        }
        double[] cheapest = JobModel.within(model.most[s], cheapestFirst(model.most[s], dollars));
        Optional<double[]> fastest = shuffle(model, s, bits, dollars, Double.POSITIVE_INFINITY);
        if (fastest.isEmpty()) {
            return model.inPlace(s, shares);
        }
        double least = cost(cheapest, dollars);
        double most = cost(fastest.get(), dollars);
        double limit = least + theta * Math.max(0, most - least);
        return most <= limit
                ? fastest.get()
                : shuffle(model, s, bits, dollars, limit).orElse(cheapest);
    }

    private static double[] oneSite(JobModel model, int s, double[][] shares, double[] dollars, double theta) {
        double[] seconds = new double[model.siteCount];
        double least = Double.POSITIVE_INFINITY;
        int fastest = -1;
        for (int site = 0; site < seconds.length; site++) {
            if (model.most[s][site] >= 1) {
                shares[s] = model.alone(s, site);
                seconds[site] = model.transfer(model.flows(s, shares));
                least = Math.min(least, dollars[site]);
                fastest = fastest < 0 || seconds[site] < seconds[fastest] ? site : fastest;
            }
        }
        double limit = least + theta * Math.max(0, dollars[fastest] - least);
        return model.bestSite(
                s, site -> dollars[site] <= limit * (1 + 1e-12) ? seconds[site] : Double.POSITIVE_INFINITY);
    }

    private static double cost(double[] share, double[] dollars) {
        double cost = 0;
        for (int j = 0; j < share.length; j++) {
            cost += share[j] * dollars[j];
        }
        return cost;
    }

    /** As much as may be at the cheapest site, then at the next. */
    private static double[] cheapestFirst(double[] most, double[] dollars) {
        double[] wanted = new double[most.length];
        double left = 1;
        while (left > JobModel.NOTHING) {
            int next = -1;
            for (int j = 0; j < most.length; j++) {
                boolean open = wanted[j] == 0 && most[j] > 0;
                next = open && (next < 0 || dollars[j] < dollars[next]) ? j : next;
            }
            if (next < 0) {
                break;
            }
            wanted[next] = Math.min(most[next], left);
            left -= wanted[next];
        }
        return wanted;
    }

    /** The shares with the shortest transfer within a cost, the cheapest of them; empty when the numbers did not let it be found. */
    static Optional<double[]> shuffle(JobModel model, int s, double[] bits, double[] dollars, double limit) {
        int n = model.siteCount;
        double all = JobModel.sum(bits);
        double unit = 0;
        double dearest = 0;
        for (int j = 0; j < n; j++) {
            unit = Math.max(unit, Math.max(JobModel.over(all, model.up[j]), JobModel.over(all, model.down[j])));
            dearest = Math.max(dearest, dollars[j]);
        }
        if (!(unit > 0 && unit < Double.POSITIVE_INFINITY)) {
            return Optional.empty();
        }
        var program = new Program();
        int time = program.variable(1);
        int[] share = new int[n];
        var sum = new Program.Sum();
        for (int j = 0; j < n; j++) {
            share[j] = program.variable(0);
            sum.add(share[j], 1);
            program.atMost(new Program.Sum().add(share[j], 1), model.most[s][j]);
        }
        program.equal(sum, 1);
        for (int i = 0; i < n; i++) {
            var sent = new Program.Sum().add(time, -1);
            double slowest = 0;
            for (int j = 0; j < n; j++) {
                sent.add(share[j], i == j ? 0 : bits[i] / model.up[i] / unit);
                double rate = model.pair[j][i];
                if (i != j && rate < Math.min(model.up[j], model.down[i])) {
                    slowest = Math.max(slowest, Math.min(bits[j] / Math.max(rate, 1e-3) / unit, 1e9));
                }
            }
            if (slowest > 0) {
                // of the paths to a site, which all carry its share, the one that takes longest
                program.atMost(new Program.Sum().add(share[i], slowest).add(time, -1), 0);
            }
            program.atMost(sent, 0);
            double received = (all - bits[i]) / model.down[i] / unit;
            program.atMost(new Program.Sum().add(share[i], received).add(time, -1), 0);
        }
        var money = new Program.Sum();
        for (int j = 0; j < n && dearest > 0; j++) {
            money.add(share[j], dollars[j] / dearest);
        }
        if (limit < Double.POSITIVE_INFINITY && dearest > 0) {
            program.atMost(money, limit / dearest);
        }
        Optional<double[]> fastest = program.minimum();
        if (fastest.isPresent() && dearest > 0) {
            program.atMost(new Program.Sum().add(time, 1), fastest.get()[time] * (1 + 1e-9) + 1e-12);
            program.cost(time, 0);
            for (int j = 0; j < n; j++) {
                program.cost(share[j], dollars[j] / dearest);
            }
            fastest = program.minimum();
        }
        return fastest.map(values -> {
            double[] found = new double[n];
            for (int j = 0; j < n; j++) {
                found[j] = values[share[j]] < JobModel.NOTHING ? 0 : values[share[j]];
            }
            return JobModel.within(model.most[s], found);
        });
    }
}
