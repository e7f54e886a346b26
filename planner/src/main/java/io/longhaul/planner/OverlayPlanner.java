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
import io.longhaul.planner.explain.Diagnosis;
import io.longhaul.planner.explain.Explainer;
import io.longhaul.planner.lp.DenseSimplex;
import io.longhaul.planner.lp.LinearProgram;
import io.longhaul.planner.overlay.FlowNetwork;
import io.longhaul.planner.overlay.OverlaySolver;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

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
        refuseWhatIsNotPlanned(problem.request());
        FlowNetwork network = network(problem);
        var solver = new OverlaySolver(network, lps);
        OverlaySolver.Solved solved = solver.solve(problem.request(), options);
        Optional<TransferPlan> plan = solved.plan();
        if (plan.isPresent() && options.explain()) {
            plan = Optional.of(Explainer.explain(problem, plan.get(), network));
        }
        if (!solved.finished()) {
            return new PlanOutcome.GaveUp(
                    plan,
                    List.of("The time limit of " + options.timeLimit().orElseThrow()
                            + " came before the proof; the gap says how far the plan may be from the best."));
        }
        if (plan.isPresent()) {
            return new PlanOutcome.Found(plan.get());
        }
        return Diagnosis.of(problem, solver, options);
    }

    private static void refuseWhatIsNotPlanned(TransferRequest request) {
        if (request.to().size() != 1) {
            throw new InvalidInputException(
                    "The transfer has " + request.to().size() + " destinations, this planner plans for one.",
                    "Plan each destination by itself.");
        }
        if (request.confidence().isPresent()) {
            throw new InvalidInputException(
                    "The confidence (" + request.confidence().getAsDouble()
                            + ") cannot be planned for: rates are taken at their mean.",
                    "Leave the confidence out and allow more time.");
        }
    }

    /** The exact frontier of time and cost for a request, whatever its own deadline, rate and budget. */
    public Frontier frontier(PlanningProblem problem, PlannerOptions options) {
        refuseWhatIsNotPlanned(problem.request());
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
