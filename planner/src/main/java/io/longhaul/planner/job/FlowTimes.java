package io.longhaul.planner.job;

import io.longhaul.core.job.RoutedFlow;
import io.longhaul.core.units.Durations;
import java.util.List;
import java.util.TreeSet;

/** How long flows on any ways take together, and what they wait for. Stateless. */
final class FlowTimes {
    private static final double BITS = 8;

    private FlowTimes() {}

    /**
     * What a transfer takes.
     *
     * @param seconds infinite over a link that is not known
     * @param binds the ports that are busy all the time, or else the paths
     */
    record Transfer(double seconds, String binds) {}

    /** Flows of a stage that begins at some moment: phase after phase as long as the busiest port or path, or by their pieces. */
    static Transfer of(JobModel model, List<RoutedFlow> flows, double start) {
        double last = -1;
        for (RoutedFlow flow : flows) {
            for (RoutedFlow.Piece piece : flow.pieces()) {
                last = Math.max(last, Durations.seconds(piece.end()));
            }
        }
        double seconds = 0;
        String binds = "";
        double longest = -1;
        for (int phase : new TreeSet<>(flows.stream().map(RoutedFlow::phase).toList())) {
            var load = new double[model.siteCount][model.siteCount];
            double alone = 0;
            for (RoutedFlow flow : flows) {
                alone = flow.phase() == phase ? Math.max(alone, add(model, load, flow)) : alone;
            }
            double together = Math.max(alone, model.transfer(load));
            seconds += together;
            if (together > longest) {
                longest = together;
                binds = model.binds(load, together);
                binds = binds.isEmpty() && together > 0 ? "the streams of a flow" : binds;
            }
        }
        return last >= 0 ? new Transfer(Math.max(0, last - start), binds) : new Transfer(seconds, binds);
    }

    /** Raises the VMs of each site to what flows of one phase need when they take so many times as long as now. */
    static void needed(JobModel model, List<RoutedFlow> flows, double factor, int[] vms) {
        double seconds = of(model, flows, 0).seconds() * factor * (1 + 1e-9);
        var load = new double[model.siteCount][model.siteCount];
        flows.forEach(flow -> add(model, load, flow));
        for (int i = 0; i < vms.length && seconds > 0; i++) {
            double sent = 0;
            double received = 0;
            for (int j = 0; j < vms.length; j++) {
                sent += load[i][j];
                received += load[j][i];
                if (load[i][j] > 0) {
                    int pairs = part(load[i][j] / seconds / model.pair[i][j], Math.min(model.vms[i], model.vms[j]));
                    vms[i] = Math.max(vms[i], pairs);
                    vms[j] = Math.max(vms[j], pairs);
                }
            }
            vms[i] = Math.max(vms[i], part(sent / seconds / model.up[i], model.vms[i]));
            vms[i] = Math.max(vms[i], part(received / seconds / model.down[i], model.vms[i]));
        }
    }

    private static int part(double share, int all) {
        return Math.max(1, Math.min(all, (int) Math.ceil(share * all - 1e-9)));
    }

    /** Adds a flow to what its legs carry; the seconds it takes alone with its streams. */
    private static double add(JobModel model, double[][] load, RoutedFlow flow) {
        double bits = flow.size().bytes() * BITS;
        double alone = 0;
        int from = model.number(flow.from());
        for (int k = 0; k <= flow.via().size(); k++) {
            int to = model.number(k < flow.via().size() ? flow.via().get(k) : flow.to());
            load[from][to] += bits;
            if (flow.streams() < model.streams[from][to]) {
                int pairs = Math.min(model.vms[from], model.vms[to]);
                double rate = model.link(from, to)
                        .map(link -> JobModel.rate(link, flow.streams(), pairs))
                        .orElse(0.0);
                alone = Math.max(alone, JobModel.over(bits, rate));
            }
            from = to;
        }
        return alone;
    }
}
