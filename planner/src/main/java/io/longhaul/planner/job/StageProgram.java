package io.longhaul.planner.job;

import io.longhaul.core.job.Stage;
import io.longhaul.planner.lp.DenseSimplex;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The best shares of one stage while all others stay: a linear program over times alone. Whatever loads a port, a path or slots
 * grows or falls with the share of one site, so that times of the transfers and the computing say between which limits each share
 * lies: at least {@code L_j}, at most {@code U_j}. There are shares for them exactly when no least is above its most, all
 * leasts together are at most 1, and all mosts together at least 1. Those are concave and piecewise linear in the times; they are
 * added as cuts where an answer breaks them, until none is broken (Kelley 1960). Times are the transfer and the computing of this
 * stage, the start and the transfer of each stage that takes from it, and the end of all; the longest ways between them over
 * stages that stay as they are are constants. There are few times and many cuts, so that the dual is what is solved: each cut is a
 * column, and the times are its prices. Of the shares that are left every site has its least; the rest is given in proportion to
 * what each may have, or to few sites. Two things are left to the model, which judges every answer: what a read moves along
 * paths, and to how many sites a broadcast goes (those of now). Confined to one thread.
 */
final class StageProgram {
    /** How far sums of shares may be from 1. */
    private static final double NEAR = 1e-9;

    private static final int MOST_ROUNDS = 200;
    /** Of a port or path that carries nothing, in bit/s. */
    private static final double STILL = 1e-3;

    /** What times say of shares: so many times one of them, and a constant. */
    private static final class Limits {
        int count;
        int[] sites = new int[64];
        int[] times = new int[64];
        double[] slopes = new double[64];
        double[] constants = new double[64];

        void add(int site, int time, double slope, double constant) {
            if (count == sites.length) {
                sites = Arrays.copyOf(sites, 2 * count);
                times = Arrays.copyOf(times, 2 * count);
                slopes = Arrays.copyOf(slopes, 2 * count);
                constants = Arrays.copyOf(constants, 2 * count);
            }
            sites[count] = site;
            times[count] = time;
            slopes[count] = slope;
            constants[count++] = constant;
        }

        double at(int limit, double[] values) {
            return slopes[limit] * values[times[limit]] + constants[limit];
        }

        /** Raises times to what shares need. */
        void need(double[] share, double[] values) {
            for (int k = 0; k < count; k++) {
                values[times[k]] = Math.max(values[times[k]], (share[sites[k]] - constants[k]) / slopes[k]);
            }
        }
    }

    private final JobModel model;
    private final int stage;
    private final double[][] shares;
    /** Seconds that count as one. */
    private final double unit;

    /** Whether what is free is given to as few sites as can take it. */
    private final boolean fewSites;

    /** How many times there are. */
    private final int count;
    /** When this stage starts, over the unit. */
    private double start;
    /** Numbers of the stages that take from it; none when they do not count. */
    private final int[] followers;

    private final DenseSimplex dual = new DenseSimplex();
    private final Limits mosts = new Limits();
    private final Limits leasts = new Limits();
    /** At the times looked at last, by site: its most and least share, and which limit says so; -1 for none of them. */
    private final double[] most;

    private final double[] least;
    private final int[] mostBy;
    private final int[] leastBy;

    private StageProgram(JobModel model, int stage, double[][] shares, double unit, boolean whole, boolean fewSites) {
        this.model = model;
        this.stage = stage;
        this.shares = shares;
        this.unit = unit;
        this.fewSites = fewSites;
        followers = IntStream.range(0, whole ? model.stageCount : 0)
                .filter(this::takesFrom)
                .toArray();
        most = new double[model.siteCount];
        least = new double[model.siteCount];
        mostBy = new int[model.siteCount];
        leastBy = new int[model.siteCount];
        // transfer and computing of this stage; transfer and start of each that takes from it; the end of all
        count = 2 * followers.length + 3;
        for (int time = 0; time < count; time++) {
            boolean counts = whole ? time == endOfAll() : time == transferOf(stage) || time == computing();
            dual.addRow(counts ? 1 : 0);
        }
    }

    /**
     * Shares that end the job first.
     *
     * @param own what each stage takes from its start with the shares of now
     * @param fewSites whether of all such shares those at few sites
     * @return empty when the numbers did not let it be solved
     */
    static Optional<double[]> solve(JobModel model, int stage, double[][] shares, double[] own, boolean fewSites) {
        double now = model.last(own);
        double unit = now > 0 && now < Double.POSITIVE_INFINITY ? now : scale(model, stage, shares);
        return solve(new StageProgram(model, stage, shares, unit, true, fewSites), own);
    }

