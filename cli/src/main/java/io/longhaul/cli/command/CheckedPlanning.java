package io.longhaul.cli.command;

import io.longhaul.core.plan.DistributionCheck;
import io.longhaul.core.plan.DistributionOutcome;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.planner.DistributionPlanner;
import io.longhaul.planner.OverlayPlanner;
import io.longhaul.store.json.DistributionAnswer;
import io.longhaul.store.json.PlanAnswer;
import java.time.Duration;
import java.util.List;

/** Plans, and lets the checks that share no code with the planner look at every answer. Safe for any thread. */
final class CheckedPlanning {
    private final OverlayPlanner planner = new OverlayPlanner();

    PlanAnswer plan(PlanningProblem problem, PlannerOptions options) {
        long began = System.nanoTime();
        PlanOutcome outcome = planner.plan(problem, options);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        outcome.plan().ifPresent(plan -> refuse(PlanCheck.violations(problem, plan)));
        return new PlanAnswer(problem.request(), outcome, took);
    }

    DistributionAnswer distribution(PlanningProblem problem, PlannerOptions options) {
        long began = System.nanoTime();
        DistributionOutcome outcome = new DistributionPlanner().plan(problem, options);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        outcome.plan().ifPresent(plan -> refuse(DistributionCheck.violations(problem, plan)));
        return new DistributionAnswer(problem.request(), outcome, took);
    }

    private static void refuse(List<String> violations) {
        if (!violations.isEmpty()) {
            throw new IllegalStateException("the planner made a plan that breaks its own rules: " + violations.get(0));
        }
    }
}
