package io.longhaul.planner.job;

import io.longhaul.core.job.Stage;
import io.longhaul.planner.lp.DenseSimplex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The best shares of one stage while all others stay: a linear program. Its variables are the shares r, the transfer time z
 * and the computing time y of the stage, the start and the transfer time of each stage that takes from it, and the end of all;
 * the longest ways between them over stages that stay as they are are constants. What
 * is constant is multiplied by the sum of the shares, which is 1, so that every row but that sum has a right-hand side of
 * zero. Rows of paths are added when the answer breaks them. Two things are left to the model, which judges every answer: what a
 * read moves along paths, and to how many sites a broadcast goes (those of now). Confined to one thread.
 */
final class StageProgram {
    private static final int MOST_ROUNDS = 20;

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

    private final List<double[]> rows = new ArrayList<>();

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
    }

    /**
     * Shares that end the job first.
     *
     * @param whole whether the stages after it count; else its own transfer and computing alone
     * @return empty when the numbers did not let it be solved
     */
    static Optional<double[]> solve(JobModel model, int stage, double[][] shares, boolean whole) {
        double now = whole ? model.time(shares) : 0;
        double unit = now > 0 && now < Double.POSITIVE_INFINITY ? now : scale(model, stage, shares);
        return unit > 0
                ? new StageProgram(model, stage, shares, unit, whole).solve(whole)
                : Optional.of(shares[stage].clone());
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

    private Optional<double[]> solve(boolean whole) {
        build(whole);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Optional<double[]> values = solveRows(whole);
            if (values.isEmpty() || !addPaths(values.get(), whole)) {
                return values.map(this::share);
            }
        }
        return Optional.empty();
    }

    private double[] share(double[] values) {
        double[] share = new double[model.siteCount];
        double sum = 0;
        for (int i = 0; i < share.length; i++) {
            share[i] = values[i] < JobModel.NOTHING ? 0 : Math.min(values[i], model.most[stage][i]);
            sum += share[i];
        }
        for (int i = 0; i < share.length; i++) {
            share[i] /= sum;
        }
        return share;
    }

    private void build(boolean whole) {
        ports(stage);
        for (int j = 0; j < model.siteCount && model.work[stage] > 0; j++) {
            if (model.most[stage][j] > 0) {
                double[] row = new double[columns];
                row[j] = model.work[stage] / model.slots[j] / unit;
                row[computing()] = -1;
                rows.add(row);
            }
        }
        if (whole) {
            for (int follower : followers) {
                ports(follower);
            }
            ends();
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
    private void ends() {
        double[] fixed = new double[model.stageCount];
        for (int s = 0; s < model.stageCount; s++) {
            boolean varies = s == stage || Arrays.binarySearch(followers, s) >= 0;
            fixed[s] = varies ? 0 : (model.transfer(model.flows(s, shares)) + model.compute(s, shares[s])) / unit;
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
        rows.add(row);
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
            rows.add(bits);
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

    /** Rows of the paths that the answer overloads; whether there were any. */
    private boolean addPaths(double[] values, boolean whole) {
        int before = rows.size();
        for (int s = 0; s < model.stageCount; s++) {
            boolean counts = s == stage || (whole && takesFrom(s));
            if (counts && model.stages.get(s).isShuffled()) {
                addPaths(s, values);
            }
        }
        return rows.size() > before;
    }

    private void addPaths(int s, double[] values) {
        double[] fixed = s == stage ? model.input(s, shares) : new double[model.siteCount];
        double most = values[transferOf(s)] * (1 + 1e-7) + 1e-9;
        for (int i = 0; i < model.siteCount; i++) {
            for (int j = 0; j < model.siteCount; j++) {
                boolean narrow = i != j && model.pair[i][j] < Math.min(model.up[i], model.down[j]);
                if (!narrow) {
                    continue;
                }
                double[] row = new double[columns];
                if (s == stage) {
                    row[j] = fixed[i];
                } else {
                    for (int k = 0; k < model.inputs[s].length; k++) {
                        double[] bits = model.input(s, k, shares);
                        bits(row, bits, i, shares[s][j], model.inputs[s][k] == stage);
                    }
                }
                double rate = Math.max(1e-3, model.pair[i][j]);
                double seconds = 0;
                for (int c = 0; c < model.siteCount; c++) {
                    row[c] /= rate * unit;
                    seconds += row[c] * values[c];
                }
                if (seconds > most) {
                    row[transferOf(s)] = -1;
                    rows.add(row);
                }
            }
        }
    }

    private Optional<double[]> solveRows(boolean whole) {
        var program = new DenseSimplex();
        for (double[] ignored : rows) {
            program.addRow(0);
        }
        int shareRow = program.addRow(1);
        int[] mostRows = new int[model.siteCount];
        for (int j = 0; j < model.siteCount; j++) {
            double most = model.most[stage][j];
            mostRows[j] = most > 0 && most < 1 ? program.addRow(most) : -1;
        }
        for (int c = 0; c < columns; c++) {
            boolean closed = c < model.siteCount && !(model.most[stage][c] > 0);
            var inRows = new ArrayList<Integer>();
            var entries = new ArrayList<Double>();
            for (int r = 0; r < rows.size() && !closed; r++) {
                if (rows.get(r)[c] != 0) {
                    inRows.add(r);
                    entries.add(rows.get(r)[c]);
                }
            }
            if (c < model.siteCount && !closed) {
                inRows.add(shareRow);
                entries.add(1.0);
                if (mostRows[c] >= 0) {
                    inRows.add(mostRows[c]);
                    entries.add(1.0);
                }
            }
            boolean counts = whole ? c == endOfAll() : c == transferOf(stage) || c == computing();
            program.addColumn(
                    counts ? 1 : closed ? 1 : 0,
                    inRows.stream().mapToInt(Integer::intValue).toArray(),
                    entries.stream().mapToDouble(Double::doubleValue).toArray());
        }
        program.aim(0, shareRow, 1);
        if (!program.solve(() -> false) || program.slack(shareRow) > 1e-6) {
            return Optional.empty();
        }
        program.hold(shareRow);
        program.aim(1, shareRow, 0);
        if (!program.solve(() -> false)) {
            return Optional.empty();
        }
        double[] values = new double[columns];
        for (int c = 0; c < columns; c++) {
            values[c] = program.value(c);
        }
        return Optional.of(values);
    }
}
