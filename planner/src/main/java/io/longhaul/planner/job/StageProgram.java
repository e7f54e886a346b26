package io.longhaul.planner.job;

import io.longhaul.core.job.Stage;
import io.longhaul.planner.lp.DenseSimplex;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The best shares of one stage while all others stay: a linear program. Its variables are the shares r, the transfer time z
 * and the computing time y of the stage, the start and the transfer time of each stage that takes from it, and the end of all;
 * the longest ways between them over stages that stay as they are are constants. What is constant is multiplied by the sum of the
 * shares, which is 1, so that every row but that sum has a right-hand side of zero. Rows are many and variables few, so that the
 * dual is what is solved: each variable is a row of it, each row a column, the slacks are a basis to start from, and the
 * variables are its prices. Two things are left to the model, which judges every answer: what a read moves along paths, and to
 * how many sites a broadcast goes (those of now). Confined to one thread.
 */
final class StageProgram {
    private final JobModel model;
    private final int stage;
    private final double[][] shares;
    /** Seconds that count as one. */
    private final double unit;

    private final int columns;
    /** When this stage starts, over the unit. */
    private double start;
    /** Numbers of the stages that take from it; none when they do not count. */
    private final int[] followers;

    /** The dual. */
    private final DenseSimplex dual = new DenseSimplex();
    /** By variable, its row in the dual; -1 for a share that is none. */
    private final int[] dualRows;

    private StageProgram(JobModel model, int stage, double[][] shares, double unit, boolean whole) {
        this.model = model;
        this.stage = stage;
        this.shares = shares;
        this.unit = unit;
        followers = IntStream.range(0, whole ? model.stageCount : 0)
                .filter(this::takesFrom)
                .toArray();
        // r by site; z and y of this stage; z and start of each that takes from it; the end of all
        columns = model.siteCount + 2 * followers.length + 3;
        dualRows = new int[columns];
        for (int c = 0; c < columns; c++) {
            boolean counts = whole ? c == endOfAll() : c == transferOf(stage) || c == computing();
            boolean closed = c < model.siteCount && !(model.most[stage][c] > 0);
            dualRows[c] = closed ? -1 : dual.addRow(counts ? 1 : 0);
        }
    }

    /**
     * Shares that end the job first.
     *
     * @param own what each stage takes from its start with the shares of now
     * @return empty when the numbers did not let it be solved
     */
    static Optional<double[]> solve(JobModel model, int stage, double[][] shares, double[] own) {
        double now = model.last(own);
        double unit = now > 0 && now < Double.POSITIVE_INFINITY ? now : scale(model, stage, shares);
        return solve(new StageProgram(model, stage, shares, unit, true), own);
    }

    /** Shares with the shortest transfer and computing of the stage itself. */
    static Optional<double[]> alone(JobModel model, int stage, double[][] shares) {
        double unit = scale(model, stage, shares);
        return solve(new StageProgram(model, stage, shares, unit, false), new double[0]);
    }

    private static Optional<double[]> solve(StageProgram program, double[] own) {
        if (!(program.unit > 0)) {
            return Optional.of(program.shares[program.stage].clone());
        }
        program.build(own);
        return program.dual.solve(() -> false) ? Optional.of(program.share()) : Optional.empty();
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
        return s == stage ? model.siteCount : model.siteCount + 2 + 2 * Arrays.binarySearch(followers, s);
    }

    private int startOf(int follower) {
        return transferOf(follower) + 1;
    }

    private int computing() {
        return model.siteCount + 1;
    }

    private int endOfAll() {
        return columns - 1;
    }

    /** The prices of the dual that are shares. */
    private double[] share() {
        double[] share = new double[model.siteCount];
        double sum = 0;
        for (int i = 0; i < share.length; i++) {
            double value = dualRows[i] < 0 ? 0 : dual.price(dualRows[i]);
            share[i] = value < JobModel.NOTHING ? 0 : Math.min(value, model.most[stage][i]);
            sum += share[i];
        }
        for (int i = 0; i < share.length; i++) {
            share[i] /= sum;
        }
        return share;
    }

    /** A row: what it adds up is zero at most. */
    private void add(double[] row) {
        int[] in = new int[columns];
        double[] entries = new double[columns];
        int count = 0;
        for (int c = 0; c < columns; c++) {
            if (row[c] != 0 && dualRows[c] >= 0) {
                in[count] = dualRows[c];
                entries[count++] = -row[c];
            }
        }
        dual.addColumn(0, Arrays.copyOf(in, count), Arrays.copyOf(entries, count));
    }