    /** Shares with the shortest transfer and computing of the stage itself. */
    static Optional<double[]> alone(JobModel model, int stage, double[][] shares) {
        double unit = scale(model, stage, shares);
        return solve(new StageProgram(model, stage, shares, unit, false, true), new double[0]);
    }

    private static Optional<double[]> solve(StageProgram program, double[] own) {
        if (!(program.unit > 0)) {
            return Optional.of(program.shares[program.stage].clone());
        }
        program.build(own);
        return program.solve();
    }

    private Optional<double[]> solve() {
        double[] times = new double[count];
        mosts.need(shares[stage], times);
        leasts.need(shares[stage], times);
        cut(times, true);
        boolean broken = true;
        for (int round = 0; round < MOST_ROUNDS && broken; round++) {
            if (!dual.solve(() -> false)) {
                return Optional.empty();
            }
            for (int time = 0; time < count; time++) {
                times[time] = dual.price(time);
            }
            broken = cut(times, false);
        }
        for (double more = NEAR; broken && more < 1e9; more *= 4) {
            for (int time = 0; time < count; time++) {
                times[time] *= 1 + more;
            }
            broken = cut(times, false);
        }
        return broken ? Optional.empty() : Optional.of(share());
    }

    /** Some time of the stage's own size. */
    private static double scale(JobModel model, int stage, double[][] shares) {
        double bits = JobModel.sum(model.input(stage, shares));
        double fastest = 0;
        for (int i = 0; i < model.siteCount; i++) {
            fastest = Math.max(fastest, Math.max(model.up[i], model.down[i]));
        }
        double slots = Math.max(1, JobModel.sum(model.slots));
        return (fastest > 0 ? bits / fastest : 0) + model.work[stage] / slots;
    }

    private int transferOf(int s) {
        return s == stage ? 0 : 2 + 2 * Arrays.binarySearch(followers, s);
    }

    private int startOf(int follower) {
        return transferOf(follower) + 1;
    }

    private int computing() {
        return 1;
    }

    private int endOfAll() {
        return count - 1;
    }

