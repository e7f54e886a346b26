package io.longhaul.planner.job;

import io.longhaul.core.job.Job;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

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
    /** Of a time that is searched for. */
    private static final int MOST_HALVINGS = 100;

    private static final int MOST_DOUBLINGS = 60;
    private static final double NEAR = 1e-12;

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

    /**
     * The shares with the shortest transfer within a cost, the cheapest of them; empty when there are none. A time says how much
     * of a shuffle a site has at least, to send the rest in it, and how much at most, to receive it; what is free within that goes to
     * the cheapest sites. The longer the time, the less it costs, so that the shortest one within the cost is found by halving.
     */
    static Optional<double[]> shuffle(JobModel model, int s, double[] bits, double[] dollars, double limit) {
        int n = model.siteCount;
        double all = JobModel.sum(bits);
        double longest = 0;
        double[] slowest = new double[n];
        for (int j = 0; j < n; j++) {
            longest = Math.max(longest, Math.max(JobModel.over(all, model.up[j]), JobModel.over(all, model.down[j])));
            // of the paths to a site, which all carry its share, and its ingress: what takes longest for all of it
            slowest[j] = JobModel.over(all - bits[j], model.down[j]);
            for (int i = 0; i < n; i++) {
                slowest[j] = i == j ? slowest[j] : Math.max(slowest[j], JobModel.over(bits[i], model.pair[i][j]));
            }
        }
        if (!(longest > 0 && longest < Double.POSITIVE_INFINITY)) {
            return Optional.empty();
        }
        int[] cheapest = IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.comparingDouble(j -> dollars[j]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] found = {};
        double low = 0;
        double high = longest;
        for (int k = 0; k < MOST_DOUBLINGS && found.length == 0; k++) {
            high *= 2;
            found = within(model, s, bits, slowest, cheapest, high);
            found = cost(found, dollars) <= limit ? found : new double[0];
        }
        for (int k = 0; k < MOST_HALVINGS && found.length > 0 && high - low > NEAR * high; k++) {
            double middle = (low + high) / 2;
            double[] other = within(model, s, bits, slowest, cheapest, middle);
            boolean fits = other.length > 0 && cost(other, dollars) <= limit;
            found = fits ? other : found;
            high = fits ? middle : high;
            low = fits ? low : middle;
        }
        return found.length > 0 ? Optional.of(JobModel.within(model.most[s], found)) : Optional.empty();
    }

    /** The cheapest shares of a transfer of so many seconds; empty when there are none. */
    private static double[] within(
            JobModel model, int s, double[] bits, double[] slowest, int[] cheapest, double seconds) {
        double[] share = new double[bits.length];
        double[] room = new double[bits.length];
        double left = 1;
        for (int j = 0; j < share.length; j++) {
            share[j] = bits[j] > 0 ? Math.max(0, 1 - seconds * model.up[j] / bits[j]) : 0;
            double most = slowest[j] > 0 ? Math.min(model.most[s][j], seconds / slowest[j]) : model.most[s][j];
            if (share[j] > most) {
                return new double[0];
            }
            room[j] = most - share[j];
            left -= share[j];
        }
        if (left < 0) {
            return new double[0];
        }
        for (int k = 0; k < share.length && left > 0; k++) {
            int j = cheapest[k];
            double more = Math.min(left, room[j]);
            share[j] += more;
            left -= more;
        }
        return left > JobModel.NOTHING ? new double[0] : share;
    }
}
