package io.longhaul.planner.job;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.Stage;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.units.Durations;
import java.util.Optional;

/**
 * Seconds that no plan of one round undercuts, whatever its placement, ways, hubs, VMs and moves beforehand: a linear program
 * over all stages at once. Ports count and paths do not, since relays may widen them. What a shuffle sends from a site to itself
 * is a product of two shares, one of the stage before: it is at most the smaller of the two, so that a site sends and receives at
 * least what its share grows or shrinks by; where the inputs are data that lie where they lie it is exact. An aggregate may be
 * spread. Of programs of more than {@value #MOST_ROWS} rows only the computing counts. Stateless.
 */
final class JobBound {
    static final int MOST_ROWS = 260;
    /** How far, relatively, the answer of a program may be from its optimum. */
    private static final double ROUNDING = 1e-6;

    private JobBound() {}

    /** The least of all query plans. */
    static double seconds(Job job, NetworkModel network) {
        double least = Double.POSITIVE_INFINITY;
        for (int query = 0; query < job.queries(); query++) {
            try {
                least = Math.min(least, of(new JobModel(job.ofQuery(query), network)));
            } catch (InvalidInputException impossible) {
                // a query plan that has no place takes no time away
            }
        }
        return least < Double.POSITIVE_INFINITY ? least : 0;
    }

    private static double of(JobModel model) {
        double computing = computing(model);
        int rows = model.stageCount * (3 * model.siteCount + 4);
        return rows > MOST_ROWS ? computing : Math.max(computing, program(model).orElse(0.0) * (1 - ROUNDING));
    }

    /** Along the graph, what the work of each stage takes on all slots that it may use. */
    private static double computing(JobModel model) {
        double[] ends = new double[model.stageCount];
        double last = 0;
        for (int s = 0; s < model.stageCount; s++) {
            double slots = 0;
            for (int i = 0; i < model.siteCount; i++) {
                slots += model.most[s][i] > 0 ? model.slots[i] : 0;
            }
            ends[s] = model.start(s, ends) + (model.work[s] > 0 ? model.work[s] / slots : 0);
            last = Math.max(last, ends[s]);
        }
        return last;
    }

    private static Optional<Double> program(JobModel model) {
        int n = model.siteCount;
        double unit = 0;
        for (int s = 0; s < model.stageCount; s++) {
            double bits = 0;
            for (int from : model.inputs[s]) {
                bits += from < 0 ? JobModel.sum(model.datasets[~from]) : model.outputs[from];
            }
            double widest = 0;
            for (int i = 0; i < n; i++) {
                widest = Math.max(widest, Math.max(model.up[i], model.down[i]));
            }
            unit += JobModel.over(bits, widest) + model.work[s] / Math.max(1, JobModel.sum(model.slots));
        }
        if (!(unit > 0 && unit < Double.POSITIVE_INFINITY)) {
            return Optional.empty();
        }
        var program = new Program();
        int last = program.variable(1);
        int[] end = new int[model.stageCount];
        int[][] share = new int[model.stageCount][n];
        for (int s = 0; s < model.stageCount; s++) {
            end[s] = program.variable(0);
            var sum = new Program.Sum();
            for (int i = 0; i < n; i++) {
                share[s][i] = program.variable(0);
                sum.add(share[s][i], 1);
                boolean forced = model.stages.get(s).kind() == Stage.Kind.EXCHANGE;
                if (!forced && model.most[s][i] < 1) {
                    program.atMost(new Program.Sum().add(share[s][i], 1), model.most[s][i]);
                }
            }
            program.equal(sum, 1);
        }
        for (int s = 0; s < model.stageCount; s++) {
            int transfer = program.variable(0);
            int compute = program.variable(0);
            boolean exchange = model.stages.get(s).kind() == Stage.Kind.EXCHANGE;
            for (int i = 0; i < n && !exchange; i++) {
                ports(program, model, s, i, share, transfer, unit);
            }
            for (int i = 0; i < n && model.work[s] > 0; i++) {
                double seconds = model.slots[i] > 0 ? model.work[s] / model.slots[i] / unit : 0;
                program.atMost(new Program.Sum().add(share[s][i], seconds).add(compute, -1), 0);
            }
            program.atMost(new Program.Sum().add(transfer, 1).add(compute, 1).add(end[s], -1), 0);
            for (int from : model.inputs[s]) {
                if (from >= 0) {
                    program.atMost(
                            new Program.Sum()
                                    .add(transfer, 1)
                                    .add(compute, 1)
                                    .add(end[from], 1)
                                    .add(end[s], -1),
                            0);
                }
            }
            program.atMost(new Program.Sum().add(end[s], 1).add(last, -1), 0);
        }
        double scale = unit;
        return program.minimum().map(values -> values[last] * scale);
    }

    /** What a site sends and receives at least before a stage. */
    private static void ports(Program program, JobModel model, int s, int i, int[][] share, int transfer, double unit) {
        boolean shuffled = model.stages.get(s).isShuffled();
        boolean broadcast = model.stages.get(s).kind() == Stage.Kind.BROADCAST;
        boolean movable = !model.job.terms().arrival().isZero();
        var sent = new Program.Sum().add(transfer, -1);
        var received = new Program.Sum().add(transfer, -1);
        double fixedSent = 0;
        double fixedReceived = 0;
        double lag = Durations.seconds(model.job.terms().arrival());
        for (int k = 0; k < model.inputs[s].length; k++) {
            int from = model.inputs[s][k];
            boolean whole = broadcast && k > 0;
            if (from >= 0) {
                // at least what the share there is more, or less, than that of the input
                double bits = model.outputs[from];
                received.add(share[s][i], bits / model.down[i] / unit)
                        .add(share[from][i], -bits / model.down[i] / unit);
                if (!whole) {
                    sent.add(share[from][i], bits / model.up[i] / unit).add(share[s][i], -bits / model.up[i] / unit);
                }
            } else if (!movable) {
                double all = JobModel.sum(model.datasets[~from]);
                double own = model.datasets[~from][i];
                if (shuffled || whole) {
                    received.add(share[s][i], (all - own) / model.down[i] / unit);
                } else {
                    received.add(share[s][i], all / model.down[i] / unit);
                    fixedReceived += own / model.down[i] / unit;
                }
                if (shuffled) {
                    sent.add(share[s][i], -own / model.up[i] / unit);
                    fixedSent -= own / model.up[i] / unit;
                } else if (!whole) {
                    sent.add(share[s][i], -all / model.up[i] / unit);
                    fixedSent -= own / model.up[i] / unit;
                }
            } else {
                // what could be moved there or away before counts as done
                double all = JobModel.sum(model.datasets[~from]);
                double own = model.datasets[~from][i];
                double most = Math.min(all, own + lag * model.down[i]);
                double least = Math.max(0, own - lag * model.up[i]);
                received.add(share[s][i], all / model.down[i] / unit);
                fixedReceived += most / model.down[i] / unit;
                if (!whole) {
                    sent.add(share[s][i], -all / model.up[i] / unit);
                    fixedSent -= least / model.up[i] / unit;
                }
            }
        }
        program.atMost(sent, fixedSent);
        program.atMost(received, fixedReceived);
    }
}
