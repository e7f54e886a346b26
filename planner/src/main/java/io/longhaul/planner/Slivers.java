package io.longhaul.planner;

import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.Proof;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.Tree;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Durations;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Leaves out routes that carry next to nothing: a VM, a firewall rule and a reason to fail for a hundredth of the rate. The
 * links that only such routes use are forbidden and the problem is planned again; the simpler plan is taken where it costs
 * (or lasts, where time is minimised) at most a thousandth more and is not much slower. Bound and gap stay those of the
 * whole problem. Stateless.
 */
final class Slivers {
    private static final double SLIVER = 0.01;
    private static final double WORTH = 1.001;
    private static final double NOT_MUCH_SLOWER = 1.01;
    private static final int ROUNDS = 4;

    private Slivers() {}

    /**
     * The outcome, with a plan without slivers where there is one as good.
     *
     * @param outcome what the problem was planned to
     * @param planner plans the same problem with fewer links
     */
    static PlanOutcome folded(
            PlanningProblem problem, PlanOutcome outcome, Function<PlanningProblem, PlanOutcome> planner) {
        return outcome.fold(
                found -> new PlanOutcome.Found(folded(problem, found.best(), planner)),
                no -> no.nearest().isEmpty()
                        ? no
                        : new PlanOutcome.Infeasible(
                                no.reasons(),
                                no.nearest(),
                                no.nearestPlan()
                                        .map(plan ->
                                                folded(problem.with(no.nearest().get()), plan, planner))),
                late -> late);
    }

    private static TransferPlan folded(
            PlanningProblem problem, TransferPlan optimal, Function<PlanningProblem, PlanOutcome> planner) {
        TransferPlan best = optimal;
        var forbidden = new HashSet<Link>();
        for (int round = 0; round < ROUNDS && forbidden.addAll(slivers(best)); round++) {
            Optional<TransferPlan> simpler = planner.apply(
                            problem.with(problem.network().without(forbidden)))
                    .plan()
                    .filter(other -> isAsGood(problem.request().objective(), other, optimal));
            if (simpler.isEmpty()) {
                break;
            }
            best = simpler.get().withProof(proof(simpler.get(), optimal.proof()));
        }
        return best;
    }

    /** The links that no route of weight uses. */
    private static Set<Link> slivers(TransferPlan plan) {
        var links = new HashSet<Link>();
        plan.trees().stream()
                .filter(tree -> tree.share() < SLIVER)
                .map(Tree::links)
                .forEach(links::addAll);
        plan.trees().stream()
                .filter(tree -> tree.share() >= SLIVER)
                .map(Tree::links)
                .forEach(links::removeAll);
        return links;
    }

    private static boolean isAsGood(Objective objective, TransferPlan simpler, TransferPlan optimal) {
        double time = simpler.time().expected().toNanos()
                / (double) optimal.time().expected().toNanos();
        double cost = simpler.cost().total().dollars() / optimal.cost().total().dollars();
        return objective == Objective.FASTEST ? time <= WORTH : cost <= WORTH && time <= NOT_MUCH_SLOWER;
    }

    private static Proof proof(TransferPlan plan, Proof ofAll) {
        double cost = ofAll.costBound()
                .map(bound -> 1 - bound.dollars() / plan.cost().total().dollars())
                .orElse(0.0);
        double time = ofAll.timeBound()
                .map(bound -> 1
                        - Durations.seconds(bound)
                                / Durations.seconds(plan.time().expected()))
                .orElse(0.0);
        return new Proof(ofAll.costBound(), ofAll.timeBound(), Math.max(0, Math.max(cost, time)));
    }
}
