package io.longhaul.planner;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.Frontier;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.Planner;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.Proof;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.Show;
import io.longhaul.planner.baseline.Baselines;
import io.longhaul.planner.baseline.SimpleWay;
import io.longhaul.planner.explain.Diagnosis;
import io.longhaul.planner.explain.Explainer;
import io.longhaul.planner.lp.DenseSimplex;
import io.longhaul.planner.lp.LinearProgram;
import io.longhaul.planner.odds.ConfidentPlanner;
import io.longhaul.planner.odds.DeadlineChance;
import io.longhaul.planner.overlay.FlowNetwork;
import io.longhaul.planner.overlay.OverlaySolver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The optimal plan over any number of paths and hops, with proof and reasons. A pure function of problem and options;
 * safe for any thread. It remembers the arrays of the network it planned on last, so that many requests on one network
 * do not derive them again.
 */
public final class OverlayPlanner implements Planner {
    /** Gaps below this are those of rounding. */
    private static final double SAME = 1e-7;

    /** A request is loosened by one part in so many to see what bounds it at its edge, and a budget by rounding besides. */
    private static final int EDGE = 10_000_000;

    private static final double ROUNDED = 1e-8;

    private static final String STATED = "the gap says how far the plan may be from the best.";
    private static final String MAYBE = "there may be a plan that meets the request.";

    private final Supplier<LinearProgram> lps;
    private volatile Optional<Derived> last = Optional.empty();

    private record Derived(NetworkModel model, int streamsPerVm, List<SiteId> pooled, FlowNetwork network) {}

    /** With the built-in simplex. */
    public OverlayPlanner() {
        this(DenseSimplex::new);
    }

    /** With another solver of linear programs behind the port. */
    public OverlayPlanner(Supplier<LinearProgram> lps) {
        this.lps = lps;
    }

    @Override
    public PlanOutcome plan(PlanningProblem asked, PlannerOptions options) {
        refuseSeveralDestinations(asked.request());
        try {
            return planned(asked.withPercentilesAsTiers(), options);
        } catch (ArithmeticException tooLarge) {
            return PlanOutcome.GaveUp.beyondCounting();
        }
    }

    private PlanOutcome planned(PlanningProblem problem, PlannerOptions options) {
        if (problem.request().confidence().isPresent()) {
            return confident(problem, options);
        }
        BooleanSupplier outOfTime = OverlaySolver.stopwatch(options);
        PlanOutcome optimal = atConstantRates(problem, options, outOfTime);
        PlanOutcome simple = options.foldSlivers()
                ? Slivers.folded(problem, optimal, at -> atConstantRates(at, options, outOfTime))
                : optimal;
        return explained(problem, problem, simple, options, outOfTime);
    }

    /** What planning with the rates of the network as they stand ends with; nothing explained. */
    private PlanOutcome atConstantRates(PlanningProblem problem, PlannerOptions options, BooleanSupplier outOfTime) {
        var solver = new OverlaySolver(network(problem), lps, options.gap(), outOfTime);
        OverlaySolver.Solved solved = solver.solve(problem.request());
        boolean settled = solved.finished() && solved.plan().stream().anyMatch(plan -> isProven(plan, options));
        Optional<TransferPlan> plan = settled && !options.explain()
                ? solved.plan()
                : orSimpler(problem, solved.plan(), () -> bounded(problem, solver, solved));
        boolean bounded = solved.plan().isPresent() || plan.stream().anyMatch(simple -> isNear(simple.proof()));
        if (plan.isPresent() && ((solved.finished() && bounded) || isProven(plan.get(), options))) {
            return new PlanOutcome.Found(plan.get());
        }
        if (!solved.finished() || plan.isPresent()) {
            boolean late = outOfTime.getAsBoolean();
            return new PlanOutcome.GaveUp(
                    plan,
                    List.of(solved.unmet()
                            .filter(unmet -> !late)
                            .flatMap(unmet -> missed(problem, unmet, plan.isPresent()))
                            .orElse(unsettled(options, late, plan.isPresent()))));
        }
        try {
            return Diagnosis.of(problem, solver);
        } catch (ArithmeticException tooLarge) {
            String why =
                    "No plan meets the request; the nearest that can be met would take or cost more than can be counted.";
            return new PlanOutcome.Infeasible(List.of(why), Optional.empty(), Optional.empty());
        }
    }

