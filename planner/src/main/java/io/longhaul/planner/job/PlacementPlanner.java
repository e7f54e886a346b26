package io.longhaul.planner.job;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.plan.NetworkModel;
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
        Map<String, Draft> drafts = new HashMap<>();
        Map<String, InvalidInputException> reasons = new HashMap<>();
        for (Job job : jobs.jobs()) {
            try {
                Draft draft = draft(job, network);
                draft.requireEnd();
                drafts.put(job.name(), draft);
            } catch (InvalidInputException impossible) {
                reasons.put(job.name(), impossible);
            }
        }
        List<Draft> able = jobs.jobs().stream()
                .flatMap(job -> Optional.ofNullable(drafts.get(job.name())).stream())
                .toList();
        order(able);
        List<JobPlan> plans = able.stream().map(draft -> draft.finish(name)).toList();
        List<JobsPlan.Refusal> refusals = jobs.jobs().stream()
                .flatMap(job ->
                        Optional.ofNullable(reasons.get(job.name())).map(reason -> refusal(job, reason)).stream())
                .toList();
        return new JobsPlan(name, plans, refusals);
    }

    static JobsPlan.Refusal refusal(Job job, InvalidInputException impossible) {
        return new JobsPlan.Refusal(job.name(), String.valueOf(impossible.getMessage()), Optional.empty());
    }

    /**
     * A plan for one job.
     *
     * @throws InvalidInputException when there is none
     */
    Draft draft(Job job, NetworkModel network) {
        return draft(new JobModel(job.ofQuery(0), network));
    }

    /** A plan for a job with one query plan. */
    Draft draft(JobModel model) {
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
