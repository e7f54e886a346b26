package io.longhaul.planner;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.Frontier;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.Planner;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.units.Show;
import io.longhaul.planner.explain.Diagnosis;
import io.longhaul.planner.explain.Explainer;
import io.longhaul.planner.lp.DenseSimplex;
import io.longhaul.planner.lp.LinearProgram;
import io.longhaul.planner.odds.ConfidentPlanner;
import io.longhaul.planner.odds.DeadlineChance;
import io.longhaul.planner.overlay.FlowNetwork;
import io.longhaul.planner.overlay.OverlaySolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The optimal plan over any number of paths and hops, with proof and reasons. A pure function of problem and options;
 * safe for any thread. It remembers the arrays of the network it planned on last, so that many requests on one network
 * do not derive them again.
 */
public final class OverlayPlanner implements Planner {
    private final Supplier<LinearProgram> lps;
    private volatile Optional<Derived> last = Optional.empty();

    private record Derived(NetworkModel model, int streamsPerVm, FlowNetwork network) {}

    /** With the built-in simplex. */
    public OverlayPlanner() {
        this(DenseSimplex::new);
    }

    /** With another solver of linear programs behind the port. */
    public OverlayPlanner(Supplier<LinearProgram> lps) {
        this.lps = lps;
    }

    @Override
    public PlanOutcome plan(PlanningProblem problem, PlannerOptions options) {
        refuseSeveralDestinations(problem.request());
        if (problem.request().confidence().isPresent()) {
            return confident(problem, options);
        }
        return explained(problem, problem, atConstantRates(problem, options), options);
    }

    /** What planning with the rates of the network as they stand ends with; nothing explained. */
    private PlanOutcome atConstantRates(PlanningProblem problem, PlannerOptions options) {
        var solver = new OverlaySolver(network(problem), lps);
        OverlaySolver.Solved solved = solver.solve(problem.request(), options);
        Optional<TransferPlan> plan = solved.plan();
        if (!solved.finished()) {
            return new PlanOutcome.GaveUp(
                    plan,
                    List.of("The time limit of " + Show.time(options.timeLimit().orElseThrow())
                            + " came before the proof; the gap says how far the plan may be from the best."));
        }
        if (plan.isPresent()) {
            return new PlanOutcome.Found(plan.get());
        }
        return Diagnosis.of(problem, solver, options);
    }

    private PlanOutcome confident(PlanningProblem problem, PlannerOptions options) {
        var planner = new ConfidentPlanner(problem, at -> atConstantRates(at, options), options.seed());
        ConfidentPlanner.Answer answer = planner.plan();
        return explained(problem, answer.at(), answer.outcome(), options);
    }

    /** Adds odds and reasons to the plan of an outcome, if it has one. */
    private PlanOutcome explained(
            PlanningProblem problem, PlanningProblem at, PlanOutcome outcome, PlannerOptions options) {
        UnaryOperator<TransferPlan> explain = plan -> explained(problem, at, plan, options);
        return outcome.fold(
                found -> new PlanOutcome.Found(explain.apply(found.best())),
                no -> no,
                late -> new PlanOutcome.GaveUp(late.best().map(explain), late.reasons()));
    }

    private TransferPlan explained(
            PlanningProblem problem, PlanningProblem at, TransferPlan plan, PlannerOptions options) {
        boolean oddsWanted = options.explain() || problem.request().confidence().isPresent();
        TransferPlan known = oddsWanted ? DeadlineChance.added(problem, plan, options.seed()) : plan;
        if (!options.explain()) {
            return known;
        }
        TransferPlan explained = Explainer.explain(at, known, network(at));
        var sentences = new ArrayList<>(explained.explanation());
        ConfidentPlanner.sentence(problem, known).ifPresent(sentence -> sentences.add(1, sentence));
        return explained.withExplanation(
                explained.offers(), sentences, explained.certificate(), explained.sensitivity());
    }

    private static void refuseSeveralDestinations(TransferRequest request) {
        if (request.to().size() != 1) {
            throw new InvalidInputException(
                    "The transfer has " + request.to().size() + " destinations, this planner plans for one.",
                    "Plan each destination by itself.");
        }
    }

    /** The exact frontier of time and cost for a request, whatever its own deadline, rate and budget. */
    public Frontier frontier(PlanningProblem problem, PlannerOptions options) {
        refuseSeveralDestinations(problem.request());
        return new OverlaySolver(network(problem), lps).frontier(problem.request(), options);
    }

    private FlowNetwork network(PlanningProblem problem) {
        int streams = problem.request().limits().streamsPerVm();
        Optional<Derived> known =
                last.filter(derived -> derived.model.equals(problem.network()) && derived.streamsPerVm == streams);
        if (known.isPresent()) {
            return known.get().network;
        }
        var network = new FlowNetwork(problem.network(), streams);
        last = Optional.of(new Derived(problem.network(), streams, network));
        return network;
    }
}
