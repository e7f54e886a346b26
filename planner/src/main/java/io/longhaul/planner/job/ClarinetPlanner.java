package io.longhaul.planner.job;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.units.Durations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Clarinet, {@code clarinet} (Viswanathan, Ananthanarayanan, Akella, "CLARINET: WAN-Aware Optimization for Analytics Queries",
 * OSDI 2016, sections 4 and 5): which of the query plans of a job, where its stages run, and when. For every plan stages are
 * placed along the graph, each for its own transfer and computing (one site for an aggregate); its run time is that of its
 * critical path. Of several jobs the pair of job and plan that ends first behind what is reserved is taken, and reserves
 * what it uses; and so on.
 *
 * <p>The paper reserves links; here ports, paths and slots are, each for the transfer or work of one stage after the other,
 * without filling gaps. The gaps are what its k-shortest jobs are for; here a plan says only who comes first, and whoever
 * carries it out fills them. The bound of a job's delay for fairness is not there.
 */
final class ClarinetPlanner extends PlacementPlanner {
    ClarinetPlanner() {
        super("clarinet");
    }

    @Override
    double[][] place(JobModel model) {
        return stageByStage(model, (s, shares) -> TetriumPlanner.stage(model, s, shares));
    }

    /** The query plan with the shortest critical path, alone. */
    @Override
    Draft draft(Job job, NetworkModel network) {
        return fastest(drafts(job, network), new double[0]);
    }

    /** A draft for each query plan that has one. */
    private List<Draft> drafts(Job job, NetworkModel network) {
        var drafts = new ArrayList<Draft>();
        InvalidInputException last = null;
        for (int query = 0; query < job.queries(); query++) {
            try {
                var model = new JobModel(job.ofQuery(query), network);
                var draft = new Draft(model, place(model));
                draft.query = query;
                draft.requireEnd();
                drafts.add(draft);
            } catch (InvalidInputException impossible) {
                last = last == null ? impossible : last;
            }
        }
        if (drafts.isEmpty() && last != null) {
            throw last;
        }
        return drafts;
    }

    private static Draft fastest(List<Draft> drafts, double[] reserved) {
        Draft best = drafts.get(0);
        for (Draft draft : drafts) {
            best = run(draft, reserved) < run(best, reserved) ? draft : best;
        }
        return best;
    }

    @Override
    public JobsPlan plan(JobSet jobs, NetworkModel network) {
        jobs.cluster().forEach((site, share) -> share.vm(network.getSite(site)));
        List<List<Draft>> left = new ArrayList<>();
        var refused = new ArrayList<JobsPlan.Refusal>();
        for (Job job : jobs.jobs()) {
            try {
                left.add(drafts(job, network));
            } catch (InvalidInputException impossible) {
                refused.add(refusal(job, impossible));
            }
        }
        Map<String, JobPlan> plans = new HashMap<>();
        double[] reserved = new double[0];
        for (int place = 0; !left.isEmpty(); place++) {
            int next = 0;
            double least = Double.POSITIVE_INFINITY;
            for (int k = 0; k < left.size(); k++) {
                double end = run(fastest(left.get(k), reserved), reserved);
                if (end < least) {
                    least = end;
                    next = k;
                }
            }
            Draft taken = fastest(left.remove(next), reserved);
            reserved = reserved.length > 0 ? reserved : resources(taken.model);
            schedule(taken, reserved);
            Arrays.fill(taken.priorities, place);
            plans.put(taken.model.job.name(), taken.finish(name()));
        }
        return new JobsPlan(
                name(),
                jobs.jobs().stream()
                        .map(Job::name)
                        .filter(plans::containsKey)
                        .map(plans::get)
                        .toList(),
                refused);
    }

    /** When each port out and in, each path and the slots of each site are free. */
    private static double[] resources(JobModel model) {
        int n = model.siteCount;
        return new double[3 * n + n * n];
    }

    private static double run(Draft draft, double[] reserved) {
        return schedule(draft, reserved.length > 0 ? reserved.clone() : resources(draft.model));
    }

    /** When a job ends behind what is reserved; what it uses is reserved too. */
    private static double schedule(Draft draft, double[] free) {
        JobModel model = draft.model;
        int n = model.siteCount;
        double arrival = Durations.seconds(model.job.terms().arrival());
        double[] ends = new double[model.stageCount];
        double last = 0;
        for (int s = 0; s < model.stageCount; s++) {
            double[][] flows = model.flows(s, draft.shares);
            double start = Math.max(arrival, model.start(s, ends));
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    if (flows[i][j] > 0) {
                        start = Math.max(start, Math.max(free[i], Math.max(free[n + j], free[3 * n + i * n + j])));
                    }
                }
            }
            double sent = start + model.transfer(flows);
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    if (flows[i][j] > 0) {
                        free[i] = sent;
                        free[n + j] = sent;
                        free[3 * n + i * n + j] = sent;
                    }
                }
            }
            double done = sent;
            for (int i = 0; i < n && model.work[s] > 0; i++) {
                if (draft.shares[s][i] > JobModel.NOTHING) {
                    free[2 * n + i] =
                            Math.max(sent, free[2 * n + i]) + model.work[s] * draft.shares[s][i] / model.slots[i];
                    done = Math.max(done, free[2 * n + i]);
                }
            }
            ends[s] = done;
            last = Math.max(last, done);
        }
        return arrival + (last - arrival) * model.job.repeat().rounds();
    }
}
