package io.longhaul.planner.explain;

import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.Sensitivity;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import io.longhaul.planner.lp.DenseSimplex;
import io.longhaul.planner.overlay.FlowNetwork;
import io.longhaul.planner.overlay.OverlaySolver;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds, for every link a plan uses, how much lower its rate would have to be to change the verdict or the relays, by
 * planning again on changed networks. The nearest one is what to measure next. Confined to one thread.
 */
final class SensitivitySearch {
    private static final double LOWEST = 0.05;
    private static final int STEPS = 8;
    private static final int MOST_LINKS = 8;
    private static final PlannerOptions ROUGH = PlannerOptions.DEFAULT.withGap(1e-4);

    private final PlanningProblem problem;
    private final TransferPlan plan;
    private final FlowNetwork network;

    SensitivitySearch(PlanningProblem problem, TransferPlan plan, FlowNetwork network) {
        this.problem = problem;
        this.plan = plan;
        this.network = network;
    }

    /** The links the verdict hangs on, the one nearest to flipping it first. */
    List<Sensitivity> run() {
        Set<Link> links = new LinkedHashSet<>();
        plan.routes().forEach(route -> links.addAll(route.hops()));
        var found = new ArrayList<Sensitivity>();
        links.stream().limit(MOST_LINKS).forEach(link -> of(link).ifPresent(found::add));
        found.sort(Comparator.comparingDouble(Sensitivity::drop).thenComparing(Sensitivity::link));
        return found;
    }

    private Optional<Sensitivity> of(Link link) {
        if (same(replan(link, LOWEST))) {
            return Optional.empty();
        }
        double flips = LOWEST;
        double keeps = 1;
        for (int step = 0; step < STEPS; step++) {
            double middle = (flips + keeps) / 2;
            if (same(replan(link, middle))) {
                keeps = middle;
            } else {
                flips = middle;
            }
        }
        Bandwidth now = problem.network().getLink(link).rates().maxRate();
        Bandwidth at = now.times(flips);
        Optional<TransferPlan> then = replan(link, flips);
        Verdict becomes = then.map(TransferPlan::verdict).orElse(plan.verdict());
        return Optional.of(new Sensitivity(link, now, at, becomes, consequence(link, now, at, then)));
    }

    private Optional<TransferPlan> replan(Link link, double factor) {
        return new OverlaySolver(network.withRate(link, factor), DenseSimplex::new)
                .solve(problem.request(), ROUGH)
                .plan();
    }

    private boolean same(Optional<TransferPlan> other) {
        return other.isPresent()
                && other.get().verdict() == plan.verdict()
                && other.get().relays().equals(plan.relays());
    }

    private String consequence(Link link, Bandwidth now, Bandwidth at, Optional<TransferPlan> then) {
        String condition = "Measure " + link + " next: if it carried " + Show.rate(at) + " instead of " + Show.rate(now)
                + " (" + Show.percent(1 - at.dividedBy(now)) + " less), ";
        if (then.isEmpty()) {
            return condition + "no plan would meet the request.";
        }
        TransferPlan other = then.get();
        String cost = " for " + Show.money(other.cost().total()) + ".";
        if (other.verdict() != plan.verdict()) {
            return condition + "the answer would be " + other.verdict().id().replace('-', ' ') + cost;
        }
        return condition + "other relays would be best, " + other.relays() + "," + cost;
    }
}