    /** Shares between the limits looked at last: every site its least; of the rest each in proportion, or the roomiest first. */
    private double[] share() {
        double[] room = new double[least.length];
        double all = 0;
        double left = 1;
        for (int j = 0; j < room.length; j++) {
            room[j] = Math.max(0, most[j] - least[j]);
            all += room[j];
            left -= least[j];
        }
        double[] share = least.clone();
        if (fewSites) {
            int[] roomiest = IntStream.range(0, room.length)
                    .boxed()
                    .sorted(Comparator.comparingDouble(j -> -room[j]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            for (int j : roomiest) {
                double more = Math.max(0, Math.min(left, room[j]));
                share[j] += more;
                left -= more;
            }
        } else {
            double part = all > 0 ? Math.max(0, Math.min(1, left / all)) : 0;
            for (int j = 0; j < room.length; j++) {
                share[j] += part * room[j];
            }
        }
        double sum = 0;
        for (int j = 0; j < share.length; j++) {
            share[j] = share[j] < JobModel.NOTHING ? 0 : Math.min(share[j], model.most[stage][j]);
            sum += share[j];
        }
        for (int j = 0; j < share.length; j++) {
            share[j] /= sum;
        }
        return share;
    }

    /**
     * Adds a cut for whatever the times break.
     *
     * @param anyway whether to add those of the sums, broken or not
     * @return whether there was any
     */
    private boolean cut(double[] times, boolean anyway) {
        look(times);
        double mostOfAll = 0;
        double leastOfAll = 0;
        int crossed = -1;
        for (int j = 0; j < most.length; j++) {
            mostOfAll += most[j];
            leastOfAll += least[j];
            boolean more = crossed < 0 || least[j] - most[j] > least[crossed] - most[crossed];
            crossed = more ? j : crossed;
        }
        boolean broken = false;
        if (anyway || mostOfAll < 1 - NEAR) {
            double[] row = new double[count];
            double limit = -1;
            for (int j = 0; j < most.length; j++) {
                limit += constant(mosts, mostBy, most, j);
                subtract(row, mosts, mostBy[j], 1);
            }
            add(row, limit);
            broken = true;
        }
        if (anyway || leastOfAll > 1 + NEAR) {
            double[] row = new double[count];
            double limit = 1;
            for (int j = 0; j < least.length; j++) {
                limit -= constant(leasts, leastBy, least, j);
                subtract(row, leasts, leastBy[j], -1);
            }
            add(row, limit);
            broken = true;
        }
        if (least[crossed] > most[crossed] + NEAR) {
            double[] row = new double[count];
            subtract(row, leasts, leastBy[crossed], -1);
            subtract(row, mosts, mostBy[crossed], 1);
            add(row, constant(mosts, mostBy, most, crossed) - constant(leasts, leastBy, least, crossed));
            broken = true;
        }
        return broken;
    }

    /** Of what says how much a site may have, or has at least, what does not hang on times. */
    private static double constant(Limits limits, int[] by, double[] values, int site) {
        return by[site] < 0 ? values[site] : limits.constants[by[site]];
    }

    private static void subtract(double[] row, Limits limits, int limit, double times) {
        if (limit >= 0) {
            row[limits.times[limit]] -= times * limits.slopes[limit];
        }
    }

    /** Finds between which limits shares lie at some times. */
    private void look(double[] times) {
        for (int j = 0; j < most.length; j++) {
            most[j] = model.most[stage][j];
            least[j] = 0;
        }
        Arrays.fill(mostBy, -1);
        Arrays.fill(leastBy, -1);
        for (int k = 0; k < mosts.count; k++) {
            double value = mosts.at(k, times);
            if (value < most[mosts.sites[k]]) {
                most[mosts.sites[k]] = value;
                mostBy[mosts.sites[k]] = k;
            }
        }
        for (int k = 0; k < leasts.count; k++) {
            double value = leasts.at(k, times);
            if (value > least[leasts.sites[k]]) {
                least[leasts.sites[k]] = value;
                leastBy[leasts.sites[k]] = k;
            }
        }
    }

    /** A row: what it adds up is so much at most. */
    private void add(double[] row, double limit) {
        double largest = 0;
        int entriesCount = 0;
        for (double entry : row) {
            largest = Math.max(largest, Math.abs(entry));
            entriesCount += entry == 0 ? 0 : 1;
        }
        int[] in = new int[entriesCount];
        double[] entries = new double[entriesCount];
        int k = 0;
        for (int time = 0; time < count; time++) {
            if (row[time] != 0) {
                in[k] = time;
                entries[k++] = -row[time] / largest;
            }
        }
        if (entriesCount > 0) {
            dual.addColumn(limit / largest, in, entries);
        }
    }

    private void build(double[] own) {
        ports(stage);
        paths(stage);
        for (int j = 0; j < model.siteCount && model.work[stage] > 0; j++) {
            if (model.most[stage][j] > 0) {
                limit(j, computing(), 0, model.work[stage] / model.slots[j] / unit);
            }
        }
        for (int follower : followers) {
            ports(follower);
            paths(follower);
        }
        if (own.length > 0) {
            ends(own);
        }
    }

    /** That a constant and so many times the share of a site are at most a time. */
    private void limit(int site, int time, double constant, double times) {
        if (times > 0) {
            mosts.add(site, time, 1 / times, -constant / times);
        } else if (times < 0) {
            leasts.add(site, time, 1 / times, -constant / times);
        } else if (constant > 0) {
            double[] row = new double[count];
            row[time] = -1;
            add(row, -constant);
        }
    }

    private boolean takesFrom(int s) {
        for (int from : model.inputs[s]) {
            if (from == stage) {
                return true;
            }
        }
        return false;
    }

    /** When each follower may start and all is done: behind this stage, behind each follower, and behind what neither changes. */
    private void ends(double[] own) {
        double[] fixed = new double[model.stageCount];
        for (int s = 0; s < model.stageCount; s++) {
            boolean varies = s == stage || Arrays.binarySearch(followers, s) >= 0;
            fixed[s] = varies ? 0 : own[s] / unit;
        }
        after(-1, fixed);
        after(stage, fixed);
        for (int follower : followers) {
            after(follower, fixed);
        }
    }

    /** Rows of the longest ways from the end of one stage, or from the start of the job, over stages that stay as they are. */
    private void after(int from, double[] fixed) {
        double[] reached = new double[model.stageCount];
        Arrays.fill(reached, Double.NEGATIVE_INFINITY);
        double last = 0;
        for (int s = 0; s < model.stageCount; s++) {
            reached[s] = from < 0 ? 0 : reached[s];
            for (int before : model.inputs[s]) {
                boolean varies = before >= 0 && (before == stage || Arrays.binarySearch(followers, before) >= 0);
                if (before >= 0 && before == from) {
                    reached[s] = Math.max(reached[s], 0);
                } else if (before >= 0 && !varies) {
                    reached[s] = Math.max(reached[s], reached[before] + fixed[before]);
                }
            }
            boolean follows = Arrays.binarySearch(followers, s) >= 0;
            if (reached[s] >= 0 && follows) {
                end(from, reached[s], startOf(s));
            } else if (s != stage && !follows) {
                last = Math.max(last, reached[s] + fixed[s]);
            } else if (s == stage && from < 0) {
                start = reached[s];
            }
        }
        end(from, last, endOfAll());
    }

    /** What is so long after the end of a stage, or after the start of the job, is no later than a time. */
    private void end(int from, double distance, int time) {
        double[] row = new double[count];
        double before = distance + (from == stage ? start : from >= 0 ? model.compute(from, shares[from]) / unit : 0);
        if (from == stage) {
            row[transferOf(stage)] += 1;
            row[computing()] += 1;
        } else if (from >= 0) {
            row[startOf(from)] += 1;
            row[transferOf(from)] += 1;
        }
        row[time] -= 1;
        add(row, -before);
    }

    /** Limits by the ports of a stage: this one, or one that takes from it. */
    private void ports(int s) {
        var sent = new double[model.siteCount][2];
        var received = new double[model.siteCount][2];
        for (int k = 0; k < model.inputs[s].length; k++) {
            load(s, k, sent, received);
        }
        for (int i = 0; i < model.siteCount; i++) {
            double out = Math.max(STILL, model.up[i]) * unit;
            double in = Math.max(STILL, model.down[i]) * unit;
            limit(i, transferOf(s), sent[i][0] / out, sent[i][1] / out);
            limit(i, transferOf(s), received[i][0] / in, received[i][1] / in);
        }
    }

    /** Adds what one input makes each site send and receive: a constant, and so much for the share of the site. */
    private void load(int s, int k, double[][] sent, double[][] received) {
        boolean ours = model.inputs[s][k] == stage;
        double[] bits = model.input(s, k, shares);
        double all = JobModel.sum(bits);
        boolean exchange = model.stages.get(s).kind() == Stage.Kind.EXCHANGE;
        boolean broadcast = model.stages.get(s).kind() == Stage.Kind.BROADCAST && k > 0;
        boolean shuffled = model.stages.get(s).isShuffled();
        double part = exchange ? model.job.repeat().factor() : 1;
        int targets = 0;
        for (double share : shares[s]) {
            targets += share > JobModel.NOTHING ? 1 : 0;
        }
        for (int i = 0; i < model.siteCount; i++) {
            double share = shares[s][i];
            if (broadcast || exchange) {
                boolean target = share > JobModel.NOTHING;
                bits(sent[i], bits[i], part * (targets - (target ? 1 : 0)), ours);
                if (target) {
                    received[i][0] += part * all;
                    bits(received[i], bits[i], -part, ours);
                }
            } else if (s == stage) {
                // shares are free, what comes in is not
                sent[i][0] += bits[i];
                sent[i][1] -= shuffled ? bits[i] : all;
                received[i][0] -= shuffled ? 0 : bits[i];
                received[i][1] += shuffled ? all - bits[i] : all;
            } else {
                bits(sent[i], bits[i], shuffled ? 1 - share : 1, ours);
                sent[i][0] -= shuffled ? 0 : share * all;
                received[i][0] += share * all;
                bits(received[i], bits[i], shuffled ? -share : -1, ours);
            }
        }
    }

    /** Adds so many times what an input has at a site. */
    private void bits(double[] sum, double bits, double times, boolean ours) {
        if (ours) {
            sum[1] += times * model.outputs[stage];
        } else {
            sum[0] += times * bits;
        }
    }

    /**
     * Limits by the paths of a stage that are narrower than the ports at their ends. A shuffle sends from every site the same
     * shares, so that of the paths to a site that has its share to find only the one that takes longest counts, and of those from
     * a site that has its octets to find only that.
     */
    private void paths(int s) {
        if (!model.stages.get(s).isShuffled()) {
            return;
        }
        double[] fixed = model.input(s, shares);
        for (int one = 0; one < model.siteCount; one++) {
            double slowest = 0;
            for (int other = 0; other < model.siteCount; other++) {
                int from = s == stage ? other : one;
                int to = s == stage ? one : other;
                double rate = model.pair[from][to];
                if (from != to && rate < Math.min(model.up[from], model.down[to])) {
                    double part = s == stage ? fixed[from] : shares[s][to];
                    slowest = Math.max(slowest, part / Math.max(STILL, rate) / unit);
                }
            }
            if (slowest > 0) {
                double[] sum = {0, s == stage ? slowest : 0};
                for (int k = 0; k < model.inputs[s].length && s != stage; k++) {
                    bits(sum, model.input(s, k, shares)[one], slowest, model.inputs[s][k] == stage);
                }
                limit(one, transferOf(s), sum[0], sum[1]);
            }
        }
    }
}
