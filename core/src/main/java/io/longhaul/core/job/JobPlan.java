package io.longhaul.core.job;

import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the stages of a job run, what they send on which ways, and how long that takes by the model of {@code docs/jobs.md} when
 * the job is alone. Enough to carry it out without asking its planner again. Immutable.
 *
 * @param strategy who planned it, as {@code iridium}
 * @param job its name
 * @param query which of the job's query plans is carried out: 0 for its stages, else the number of an alternative from 1
 * @param vms VMs that carry its data, by site; at most those of the cluster, none at sites that are left out
 * @param beforehand data moved between the start of all and the arrival of the job; afterwards they lie there
 * @param stages in an order in which each comes after those it takes from; of one round
 * @param time from the arrival of the job to the end of the last stage of its last round
 * @param bound no plan of the model takes less; zero when nothing is known
 * @param egress price of all octets that leave a site, on every leg, in all rounds and beforehand
 * @param vmCost price of its VMs for its time
 */
public record JobPlan(
        String strategy,
        String job,
        int query,
        Map<SiteId, Integer> vms,
        List<Move> beforehand,
        List<StagePlan> stages,
        Duration time,
        Duration bound,
        Money egress,
        Money vmCost) {
    /**
     * A part of a dataset that is moved before the job arrives.
     *
     * @param dataset its name
     * @param flow from where to where, and how much
     */
    public record Move(String dataset, RoutedFlow flow) {}

    /**
     * One stage.
     *
     * @param stage its name
     * @param shares which part of its work runs at each site, above zero; they sum to 1
     * @param flows octets between sites before it computes; when all have arrived, it computes
     * @param priority stages of a smaller number come first, for ports, paths and slots alike, whichever job they are of; those
     *     of the same share
     * @param start when the last stage it takes from has ended, from the arrival of the job, in its first round
     * @param transfer time from then until its flows have arrived, alone or by their pieces
     * @param compute time of its slowest site after that
     * @param binds what its transfer waits for; empty when it sends nothing
     */
    public record StagePlan(
            String stage,
            Map<SiteId, Double> shares,
            List<RoutedFlow> flows,
            int priority,
            Duration start,
            Duration transfer,
            Duration compute,
            String binds) {
        public StagePlan {
            shares = Collections.unmodifiableMap(new TreeMap<>(shares));
            flows = List.copyOf(flows);
        }

        public Duration end() {
            return start.plus(transfer).plus(compute);
        }
    }

    public JobPlan {
        vms = Collections.unmodifiableMap(new TreeMap<>(vms));
        beforehand = List.copyOf(beforehand);
        stages = List.copyOf(stages);
    }

    /** Octets that leave a site in one round and beforehand; those that are passed on leave several. */
    public DataSize moved() {
        long before =
                beforehand.stream().map(Move::flow).mapToLong(JobPlan::octets).sum();
        return DataSize.ofBytes(before
                + stages.stream()
                        .flatMap(stage -> stage.flows().stream())
                        .mapToLong(JobPlan::octets)
                        .sum());
    }

    private static long octets(RoutedFlow flow) {
        return flow.size().bytes() * (flow.via().size() + 1);
    }

    /** All it costs. */
    public Money cost() {
        return egress.plus(vmCost);
    }

    /** Distance of the time to its bound over the time; 0 when nothing takes any time. */
    public double gap() {
        double time = this.time.toNanos();
        return time == 0 ? 0 : Math.max(0, 1 - bound.toNanos() / time);
    }
}
