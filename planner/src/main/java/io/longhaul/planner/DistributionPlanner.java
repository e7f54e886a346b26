package io.longhaul.planner;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.DistributionCheck;
import io.longhaul.core.plan.DistributionOffer;
import io.longhaul.core.plan.DistributionOutcome;
import io.longhaul.core.plan.DistributionOutcome.Ending;
import io.longhaul.core.plan.DistributionPlan;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.Proof;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.units.Money;
import io.longhaul.planner.explain.DistributionSentences;
import io.longhaul.planner.lp.DenseSimplex;
import io.longhaul.planner.odds.ConfidentPlanner;
import io.longhaul.planner.odds.DeadlineChance;
import io.longhaul.planner.overlay.DistributionSolver;
import io.longhaul.planner.overlay.FlowNetwork;
import io.longhaul.planner.overlay.OverlaySolver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * The optimal trees from one source to several destinations that each get a full copy, with proof and reasons. Data may
 * split over several trees. A pure function of problem and options; safe for any thread.
 */
public final class DistributionPlanner {
    /**
     * The best plan.
     *
     * @throws InvalidInputException when there are several sources, or a confidence without a deadline or without links
     *     that vary
     */
    public DistributionOutcome plan(PlanningProblem asked, PlannerOptions options) {
        refuseWhatIsNotPlanned(asked.request());
        PlanningProblem problem = asked.withPercentilesAsTiers();
        BooleanSupplier outOfTime = OverlaySolver.stopwatch(options);
        if (problem.request().confidence().isEmpty()) {
            return explained(problem, problem, atConstantRates(problem, options, outOfTime), options);
        }
        var form = new ConfidentPlanner.Form<DistributionOutcome>(
                at -> atConstantRates(at, options, outOfTime),
                outcome -> outcome.plan().filter(plan -> outcome.ending() == Ending.FOUND),
                DistributionPlanner::unlikely);
        ConfidentPlanner.Answer<DistributionOutcome> answer =
                new ConfidentPlanner<>(problem, form, options.seed()).plan();
        return explained(problem, answer.at(), answer.outcome(), options);
    }

    private static DistributionSolver solver(PlanningProblem problem, double gap, BooleanSupplier outOfTime) {
        TransferRequest request = problem.request();
        var network = new FlowNetwork(problem.network(), request.limits().streamsPerVm());
        return new DistributionSolver(network, request, DenseSimplex::new, gap, outOfTime);
    }

    /** What planning with the rates of the network as they stand ends with; nothing explained. */
    private static DistributionOutcome atConstantRates(
            PlanningProblem problem, PlannerOptions options, BooleanSupplier outOfTime) {
        DistributionSolver solver = solver(problem, options.gap(), outOfTime);
        DistributionSolver.Solved solved = solver.solve();
        Optional<DistributionPlan> plan = orSimpler(problem, solved.plan());
        if (!solved.finished()) {
            return new DistributionOutcome(
                    Ending.GAVE_UP,
                    plan,
                    List.of(OverlayPlanner.unsettled(options, outOfTime.getAsBoolean(), plan.isPresent())));
        }
        return plan.isPresent()
                ? new DistributionOutcome(Ending.FOUND, plan, List.of())
                : new DistributionOutcome(
                        Ending.INFEASIBLE,
                        plan,
                        DistributionSentences.infeasible(problem.request(), solver.mostRate()));
    }

    /** A simple tree instead, where it is better than what was found: no plan is worse than its offers. */
    private static Optional<DistributionPlan> orSimpler(PlanningProblem problem, Optional<DistributionPlan> found) {
        boolean fastest = problem.request().objective() == Objective.FASTEST
                && !problem.request().rateExactly();
        Optional<DistributionPlan> best = found;
        for (DistributionPlan simple : simple(problem).values()) {
            boolean better = best.isEmpty()
                    || (fastest
                            ? simple.time()
                                            .expected()
                                            .compareTo(best.get().time().expected())
                                    < 0
                            : simple.cost().total().compareTo(best.get().cost().total()) < 0);
            Optional<Proof> bounds = best.map(DistributionPlan::proof);
            Proof proof = fastest
                    ? Proof.ofTime(
                            bounds.flatMap(Proof::timeBound).orElse(Duration.ZERO),
                            simple.time().expected())
                    : Proof.ofCost(
                            bounds.flatMap(Proof::costBound).orElse(Money.ZERO),
                            simple.cost().total());
            DistributionPlan proven = simple.withProof(proof);
            if (better && DistributionCheck.violations(problem, proven).isEmpty()) {
                best = Optional.of(proven);
            }
        }
        return best;
    }

    /** The simple trees, of the usual VM types. */
    private static Map<String, DistributionPlan> simple(PlanningProblem problem) {
        PlanningProblem usual = problem.ofUsualTypes();
        Map<String, DistributionPlan> plans = solver(usual, 0, () -> true).simple();
        plans.replaceAll((kind, plan) -> plan.withTypes(problem.network()));
        return plans;
    }

    private static DistributionOutcome unlikely(String sentence, DistributionOutcome atLowRates) {
        if (atLowRates.ending() == Ending.GAVE_UP) {
            return atLowRates;
        }
        List<String> reasons = atLowRates.reasons().stream()
                .map(reason -> "At rates that last: " + reason)
                .toList();
        return new DistributionOutcome(
                Ending.INFEASIBLE,
                Optional.empty(),
                Stream.concat(Stream.of(sentence), reasons.stream()).toList());
    }

    /** Adds odds, offers and reasons to the plan of an outcome, if it has one. */
    private static DistributionOutcome explained(
            PlanningProblem problem, PlanningProblem at, DistributionOutcome outcome, PlannerOptions options) {
        return new DistributionOutcome(
                outcome.ending(), outcome.plan().map(plan -> explained(problem, at, plan, options)), outcome.reasons());
    }

    private static DistributionPlan explained(
            PlanningProblem problem, PlanningProblem at, DistributionPlan plan, PlannerOptions options) {
        boolean oddsWanted = options.explain() || problem.request().confidence().isPresent();
        Optional<DeadlineChance.Forecast> forecast =
                oddsWanted ? DeadlineChance.of(problem, plan, options.seed()) : Optional.empty();
        DistributionPlan known =
                forecast.map(some -> plan.withOdds(some.time(), some.odds())).orElse(plan);
        if (!options.explain()) {
            return known;
        }
        List<DistributionOffer> offers = simple(at).entrySet().stream()
                .map(entry -> new DistributionOffer(
                        entry.getKey(),
                        entry.getValue().trees().get(0),
                        entry.getValue().rate(),
                        entry.getValue().time().expected(),
                        entry.getValue().cost(),
                        DistributionCheck.violations(at, entry.getValue()).isEmpty()))
                .toList();
        var sentences = new ArrayList<>(DistributionSentences.of(known, offers));
        ConfidentPlanner.sentence(problem, known).ifPresent(sentence -> sentences.add(1, sentence));
        return known.withExplanation(offers, sentences);
    }

    private static void refuseWhatIsNotPlanned(TransferRequest request) {
        if (!request.replicas().isEmpty()) {
            throw new InvalidInputException(
                    "The data lie at several sites (" + request.sourcesText()
                            + "), which is planned for with one destination only.",
                    "Name the one to send from, or plan each destination by itself.");
        }
    }
}
