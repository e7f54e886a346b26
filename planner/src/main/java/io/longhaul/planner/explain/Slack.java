package io.longhaul.planner.explain;

import io.longhaul.core.plan.Leg;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.VmGroup;
import io.longhaul.core.topology.Link;
import java.util.HashMap;
import java.util.Map;

/**
 * How much lower a measured rate may be with the plan still carried out as it is: the range over which the dual prices of
 * the plan hold. A lower rate gives no new plans, so the best one stays the best as far as that. Immutable.
 */
final class Slack {
    private static final double ROUNDING = 1e-9;

    private final PlanningProblem problem;
    private final TransferPlan plan;
    private final Map<Leg, Double> flows;

    Slack(PlanningProblem problem, TransferPlan plan) {
        this.problem = problem;
        this.plan = plan;
        flows = plan.rateByLeg();
    }

    /** The lowest share of a link's rate, to a step, with which the plan still works; never below the lowest asked for. */
    double range(Link link, double lowest, double step) {
        if (works(link, lowest)) {
            return lowest;
        }
        double low = lowest;
        double high = 1;
        while (high - low > step * high) {
            double middle = (low + high) / 2;
            if (works(link, middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    private boolean works(Link changed, double share) {
        var out = new HashMap<VmGroup, Double>();
        var in = new HashMap<VmGroup, Double>();
        for (Map.Entry<Leg, Double> entry : flows.entrySet()) {
            Leg leg = entry.getKey();
            RateCurve rates = problem.network().getLink(leg.link()).rates();
            double pairs = Math.min(plan.vmsAt(leg.from()), plan.vmsAt(leg.to()));
            double perPair = entry.getValue() / pairs / (leg.link().equals(changed) ? share : 1);
            double most = rates.maxRate().bitsPerSecond();
            if (perPair > most * (1 + ROUNDING)) {
                return false;
            }
            double streams = pairs * rates.streamsFor(Math.min(perPair, most));
            out.merge(leg.from(), streams, Double::sum);
            in.merge(leg.to(), streams, Double::sum);
        }
        return few(out) && few(in);
    }

    private boolean few(Map<VmGroup, Double> streams) {
        double perVm = problem.request().limits().streamsPerVm();
        return streams.entrySet().stream()
                .allMatch(entry -> entry.getValue() <= plan.vmsAt(entry.getKey()) * perVm * (1 + ROUNDING));
    }
}
