package io.longhaul.planner.job;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobPlan.StagePlan;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.job.RoutedFlow;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.topology.SiteId;
import java.util.List;

/** Plans one job by any planner, on the network it is planned for or on another. Stateless, safe for any thread. */
public final class JobPlanner {
    private JobPlanner() {}

    /**
     * A plan for a job.
     *
     * @throws InvalidInputException when the network lacks a site of the job, or the planner has no plan for it, as over links that
     *     the network does not have
     */
    public static JobPlan plan(Job job, NetworkModel network, GdaPlanner planner) {
        JobsPlan plan = planner.plan(JobSet.of(job), network);
        if (!plan.refused().isEmpty()) {
            throw new InvalidInputException(
                    plan.refused().get(0).reason(),
                    "Change what is asked of the job, its cluster, or where data may go.");
        }
        return plan.plans().get(0);
    }

    /**
     * A plan that is made on one network and takes its time on another, with as many streams as pay there: what comes of
     * believing the first. Of its bound nothing is known.
     *
     * @param believed what the planner looks at; it has to have a link from each site of the job to each other
     * @param network what the flows go over
     * @throws InvalidInputException as above, or when {@code believed} lacks a link
     */
    public static JobPlan plan(Job job, NetworkModel believed, NetworkModel network, GdaPlanner planner) {
        requireLinks(job, believed);
        return retimed(job, plan(job, believed, planner), network);
    }

    /**
     * Asks for a link from each site of a job to each other.
     *
     * @throws InvalidInputException when one is missing
     */
    public static void requireLinks(Job job, NetworkModel believed) {
        for (SiteId from : job.cluster().keySet()) {
            for (SiteId to : job.cluster().keySet()) {
                if (!from.equals(to) && believed.findLink(from, to).isEmpty()) {
                    throw new InvalidInputException(
                            "Nothing is believed of the link " + from + " -> " + to + ".",
                            "Measure it with one stream, or give --window where its round-trip time is known.");
                }
            }
        }
    }

    /**
     * A plan as it is, with the time and the price it has on a network, with as many streams as pay there.
     *
     * @throws InvalidInputException when the network lacks a site or a link of the plan
     */
    public static JobPlan retimed(Job job, JobPlan plan, NetworkModel network) {
        var model = new JobModel(
                job.ofQuery(plan.query()),
                network,
                job.cluster().keySet().stream()
                        .mapToInt(site -> plan.vms().getOrDefault(site, 1))
                        .toArray());
        double[][] shares = new double[model.stageCount][model.siteCount];
        for (int s = 0; s < model.stageCount; s++) {
            for (var share : plan.stages().get(s).shares().entrySet()) {
                shares[s][model.number(share.getKey())] = share.getValue();
            }
        }
        var draft = new Draft(model, shares);
        draft.query = plan.query();
        draft.beforehand.addAll(plan.beforehand());
        for (int s = 0; s < model.stageCount; s++) {
            StagePlan stage = plan.stages().get(s);
            draft.priorities[s] = stage.priority();
            draft.setFlows(
                    s, stage.flows().stream().map(flow -> again(draft, flow)).toList());
        }
        return draft.finish(plan.strategy());
    }

    private static RoutedFlow again(Draft draft, RoutedFlow flow) {
        JobModel model = draft.model;
        RoutedFlow best = draft.flow(
                model.number(flow.from()),
                model.number(flow.to()),
                flow.size().bytes(),
                flow.phase(),
                flow.via().stream().mapToInt(model::number).toArray());
        return new RoutedFlow(
                flow.from(),
                flow.to(),
                flow.size(),
                flow.via(),
                best.streams(),
                flow.weight(),
                flow.phase(),
                List.of());
    }
}
