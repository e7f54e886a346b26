package io.longhaul.planner.job;

import io.longhaul.core.coflow.Coflow;
import io.longhaul.core.coflow.Flow;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.planner.coflow.CoflowPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of coflows on one big switch: the transfer of every stage of every job is a coflow, and its ports are what the
 * VMs of each site send and receive. Stages run where their input lies, since those papers place nothing; flows of a stage end
 * together (MADD: weights are octets).
 *
 * <ul>
 *   <li>{@code varys} (Chowdhury, Zhong, Stoica, SIGCOMM 2014): smallest effective bottleneck first.
 *   <li>{@code sincronia} (Agarwal et al., SIGCOMM 2018): bottleneck, select, scale, iterate; weights are those of the jobs.
 * </ul>
 *
 * <p>Both papers order what is there, by what is left of it; here priorities are given once, by whole coflows, as if all
 * were there: one that has not begun holds nobody up. Varys' admission by deadline is not there.
 */
final class CoflowPlanner extends PlacementPlanner {
    private final CoflowPolicy policy;

    CoflowPlanner(String name, CoflowPolicy policy) {
        super(name);
        this.policy = policy;
    }

    @Override
    double[][] place(JobModel model) {
        return stageByStage(model, model::inPlace);
    }

    @Override
    void order(List<Draft> drafts) {
        order(drafts, policy);
    }

    static void order(List<Draft> drafts, CoflowPolicy policy) {
        var coflows = new ArrayList<Coflow>();
        var places = new ArrayList<int[]>();
        Map<SiteId, Bandwidth> out = new HashMap<>();
        Map<SiteId, Bandwidth> in = new HashMap<>();
        for (int d = 0; d < drafts.size(); d++) {
            Draft draft = drafts.get(d);
            JobModel model = draft.model;
            for (int i = 0; i < model.siteCount; i++) {
                out.put(model.sites.get(i), Bandwidth.ofBitsPerSecond(model.up[i]));
                in.put(model.sites.get(i), Bandwidth.ofBitsPerSecond(model.down[i]));
            }
            for (int s = 0; s < model.stageCount; s++) {
                List<Flow> flows = draft.flows(s).stream()
                        .map(flow -> new Flow(flow.from(), flow.to(), flow.size()))
                        .toList();
                coflows.add(new Coflow(
                        model.job.name(), Duration.ZERO, model.job.terms().weight(), flows));
                places.add(new int[] {d, s});
            }
        }
        List<Integer> order = policy.order(coflows, out, in);
        for (int rank = 0; rank < order.size(); rank++) {
            int[] place = places.get(order.get(rank));
            drafts.get(place[0]).priorities[place[1]] = rank;
        }
    }
}
