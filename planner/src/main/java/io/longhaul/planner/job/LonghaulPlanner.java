package io.longhaul.planner.job;

import io.longhaul.core.job.Job;
import io.longhaul.core.job.Stage;
import io.longhaul.core.plan.NetworkModel;
import java.util.List;

/**
 * Ours, {@code longhaul}: the shares of all stages for the end of the whole job. From the answers of others, and from each
 * site alone, one stage after the other is placed exactly for given others by a linear program over the whole graph, until
 * none gets better. Never behind those others by the model; how far from the best at most, its bound says.
 */
final class LonghaulPlanner extends PlacementPlanner {
    private static final int MOST_SWEEPS = 12;
    /** A change that gains less than this part of the time is none. */
    private static final double WORTH = 1e-9;
    /** More starts from one site alone add little at many sites. */
    private static final int MOST_STARTS = 12;
    /** How far, relatively, the answer of a program may be from its optimum. */
    private static final double ROUNDING = 1e-6;

    LonghaulPlanner() {
        super("longhaul");
    }

    @Override
    Draft draft(Job job, NetworkModel network) {
        Draft draft = super.draft(job, network);
        draft.bound = bound(draft.model);
        return draft;
    }

    @Override
    double[][] place(JobModel model) {
        double[][] best = improved(model, new InPlacePlanner().place(model));
        for (PlacementPlanner other : List.of(new AllToOnePlanner(), new IridiumPlanner(), new TetriumPlanner())) {
            best = better(model, best, improved(model, other.place(model)));
        }
        for (int site = 0; site < Math.min(MOST_STARTS, model.siteCount); site++) {
            best = better(model, best, improved(model, AllToOnePlanner.at(model, site)));
        }
        return best;
    }

    private static double[][] better(JobModel model, double[][] one, double[][] other) {
        return model.time(other) < model.time(one) ? other : one;
    }

    /** One stage after the other, while the job gets shorter. */
    private static double[][] improved(JobModel model, double[][] start) {
        double[][] shares = start;
        double time = model.time(shares);
        for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
            double before = time;
            for (int s = 0; s < model.stageCount; s++) {
                double[][] tried = shares.clone();
                tried[s] = bestFor(model, s, shares);
                tried = model.settled(tried);
                double then = model.time(tried);
                if (then < time) {
                    shares = tried;
                    time = then;
                }
            }
            if (!(time < before * (1 - WORTH))) {
                break;
            }
        }
        return shares;
    }

    private static double[] bestFor(JobModel model, int s, double[][] shares) {
        if (model.isForced(s)) {
            return shares[s];
        }
        if (model.isOneSite(s)) {
            return model.bestSite(s, site -> {
                double[][] tried = shares.clone();
                tried[s] = model.alone(s, site);
                return model.time(model.settled(tried));
            });
        }
        return StageProgram.solve(model, s, shares, true).orElse(shares[s]);
    }

    /**
     * Seconds that no placement undercuts: along the graph, each stage takes at least what its work takes on all slots that
     * it may use; where it takes from datasets alone, which lie where they lie, at least the best of its own program.
     */
    private static double bound(JobModel model) {
        double[] ends = new double[model.stageCount];
        double[][] inPlace = new InPlacePlanner().place(model);
        double last = 0;
        for (int s = 0; s < model.stageCount; s++) {
            double slots = 0;
            for (int i = 0; i < model.siteCount; i++) {
                slots += model.most[s][i] > 0 ? model.slots[i] : 0;
            }
            double least = model.work[s] > 0 ? model.work[s] / slots : 0;
            boolean given = true;
            for (int from : model.inputs[s]) {
                given &= from < 0;
            }
            Stage.Kind kind = model.stages.get(s).kind();
            if (given && (kind == Stage.Kind.SHUFFLE || kind == Stage.Kind.JOIN)) {
                least = Math.max(least, alone(model, s, inPlace));
            }
            ends[s] = model.start(s, ends) + least;
            last = Math.max(last, ends[s]);
        }
        return last;
    }

    /** The least a stage takes whose inputs are given, less what the program may be off; zero when it was not solved. */
    private static double alone(JobModel model, int s, double[][] given) {
        double[][] shares = given.clone();
        return StageProgram.solve(model, s, given, false)
                .map(share -> {
                    shares[s] = share;
                    return model.own(s, shares) * (1 - ROUNDING);
                })
                .orElse(0.0);
    }
}
