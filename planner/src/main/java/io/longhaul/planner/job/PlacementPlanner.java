package io.longhaul.planner.job;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.plan.NetworkModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A planner that looks at each job alone: the first of its query plans, direct links, no priorities, nothing moved beforehand.
 * Heirs say where stages run, and change of the rest what their papers do. Shares are as fine as need be.
 */
abstract class PlacementPlanner implements GdaPlanner {
    private final String name;

    PlacementPlanner(String name) {
        this.name = name;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public JobsPlan plan(JobSet jobs, NetworkModel network) {
        jobs.cluster().forEach((site, share) -> share.vm(network.getSite(site)));
        List<Draft> drafts = new ArrayList<>();
        Map<String, String> reasons = new HashMap<>();
        for (Job job : jobs.jobs()) {
            try {
                drafts.add(draft(job, network));
            } catch (InvalidInputException impossible) {
                reasons.put(job.name(), String.valueOf(impossible.getMessage()));
            }
        }
        order(drafts);
        List<JobPlan> plans = new ArrayList<>();
        for (Draft draft : drafts) {
            try {
                plans.add(draft.finish(name));
            } catch (InvalidInputException impossible) {
                reasons.put(draft.model.job.name(), String.valueOf(impossible.getMessage()));
            }
        }
        List<JobsPlan.Refusal> refused = new ArrayList<>();
        for (Job job : jobs.jobs()) {
            Optional.ofNullable(reasons.get(job.name()))
                    .ifPresent(reason -> refused.add(new JobsPlan.Refusal(job.name(), reason, Optional.empty())));
        }
        return new JobsPlan(name, plans, refused);
    }

    /**
     * A plan for one job.
     *
     * @throws InvalidInputException when there is none
     */
    Draft draft(Job job, NetworkModel network) {
        var model = new JobModel(job.ofQuery(0), network);
        return new Draft(model, place(model));
    }

    /** Gives the stages of all jobs their priorities; as they are, all share. */
    void order(List<Draft> drafts) {
        // all share
    }

    /** Shares by stage and site. */
    abstract double[][] place(JobModel model);

    /** How a stage is placed when those it takes from are. */
    interface OneStage {
        double[] place(int stage, double[][] shares);
    }

    static double[][] stageByStage(JobModel model, OneStage one) {
        double[][] shares = new double[model.stageCount][];
        for (int s = 0; s < model.stageCount; s++) {
            shares[s] = model.isForced(s) ? model.inPlace(s, shares) : one.place(s, shares);
        }
        return shares;
    }
}