    private void build(double[] own) {
        shares();
        ports(stage);
        paths(stage);
        for (int j = 0; j < model.siteCount && model.work[stage] > 0; j++) {
            if (model.most[stage][j] > 0) {
                double[] row = new double[columns];
                row[j] = model.work[stage] / model.slots[j] / unit;
                row[computing()] = -1;
                add(row);
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

    /** That all shares are 1 together, and which is at most how much. */
    private void shares() {
        int[] all = Arrays.stream(dualRows, 0, model.siteCount)
                .filter(row -> row >= 0)
                .toArray();
        double[] ones = new double[all.length];
        Arrays.fill(ones, 1);
        dual.addColumn(-1, all, ones);
        for (int j = 0; j < model.siteCount; j++) {
            double most = model.most[stage][j];
            if (most > 0 && most < 1) {
                dual.addColumn(most, new int[] {dualRows[j]}, new double[] {-1});
            }
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

    /** What is so long after the end of a stage, or after the start of the job, is no later than a variable. */
    private void end(int from, double distance, int variable) {
        double[] row = new double[columns];
        constant(row, distance + (from == stage ? start : from >= 0 ? model.compute(from, shares[from]) / unit : 0));
        if (from == stage) {
            row[transferOf(stage)] += 1;
            row[computing()] += 1;
        } else if (from >= 0) {
            row[startOf(from)] += 1;
            row[transferOf(from)] += 1;
        }
        row[variable] -= 1;
        add(row);
    }

    private void constant(double[] row, double value) {
        for (int j = 0; j < model.siteCount; j++) {
            row[j] += value;
        }
    }

    /** Rows of the ports of a stage: this one, or one that takes from it. */
    private void ports(int s) {
        for (int i = 0; i < model.siteCount; i++) {
            double[] sent = new double[columns];
            double[] received = new double[columns];
            for (int k = 0; k < model.inputs[s].length; k++) {
                load(s, k, i, sent, received);
            }
            over(sent, model.up[i], s);
            over(received, model.down[i], s);
        }
    }

    private void over(double[] bits, double rate, int s) {
        boolean any = false;
        for (int c = 0; c < columns; c++) {
            any |= bits[c] > 0;
            bits[c] /= rate * unit;
        }
        if (any) {
            bits[transferOf(s)] = -1;
            add(bits);
        }
    }

    /** Adds what one input makes a site send and receive. */
    private void load(int s, int k, int site, double[] sent, double[] received) {
        boolean ours = model.inputs[s][k] == stage;
        double[] bits = model.input(s, k, shares);
        double all = JobModel.sum(bits);
        boolean exchange = model.stages.get(s).kind() == Stage.Kind.EXCHANGE;
        boolean broadcast = model.stages.get(s).kind() == Stage.Kind.BROADCAST && k > 0;
        if (broadcast || exchange) {
            double part = exchange ? model.job.repeat().factor() : 1;
            int others = 0;
            for (int j = 0; j < model.siteCount; j++) {
                others += j != site && shares[s][j] > JobModel.NOTHING ? 1 : 0;
            }
            bits(sent, bits, site, part * others, ours);
            if (shares[s][site] > JobModel.NOTHING) {
                constant(received, part * all);
                bits(received, bits, site, -part, ours);
            }
            return;
        }
        boolean shuffled = model.stages.get(s).isShuffled();
        for (int j = 0; j < model.siteCount && s == stage; j++) {
            // shares are free, what comes in is not
            sent[j] += shuffled ? (j == site ? 0 : bits[site]) : bits[site] - (j == site ? all : 0);
            received[j] += shuffled ? (j == site ? all - bits[site] : 0) : (j == site ? all : 0) - bits[site];
        }
        if (s != stage) {
            double share = shares[s][site];
            bits(sent, bits, site, shuffled ? 1 - share : 1, ours);
            constant(sent, shuffled ? 0 : -share * all);
            constant(received, share * all);
            bits(received, bits, site, shuffled ? -share : -1, ours);
        }
    }

    /** Adds so many times what an input has at a site. */
    private void bits(double[] row, double[] bits, int site, double times, boolean ours) {
        if (ours) {
            row[site] += times * model.outputs[stage];
        } else {
            constant(row, times * bits[site]);
        }
    }

    /**
     * Rows of the paths of a stage that are narrower than the ports at their ends. A shuffle sends from every site the same shares,
     * so that of the paths to a site that has its share to find only the one that takes longest counts, and of those from a site
     * that has its octets to find only that.
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
                    slowest = Math.max(slowest, part / Math.max(1e-3, rate) / unit);
                }
            }
            if (slowest > 0) {
                double[] row = new double[columns];
                if (s == stage) {
                    row[one] = slowest;
                } else {
                    for (int k = 0; k < model.inputs[s].length; k++) {
                        bits(row, model.input(s, k, shares), one, slowest, model.inputs[s][k] == stage);
                    }
                }
                row[transferOf(s)] = -1;
                add(row);
            }
        }
    }
}
