package io.longhaul.planner;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.Offer;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.Planner;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.Proof;
import io.longhaul.core.plan.Reasons;
import io.longhaul.core.plan.TransferPlan;
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
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * The optimal trees from one source to several destinations that each get a full copy, with proof and reasons. Data may
 * split over several trees. A pure function of problem and options; safe for any thread.
 */
public final class DistributionPlanner implements Planner {
    /**
     * The best plan.
     *
     * @throws InvalidInputException when there are several sources, or a confidence without a deadline or without links
     *     that vary
     */
    @Override
    public PlanOutcome plan(PlanningProblem asked, PlannerOptions options) {
        refuseWhatIsNotPlanned(asked.request());
        try {
            return planned(asked.withPercentilesAsTiers(), options);
        } catch (ArithmeticException tooLarge) {
            return PlanOutcome.GaveUp.beyondCounting();
        }
    }

    private static PlanOutcome planned(PlanningProblem problem, PlannerOptions options) {
        BooleanSupplier outOfTime = OverlaySolver.stopwatch(options);
        if (problem.request().confidence().isEmpty()) {
            return explained(problem, problem, atConstantRates(problem, options, outOfTime), options);
        }
        var form =
                new ConfidentPlanner.Form(at -> atConstantRates(at, options, outOfTime), DistributionPlanner::unlikely);
        ConfidentPlanner.Answer answer = new ConfidentPlanner(problem, form, options.seed()).plan();
        return explained(problem, answer.at(), answer.outcome(), options);
    }

    private static DistributionSolver solver(PlanningProblem problem, double gap, BooleanSupplier outOfTime) {
        TransferRequest request = problem.request();
        var network = new FlowNetwork(problem.network(), request.limits().streamsPerVm());
        return new DistributionSolver(network, request, DenseSimplex::new, gap, outOfTime);
    }

    /** What planning with the rates of the network as they stand ends with; nothing explained. */
    private static PlanOutcome atConstantRates(
            PlanningProblem problem, PlannerOptions options, BooleanSupplier outOfTime) {
        DistributionSolver solver = solver(problem, options.gap(), outOfTime);
        DistributionSolver.Solved solved = solver.solve();
        Optional<TransferPlan> plan = orSimpler(problem, solved.plan());
        if (!solved.finished()) {
            return new PlanOutcome.GaveUp(
                    plan, List.of(OverlayPlanner.unsettled(options, outOfTime.getAsBoolean(), plan.isPresent())));
        }
        return plan.<PlanOutcome>map(PlanOutcome.Found::new)
                .orElseGet(() -> infeasible(DistributionSentences.infeasible(problem.request(), solver.mostRate())));
    }

    private static PlanOutcome infeasible(List<String> reasons) {
        return new PlanOutcome.Infeasible(reasons, Optional.empty(), Optional.empty());
    }

    /** A simple tree instead, where it is better than what was found: no plan is worse than its offers. */
    private static Optional<TransferPlan> orSimpler(PlanningProblem problem, Optional<TransferPlan> found) {
        boolean fastest = problem.request().objective() == Objective.FASTEST
                && !problem.request().rateExactly();
        Optional<TransferPlan> best = found;
        for (TransferPlan simple : simple(problem).values()) {
            boolean better = best.isEmpty()
                    || (fastest
                            ? simple.time()
                                            .expected()
                                            .compareTo(best.get().time().expected())
                                    < 0
                            : simple.cost().total().compareTo(best.get().cost().total()) < 0);
            Optional<Proof> bounds = best.map(TransferPlan::proof);
            Proof proof = fastest
                    ? Proof.ofTime(
                            bounds.flatMap(Proof::timeBound).orElse(Duration.ZERO),
                            simple.time().expected())
                    : Proof.ofCost(
                            bounds.flatMap(Proof::costBound).orElse(Money.ZERO),
                            simple.cost().total());
            TransferPlan proven = simple.withProof(proof);
            if (better && PlanCheck.violations(problem, proven).isEmpty()) {
                best = Optional.of(proven);
            }
        }
        return best;
    }

    /** The simple trees, of the usual VM types. */
    private static Map<String, TransferPlan> simple(PlanningProblem problem) {
        PlanningProblem usual = problem.ofUsualTypes();
        Map<String, TransferPlan> plans = solver(usual, 0, () -> true).simple();
        plans.replaceAll((kind, plan) -> plan.withTypes(problem.network()));
        return plans;
    }

    private static PlanOutcome unlikely(String sentence, PlanOutcome atLowRates) {
        return atLowRates instanceof PlanOutcome.GaveUp
                ? atLowRates
                : infeasible(Stream.concat(
                                Stream.of(sentence),
                                atLowRates.reasons().stream().map(reason -> "At rates that last: " + reason))
                        .toList());
    }

    /** Adds odds, offers and reasons to the plan of an outcome, if it has one. */
    private static PlanOutcome explained(
            PlanningProblem problem, PlanningProblem at, PlanOutcome outcome, PlannerOptions options) {
        return outcome.fold(
                found -> new PlanOutcome.Found(explained(problem, at, found.best(), options)),
                no -> no,
                late -> new PlanOutcome.GaveUp(
                        late.best().map(plan -> explained(problem, at, plan, options)), late.reasons()));
    }

    private static TransferPlan explained(
            PlanningProblem problem, PlanningProblem at, TransferPlan plan, PlannerOptions options) {
        TransferPlan known = DeadlineChance.told(problem, plan, options);
        if (!options.explain()) {
            return known;
        }
        List<Offer> offers = simple(at).entrySet().stream()
                .map(entry -> offer(entry.getKey(), at, entry.getValue(), known))
                .toList();
        var reasons = new Reasons(offers, DistributionSentences.of(known, offers), Optional.empty(), List.of());
        return known.withReasons(ConfidentPlanner.withSentence(problem, known, reasons));
    }

    private static Offer offer(String kind, PlanningProblem problem, TransferPlan simple, TransferPlan best) {
        boolean meets = PlanCheck.violations(problem, simple).isEmpty();
        return new Offer(
                kind,
                Optional.empty(),
                simple.trees().get(0).links(),
                Collections.max(simple.streams().values()),
                Collections.max(simple.vms().values()),
                simple.rate(),
                simple.time().expected(),
                simple.cost(),
                meets,
                DistributionSentences.compared(kind, simple, best, meets));
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