    private static boolean isNear(Proof proof) {
        return proof.gap() <= TransferRequest.TIME_TOLERANCE;
    }

    /**
     * A plan whose bounds hold where the search found none. A request that can just be met may be one that the search
     * misses by its rounding and a simple way does not: then the bounds are those of what is asked for a hair less tightly.
     */
    private static Optional<TransferPlan> bounded(
            PlanningProblem problem, OverlaySolver solver, OverlaySolver.Solved solved) {
        if (!solved.finished() || solved.unmet().isPresent()) {
            return solved.unmet();
        }
        TransferRequest request = problem.request();
        TransferRequest loose = request;
        if (request.deadline().isPresent()) {
            loose = loose.withDeadline(request.deadline()
                    .get()
                    .plus(request.deadline().get().dividedBy(EDGE))
                    .plusNanos(1));
        }
        if (request.rate().isPresent() && !request.rateExactly()) {
            loose = loose.withRateAtLeast(request.rate().get().times(1 - 1.0 / EDGE));
        }
        if (request.budget().isPresent()) {
            Money budget = request.budget().get();
            loose = loose.withBudget(budget.plus(Money.ofDollars(budget.dollars() / EDGE + ROUNDED)));
        }
        return solver.solve(loose).plan();
    }

    private static boolean isProven(TransferPlan plan, PlannerOptions options) {
        return plan.proof().gap() <= Math.max(options.gap(), SAME);
    }

    /** By what the best plan of a search misses the request though its bound does not. */
    private static Optional<String> missed(PlanningProblem problem, TransferPlan unmet, boolean found) {
        TransferRequest request = problem.request();
        Optional<String> late = request.deadline()
                .filter(limit -> unmet.time().expected().compareTo(limit) > 0)
                .map(limit -> "Without slow start the deadline of " + Show.time(limit)
                        + " could be met, but every plan of the search is late by the slow start of its routes; ");
        Optional<String> dear = request.budget()
                .filter(limit -> !unmet.cost().total().isWithin(limit))
                .map(limit ->
                        "The cheapest plan costs " + Show.money(unmet.cost().total()) + ", above the budget of "
                                + Show.money(limit) + " by what rounding up every item adds; ");
        return late.or(() -> dear).map(why -> why + (found ? STATED : MAYBE));
    }

    /**
     * The best of the simple ways instead, where it is better than what was found: no plan is worse than its offers.
     *
     * @param bounded a plan whose bounds hold where nothing was found
     */
    private static Optional<TransferPlan> orSimpler(
            PlanningProblem problem, Optional<TransferPlan> found, Supplier<Optional<TransferPlan>> bounded) {
        boolean fastest = problem.request().objective() == Objective.FASTEST
                && !problem.request().rateExactly();
        for (SimpleWay way : Baselines.thatMeet(problem)) {
            boolean better = found.isEmpty()
                    || (fastest
                            ? way.time().compareTo(found.get().time().expected()) < 0
                            : way.cost().total().compareTo(found.get().cost().total()) < 0);
            if (!better) {
                return found;
            }
            Optional<Proof> proof = found.or(bounded).map(TransferPlan::proof);
            TransferPlan simple = way.plan(
                    problem,
                    fastest
                            ? Proof.ofTime(proof.flatMap(Proof::timeBound).orElse(Duration.ZERO), way.time())
                            : Proof.ofCost(
                                    proof.flatMap(Proof::costBound).orElse(Money.ZERO),
                                    way.cost().total()));
            if (PlanCheck.violations(problem, simple).isEmpty()) {
                return Optional.of(simple);
            }
        }
        return found;
    }

