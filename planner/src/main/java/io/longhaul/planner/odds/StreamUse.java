package io.longhaul.planner.odds;

import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import java.util.HashMap;
import java.util.Map;

/** What part of a link's capacity a plan uses: of its rate, or of the streams of the VMs at its ends. */
final class StreamUse {
    private final PlanningProblem problem;
    private final TransferPlan plan;
    private final Map<Link, Double> flows;
    private final Map<SiteId, Double> outgoing = new HashMap<>();
    private final Map<SiteId, Double> incoming = new HashMap<>();

    StreamUse(PlanningProblem problem, TransferPlan plan, Map<Link, Double> flows) {
        this.problem = problem;
        this.plan = plan;
        this.flows = flows;
        double perVm = problem.request().limits().streamsPerVm();
        flows.forEach((link, flow) -> {
            double streams = pairs(link) * model(link).rates().streamsFor(perPair(link));
            outgoing.merge(link.from(), streams / plan.vmsAt(link.from()) / perVm, Double::sum);
            incoming.merge(link.to(), streams / plan.vmsAt(link.to()) / perVm, Double::sum);
        });
    }

    private LinkModel model(Link link) {
        return problem.network().getLink(link);
    }

    private int pairs(Link link) {
        return Math.min(plan.vmsAt(link.from()), plan.vmsAt(link.to()));
    }

    private double perPair(Link link) {
        double most = model(link).rates().maxRate().bitsPerSecond();
        return Math.min(most, flows.getOrDefault(link, 0.0) / pairs(link));
    }

    /** Above zero and at most 1. */
    double of(Link link) {
        double ofRate = perPair(link) / model(link).rates().maxRate().bitsPerSecond();
        double ofStreams = Math.max(outgoing.getOrDefault(link.from(), 0.0), incoming.getOrDefault(link.to(), 0.0));
        return Math.min(1, Math.max(ofRate, ofStreams));
    }
}
