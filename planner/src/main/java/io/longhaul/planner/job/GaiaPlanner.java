package io.longhaul.planner.job;

import io.longhaul.core.job.RoutedFlow;
import io.longhaul.core.job.Stage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Gaia, {@code gaia} (Hsieh, Harlap, Vijaykumar, Konomis, Ganger, Gibbons, Mutlu, "Gaia: Geo-Distributed Machine Learning
 * Approaching LAN Speeds", NSDI 2017, section 4.3): updates are exchanged through hubs. Sites in groups send to the hub of
 * their group, hubs send each other the sums, and pass the sum of all on to their groups. What is significant enough to be
 * sent is the job's factor.
 *
 * <p>The paper leaves the groups to the operator, and its hubs, too. Here groups grow by joining the two that the slowest
 * path between them serves best, from every site alone to one for all; the hub of a group is the site with the widest port;
 * of all those groupings, sending directly among them, the one with the shortest exchange is taken. Rounds wait for each
 * other: the selective barrier and the mirror clock are about how much they may not. Other stages run where data are: the
 * paper moves no data.
 */
final class GaiaPlanner extends PlacementPlanner {
    GaiaPlanner() {
        super("gaia");
    }

    @Override
    double[][] place(JobModel model) {
        return stageByStage(model, model::inPlace);
    }

    @Override
    Draft draft(JobModel model) {
        Draft draft = super.draft(model);
        throughHubs(draft);
        return draft;
    }

    /** Gives every exchange of a draft the fastest ways by hubs, where they are faster than those it has. */
    static void throughHubs(Draft draft) {
        JobModel model = draft.model;
        for (int s = 0; s < model.stageCount; s++) {
            if (model.stages.get(s).kind() == Stage.Kind.EXCHANGE) {
                double[] bits = model.input(s, draft.shares);
                double least = draft.transfer(s);
                for (int[] hubs : groupings(model, bits)) {
                    List<RoutedFlow> flows = exchange(draft, bits, hubs);
                    double seconds = FlowTimes.of(model, flows, 0).seconds();
                    if (seconds < least) {
                        least = seconds;
                        draft.setFlows(s, flows);
                    }
                }
            }
        }
    }

    /** The hub of every site that exchanges, -1 for others; from all sites alone to one hub for all. */
    private static List<int[]> groupings(JobModel model, double[] bits) {
        int[] hubs = new int[model.siteCount];
        int groups = 0;
        for (int i = 0; i < hubs.length; i++) {
            hubs[i] = bits[i] > 0 ? i : -1;
            groups += bits[i] > 0 ? 1 : 0;
        }
        var all = new ArrayList<int[]>();
        for (; groups > 1; groups--) {
            hubs = joined(model, hubs);
            all.add(hubs);
        }
        return all;
    }

    private static int[] joined(JobModel model, int[] hubs) {
        int n = hubs.length;
        double[][] slowest = new double[n][n];
        for (double[] row : slowest) {
            Arrays.fill(row, Double.POSITIVE_INFINITY);
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (hubs[i] >= 0 && hubs[j] >= 0 && hubs[i] != hubs[j]) {
                    double rate = Math.min(model.pair[i][j], model.pair[j][i]);
                    slowest[hubs[i]][hubs[j]] = Math.min(slowest[hubs[i]][hubs[j]], rate);
                }
            }
        }
        int one = -1;
        int other = -1;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                boolean pair = hubs[i] == i && hubs[j] == j;
                if (pair && (one < 0 || slowest[i][j] > slowest[one][other])) {
                    one = i;
                    other = j;
                }
            }
        }
        int widest = -1;
        int[] after = hubs.clone();
        for (int i = 0; i < n; i++) {
            boolean within = hubs[i] >= 0 && (hubs[i] == one || hubs[i] == other);
            widest = within && (widest < 0 || port(model, i) > port(model, widest)) ? i : widest;
        }
        for (int i = 0; i < n; i++) {
            after[i] = hubs[i] >= 0 && (hubs[i] == one || hubs[i] == other) ? widest : hubs[i];
        }
        return after;
    }

    private static double port(JobModel model, int site) {
        return Math.min(model.up[site], model.down[site]);
    }

    /** To the hubs; among them; and back. A sum is as large as the largest of its parts. */
    private static List<RoutedFlow> exchange(Draft draft, double[] bits, int[] hubs) {
        int n = hubs.length;
        double part = draft.model.job.repeat().factor() / 8;
        double[] sums = new double[n];
        double all = 0;
        for (int i = 0; i < n; i++) {
            if (hubs[i] >= 0) {
                sums[hubs[i]] = Math.max(sums[hubs[i]], bits[i]);
                all = Math.max(all, bits[i]);
            }
        }
        var flows = new ArrayList<RoutedFlow>();
        for (int i = 0; i < n; i++) {
            if (hubs[i] >= 0 && hubs[i] != i) {
                add(draft, flows, i, hubs[i], bits[i] * part, 0);
                add(draft, flows, hubs[i], i, all * part, 2);
            }
            for (int j = 0; j < n; j++) {
                if (i != j && hubs[i] == i && hubs[j] == j) {
                    add(draft, flows, i, j, sums[i] * part, 1);
                }
            }
        }
        return flows;
    }

    private static void add(Draft draft, List<RoutedFlow> flows, int from, int to, double octets, int phase) {
        long whole = Math.round(octets);
        if (whole > 0) {
            flows.add(draft.flow(from, to, whole, phase));
        }
    }
}