    /** Why a search ended without a proof. */
    static String unsettled(PlannerOptions options, boolean outOfTime, boolean found) {
        String why = outOfTime
                ? "The time limit of " + Show.time(options.timeLimit().orElseThrow()) + " came before the proof; "
                : "The search ended without a proof, as its numbers are too far apart; ";
        return why + (found ? STATED : MAYBE);
    }

    private PlanOutcome confident(PlanningProblem problem, PlannerOptions options) {
        BooleanSupplier outOfTime = OverlaySolver.stopwatch(options);
        var form = new ConfidentPlanner.Form(at -> atConstantRates(at, options, outOfTime), OverlayPlanner::unlikely);
        ConfidentPlanner.Answer answer = new ConfidentPlanner(problem, form, options.seed()).plan();
        return explained(problem, answer.at(), answer.outcome(), options, outOfTime);
    }

    /** That no plan keeps the confidence, and why none does at rates that last. */
    private static PlanOutcome unlikely(String sentence, PlanOutcome atLowRates) {
        return atLowRates.fold(
                found -> new PlanOutcome.Infeasible(List.of(sentence), Optional.empty(), Optional.empty()),
                no -> {
                    var reasons = new ArrayList<String>();
                    reasons.add(sentence);
                    no.reasons().forEach(reason -> reasons.add("At rates that last: " + reason));
                    return new PlanOutcome.Infeasible(reasons, no.nearest(), no.nearestPlan());
                },
                late -> late);
    }

    /** Adds odds and reasons to the plan of an outcome, if it has one. */
    private PlanOutcome explained(
            PlanningProblem problem,
            PlanningProblem at,
            PlanOutcome outcome,
            PlannerOptions options,
            BooleanSupplier outOfTime) {
        UnaryOperator<TransferPlan> explain = plan -> explained(problem, at, plan, options, outOfTime);
        return outcome.fold(
                found -> new PlanOutcome.Found(explain.apply(found.best())),
                no -> no,
                late -> new PlanOutcome.GaveUp(late.best().map(explain), late.reasons()));
    }

    private TransferPlan explained(
            PlanningProblem problem,
            PlanningProblem at,
            TransferPlan plan,
            PlannerOptions options,
            BooleanSupplier outOfTime) {
        TransferPlan known = DeadlineChance.told(problem, plan, options);
        if (!options.explain()) {
            return known;
        }
        TransferPlan explained = Explainer.explain(at, known, network(at), options, outOfTime);
        return explained.withReasons(ConfidentPlanner.withSentence(problem, known, explained.reasons()));
    }

    private static void refuseSeveralDestinations(TransferRequest request) {
        if (request.to().size() != 1) {
            throw new InvalidInputException(
                    "The transfer has " + request.to().size() + " destinations, this planner plans for one.",
                    "Plan each destination by itself.");
        }
    }

    /**
     * The exact frontier of time and cost for a request, as far as its deadline, rate and budget let it.
     *
     * @throws InvalidInputException when the request asks for an exact rate or a confidence
     */
    public Frontier frontier(PlanningProblem asked, PlannerOptions options) {
        refuseSeveralDestinations(asked.request());
        PlanningProblem problem = asked.withPercentilesAsTiers();
        if (problem.request().rateExactly() || problem.request().confidence().isPresent()) {
            throw new InvalidInputException(
                    "A frontier is of expected rates and of all of them, not of an exact rate or a confidence.",
                    "Leave these out, or plan without the frontier.");
        }
        return new OverlaySolver(network(problem), lps, options.gap(), OverlaySolver.stopwatch(options))
                .frontier(problem.request());
    }

    private FlowNetwork network(PlanningProblem problem) {
        int streams = problem.request().limits().streamsPerVm();
        List<SiteId> sources = problem.request().sources();
        List<SiteId> pooled = sources.size() > 1 ? sources : List.of();
        Optional<Derived> known = last.filter(derived -> derived.model.equals(problem.network())
                && derived.streamsPerVm == streams
                && derived.pooled.equals(pooled));
        if (known.isPresent()) {
            return known.get().network;
        }
        var network = new FlowNetwork(problem.network(), streams, pooled);
        last = Optional.of(new Derived(problem.network(), streams, pooled, network));
        return network;
    }
}
