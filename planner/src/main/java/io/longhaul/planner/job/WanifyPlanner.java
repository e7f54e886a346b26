package io.longhaul.planner.job;

import io.longhaul.core.job.Job;
import io.longhaul.core.job.SiteShare;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.util.List;
import java.util.TreeSet;

/**
 * WANify, {@code wanify} (Mohapatra and Oh, "WANify: Gauging and Balancing Runtime WAN Bandwidth for Geo-distributed Data
 * Analytics", arXiv 2508.12961, 2025): how many streams each pair of sites gets. Rates of one stream fall into steps of 30
 * Mbit/s, ranked from the fastest, 1; of M = 8 streams a pair gets at most {@code ceil(M rank / largest rank of its sender)}:
 * the slower, the more. Stages are placed by Tetrium on the rates that come of that, as one of the planners the paper helps.
 *
 * <p>The paper predicts rates under load from snapshots by a forest of trees; here the network given is what is believed. Its agents
 * go up and down between a least and that most while data flow; a plan has the most, and carries it out or not.
 */
final class WanifyPlanner extends PlacementPlanner {
    private static final int STREAMS = 8;
    private static final long STEP = 30_000_000;

    WanifyPlanner() {
        super("wanify");
    }

    @Override
    double[][] place(JobModel model) {
        return new TetriumPlanner().place(model);
    }

    @Override
    Draft draft(Job job, NetworkModel network) {
        int[] vms = job.cluster().values().stream().mapToInt(SiteShare::vms).toArray();
        int[][] streams = streams(List.copyOf(job.cluster().keySet()), network);
        var model = new JobModel(job.ofQuery(0), network, vms, new double[0][], streams);
        return new Draft(model, place(model));
    }

    /** Streams by link; 1 where nothing is known. */
    static int[][] streams(List<SiteId> sites, NetworkModel network) {
        int n = sites.size();
        long[][] steps = new long[n][n];
        var rising = new TreeSet<Long>();
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                steps[i][j] = network.findLink(sites.get(i), sites.get(j))
                        .map(WanifyPlanner::oneStream)
                        .map(rate -> rate.bitsPerSecond() / STEP)
                        .orElse(-1L);
                if (steps[i][j] >= 0) {
                    rising.add(steps[i][j]);
                }
            }
        }
        int[][] ranks = new int[n][n];
        int[][] streams = new int[n][n];
        for (int i = 0; i < n; i++) {
            int largest = 1;
            for (int j = 0; j < n; j++) {
                ranks[i][j] = steps[i][j] < 0 ? 0 : rising.tailSet(steps[i][j]).size();
                largest = Math.max(largest, ranks[i][j]);
            }
            for (int j = 0; j < n; j++) {
                streams[i][j] = Math.max(1, (STREAMS * ranks[i][j] + largest - 1) / largest);
            }
        }
        return streams;
    }

    private static Bandwidth oneStream(LinkModel link) {
        return link.singleFlow().orElseGet(() -> link.rates().rateAt(1));
    }
}
