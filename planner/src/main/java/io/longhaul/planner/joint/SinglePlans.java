package io.longhaul.planner.joint;

import io.longhaul.core.plan.JointProblem;
import io.longhaul.core.plan.JointProblem.Item;
import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The best plan of each transfer by itself at flat prices, with fewer VMs at some sites. A plan is made once for all caps
 * that it keeps. Confined to one search.
 */
final class SinglePlans {
    private final JointProblem problem;
    private final Function<PlanningProblem, PlanOutcome> planner;
    private final List<List<Known>> known = new ArrayList<>();

    /**
     * What planning one transfer came to.
     *
     * @param plan empty when there is none
     * @param bound no plan has a lower value
     * @param settled whether a missing plan is proven not to exist
     */
    record Single(Optional<TransferPlan> plan, double bound, boolean settled) {}

    private record Known(NetworkModel network, Map<SiteId, Integer> caps, Single single) {
        /** Whether this answers for caps that are no looser. */
        boolean answers(NetworkModel wanted, Map<SiteId, Integer> tighter) {
            boolean looser = network == wanted
                    && caps.entrySet().stream()
                            .allMatch(cap -> tighter.getOrDefault(cap.getKey(), Integer.MAX_VALUE) <= cap.getValue());
            return looser
                    && (single.plan.isEmpty()
                            || tighter.entrySet().stream()
                                    .allMatch(cap -> single.plan.get().vmsAt(cap.getKey()) <= cap.getValue()));
        }
    }

    SinglePlans(JointProblem problem, Function<PlanningProblem, PlanOutcome> planner) {
        this.problem = problem;
        this.planner = planner;
        problem.transfers().forEach(item -> known.add(new ArrayList<>()));
    }

    /** The best plan of one transfer with at most so many VMs at some sites. */
    Single of(int transfer, NetworkModel network, Map<SiteId, Integer> caps) {
        for (Known each : known.get(transfer)) {
            if (each.answers(network, caps)) {
                return each.single;
            }
        }
        Item item = problem.transfers().get(transfer);
        Limits limits = item.request().limits();
        var quotas = new HashMap<>(limits.vmQuotas());
        caps.forEach((site, most) -> quotas.merge(site, most, Math::min));
        PlanOutcome outcome =
                planner.apply(new PlanningProblem(item.request().withLimits(limits.withVmQuotas(quotas)), network));
        var single = new Single(
                outcome.plan(),
                outcome.plan().map(plan -> bound(item, plan)).orElse(0.0),
                outcome instanceof PlanOutcome.Infeasible);
        known.get(transfer).add(new Known(network, Map.copyOf(caps), single));
        return single;
    }

    private double bound(Item item, TransferPlan plan) {
        return fastest()
                ? item.weight()
                        * plan.proof().timeBound().map(Durations::seconds).orElse(0.0)
                : plan.proof().costBound().map(Money::dollars).orElse(0.0);
    }

    boolean fastest() {
        return problem.objective() == Objective.FASTEST;
    }
}
