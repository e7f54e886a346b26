package io.longhaul.planner.job;

import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.RoutedFlow;
import io.longhaul.core.units.Durations;
import java.util.List;

/**
 * Parts of a dataset that are moved before a job arrives.
 *
 * @param dataset its number
 * @param from number of the site where they lie
 * @param to number of the site where they go
 * @param bits how much
 */
record Beforehand(int dataset, int from, int to, double bits) {
    /** A job whose data lie where they were moved to, on the same network and VMs. */
    static JobModel moved(JobModel before, List<Beforehand> moves) {
        double[][] bits = new double[before.datasets.length][];
        for (int d = 0; d < bits.length; d++) {
            bits[d] = before.datasets[d].clone();
        }
        for (Beforehand move : moves) {
            double whole = Math.min(bits[move.dataset][move.from], 8.0 * Math.floor(move.bits / 8));
            bits[move.dataset][move.from] -= whole;
            bits[move.dataset][move.to] += whole;
        }
        return new JobModel(before.job, before.network, before.vms, bits);
    }

    /** Writes moves into a draft. */
    static void write(Draft draft, List<Beforehand> moves) {
        for (Beforehand move : moves) {
            long octets = (long) Math.floor(move.bits / 8);
            if (octets > 0) {
                String name = draft.model.job.datasets().get(move.dataset).name();
                draft.beforehand.add(new JobPlan.Move(name, draft.flow(move.from, move.to, octets, 0)));
            }
        }
    }

    /** Whether all has arrived when the job does. */
    static boolean isInTime(Draft draft) {
        List<RoutedFlow> flows =
                draft.beforehand.stream().map(JobPlan.Move::flow).toList();
        double lag = Durations.seconds(draft.model.job.terms().arrival());
        return FlowTimes.of(draft.model, flows, 0).seconds() <= lag;
    }
}
