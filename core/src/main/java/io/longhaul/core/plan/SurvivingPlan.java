package io.longhaul.core.plan;

import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Money;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A plan that still keeps its deadline when any one VM or relay fails, with what is done then. A failure after a part of
 * the data is no worse than one at the start: the rest of the data then take their part of the fallback's time, and what
 * VMs may send by their buckets is concave in time. Immutable.
 *
 * @param plan what is carried out while nothing fails; its VMs hold the spare ones
 * @param fallbacks how all data are sent after each failure, by the VMs that are left
 * @param extra what it costs beyond the plan that need not survive
 */
public record SurvivingPlan(TransferPlan plan, SortedMap<Failure, TransferPlan> fallbacks, Money extra) {
    public SurvivingPlan {
        fallbacks = Collections.unmodifiableSortedMap(new TreeMap<>(fallbacks));
    }

    /** What is asked of those that are left after a failure: the deadline, over the sites of the plan and their VMs. */
    public static PlanningProblem after(PlanningProblem problem, Map<SiteId, Integer> vms, Failure failure) {
        Limits limits = problem.request().limits();
        var closed = new HashSet<>(limits.noTransit());
        problem.network().sites().stream()
                .map(SiteModel::id)
                .filter(site -> !vms.containsKey(site))
                .forEach(closed::add);
        var quotas = new HashMap<>(limits.vmQuotas());
        problem.request().sources().forEach(source -> quotas.put(source, 0));
        vms.forEach((site, count) -> quotas.put(site, failure.left(site, count)));
        TransferRequest request = problem.request();
        TransferRequest inTime = request.unconstrained()
                .withObjective(Objective.CHEAPEST)
                .withDeadline(request.deadline().orElseThrow())
                .withLimits(limits.withNoTransit(closed).withVmQuotas(quotas));
        return problem.with(inTime);
    }

    /** When the slowest of the fallbacks ends. */
    public Duration worstTime() {
        return fallbacks.values().stream()
                .map(fallback -> fallback.time().expected())
                .max(Duration::compareTo)
                .orElse(plan.time().expected());
    }
}
