package io.longhaul.planner;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.DistributionOffer;
import io.longhaul.core.plan.DistributionOutcome;
import io.longhaul.core.plan.DistributionOutcome.Ending;
import io.longhaul.core.plan.DistributionPlan;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.planner.explain.DistributionSentences;
import io.longhaul.planner.lp.DenseSimplex;
import io.longhaul.planner.overlay.DistributionSolver;
import io.longhaul.planner.overlay.FlowNetwork;
import java.util.List;
import java.util.Optional;

/**
 * The optimal trees from one source to several destinations that each get a full copy, with proof and reasons. Data may
 * split over several trees. A pure function of problem and options; safe for any thread.
 */
public final class DistributionPlanner {
    /** Time grows as 3 to this. */
    public static final int MOST_DESTINATIONS = 10;

    /**
     * The best plan. Where VM types could be chosen among, it runs the usual one.
     *
     * @throws InvalidInputException when there are more than {@link #MOST_DESTINATIONS} destinations, several sources, or a
     *     confidence
     */
    public DistributionOutcome plan(PlanningProblem asked, PlannerOptions options) {
        refuseWhatIsNotPlanned(asked.request());
        PlanningProblem problem = asked.ofUsualTypes().withPercentilesAsTiers();
        TransferRequest request = problem.request();
        var network = new FlowNetwork(problem.network(), request.limits().streamsPerVm());
        var solver = new DistributionSolver(network, request, DenseSimplex::new, options);
        DistributionSolver.Solved solved = solver.solve();
        Optional<DistributionPlan> plan = solved.plan();
        if (plan.isPresent() && options.explain()) {
            List<DistributionOffer> offers = solver.offers();
            plan = Optional.of(plan.get().withExplanation(offers, DistributionSentences.of(plan.get(), offers)));
        }
        if (!solved.finished()) {
            return new DistributionOutcome(
                    Ending.GAVE_UP,
                    plan,
                    List.of(OverlayPlanner.unsettled(options, solver.outOfTime(), plan.isPresent())));
        }
        return plan.isPresent()
                ? new DistributionOutcome(Ending.FOUND, plan, List.of())
                : new DistributionOutcome(
                        Ending.INFEASIBLE, plan, DistributionSentences.infeasible(request, solver.mostRate()));
    }

    private static void refuseWhatIsNotPlanned(TransferRequest request) {
        if (request.to().size() > MOST_DESTINATIONS) {
            throw new InvalidInputException(
                    "The transfer has " + request.to().size() + " destinations; trees are planned for up to "
                            + MOST_DESTINATIONS + ".",
                    "Plan for groups of sites that are near each other, and send on from one of each group.");
        }
        if (!request.replicas().isEmpty()) {
            throw new InvalidInputException(
                    "The data lie at several sites (" + request.sourcesText()
                            + "), which is planned for with one destination only.",
                    "Name the one to send from, or plan each destination by itself.");
        }
        if (request.confidence().isPresent()) {
            throw new InvalidInputException(
                    "The confidence (" + request.confidence().getAsDouble()
                            + ") is planned for with one destination only.",
                    "Leave the confidence out and allow more time, or plan each destination by itself.");
        }
    }
}
