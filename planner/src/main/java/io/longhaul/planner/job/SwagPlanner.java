package io.longhaul.planner.job;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * SWAG, {@code swag} (Hung, Golubchik, Yu, "Scheduling Jobs Across Geo-distributed Datacenters", SoCC 2015, section 4.2): the
 * order of jobs whose tasks are where their data are. Every site has a queue; the next job is the one whose slowest site ends
 * first behind what is queued there.
 *
 * <p>The paper's load of a job at a site is its tasks there over the slots; here it is the time the site computes for it and
 * the time its busier port sends or receives for it, since a job of ours does both. The paper orders anew at every arrival; here
 * priorities are given once, as if all were there, and who has not come yet holds nobody up.
 */
final class SwagPlanner extends PlacementPlanner {
    SwagPlanner() {
        super("swag");
    }

    @Override
    double[][] place(JobModel model) {
        return stageByStage(model, model::inPlace);
    }

    @Override
    void order(List<Draft> drafts) {
        var left = new ArrayList<Draft>();
        var loads = new ArrayList<double[]>();
        for (Draft draft : drafts) {
            left.add(draft);
            loads.add(load(draft));
        }
        double[] queues = new double[drafts.isEmpty() ? 0 : drafts.get(0).model.siteCount];
        for (int place = 0; !left.isEmpty(); place++) {
            int next = 0;
            double least = Double.POSITIVE_INFINITY;
            for (int k = 0; k < left.size(); k++) {
                double longest = 0;
                for (int site = 0; site < queues.length; site++) {
                    longest = Math.max(longest, queues[site] + loads.get(k)[site]);
                }
                if (longest < least) {
                    least = longest;
                    next = k;
                }
            }
            Arrays.fill(left.remove(next).priorities, place);
            double[] taken = loads.remove(next);
            for (int site = 0; site < queues.length; site++) {
                queues[site] += taken[site];
            }
        }
    }

    /** Seconds that each site works for a job. */
    private static double[] load(Draft draft) {
        JobModel model = draft.model;
        double[] load = new double[model.siteCount];
        for (int s = 0; s < model.stageCount; s++) {
            double[][] flows = model.flows(s, draft.shares);
            for (int i = 0; i < load.length; i++) {
                double sent = 0;
                double received = 0;
                for (int j = 0; j < load.length; j++) {
                    sent += flows[i][j];
                    received += flows[j][i];
                }
                double computed =
                        model.work[s] > 0 ? draft.shares[s][i] * model.work[s] / Math.max(1, model.slots[i]) : 0;
                load[i] +=
                        computed + Math.max(JobModel.over(sent, model.up[i]), JobModel.over(received, model.down[i]));
            }
        }
        return load;
    }
}
