package io.longhaul.cli.command;

import io.longhaul.core.compare.PlanEvidence;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.CheckedPlanner;
import io.longhaul.core.plan.JointCheck;
import io.longhaul.core.plan.JointOutcome;
import io.longhaul.core.plan.JointProblem;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.SurvivalCheck;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.topology.Link;
import io.longhaul.planner.DistributionPlanner;
import io.longhaul.planner.JointPlanner;
import io.longhaul.planner.OverlayPlanner;
import io.longhaul.planner.SurvivalPlanner;
import io.longhaul.store.json.JointAnswer;
import io.longhaul.store.json.PlanAnswer;
import java.time.Duration;
import java.util.List;

/** Plans, and lets the checks that share no code with the planner look at every answer. Safe for any thread. */
final class CheckedPlanning {
    private final CheckedPlanner planner = new CheckedPlanner(new OverlayPlanner());
    private final CheckedPlanner toSeveral = new CheckedPlanner(new DistributionPlanner());

    PlanAnswer plan(PlanningProblem problem, PlannerOptions options) {
        long began = System.nanoTime();
        boolean several = problem.request().to().size() > 1;
        PlanOutcome outcome = (several ? toSeveral : planner).plan(problem, options);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        outcome.plan().ifPresent(plan -> refuseUnknownVariation(problem, plan));
        return new PlanAnswer(
                problem.request(), outcome, outcome.plan().map(plan -> PlanEvidence.of(problem, plan)), took);
    }

    /** The same for a plan that survives the failure of any one VM or relay. */
    PlanAnswer surviving(PlanningProblem problem, PlannerOptions options) {
        long began = System.nanoTime();
        SurvivalPlanner.Answer answer = new SurvivalPlanner(planner).plan(problem, options);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        answer.surviving().ifPresent(found -> refuse(SurvivalCheck.violations(problem, found)));
        return new PlanAnswer(
                problem.request(),
                answer.outcome(),
                answer.outcome().plan().map(plan -> PlanEvidence.of(problem, plan)),
                took,
                answer.surviving());
    }

    JointAnswer joint(JointProblem problem, PlannerOptions options) {
        long began = System.nanoTime();
        JointOutcome outcome = new JointPlanner().plan(problem, options);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        outcome.plan().ifPresent(plan -> refuse(JointCheck.violations(problem, plan)));
        return new JointAnswer(problem, outcome, took);
    }

    /** Nothing is known of the odds of a plan over links of which only one number is known. */
    private static void refuseUnknownVariation(PlanningProblem problem, TransferPlan plan) {
        if (problem.request().confidence().isEmpty()) {
            return;
        }
        List<Link> unknown = plan.rates().keySet().stream()
                .filter(link -> problem.network().getLink(link).variation().isEmpty())
                .toList();
        if (!unknown.isEmpty()) {
            throw new InvalidInputException(
                    "The confidence (" + problem.request().confidence().getAsDouble()
                            + ") cannot be given: how the rate of " + unknown.get(0) + " varies is not known"
                            + (unknown.size() == 1
                                    ? "."
                                    : ", nor of " + (unknown.size() - 1) + " more links it takes."),
                    "Measure " + unknown.get(0) + " again, a dozen runs or one of ten minutes, or give --traces or"
                            + " --spread-lasts; or leave the confidence out.");
        }
    }

    private static void refuse(List<String> violations) {
        if (!violations.isEmpty()) {
            throw new IllegalStateException("the planner made a plan that breaks its own rules: " + violations.get(0));
        }
    }
}
