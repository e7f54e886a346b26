package io.longhaul.core.plan;

import java.util.List;
import java.util.Optional;

/**
 * Another planner whose every plan must pass the plan check, which shares no code with it: a plan that does not is not
 * handed out, and the outcome says why. Safe for any thread if the other one is.
 */
public final class CheckedPlanner implements Planner {
    private final Planner planner;

    public CheckedPlanner(Planner planner) {
        this.planner = planner;
    }

    @Override
    public PlanOutcome plan(PlanningProblem problem, PlannerOptions options) {
        try {
            PlanOutcome outcome = planner.plan(problem, options);
            List<String> violations = outcome.plan()
                    .map(plan -> PlanCheck.violations(problem, plan))
                    .orElse(List.of());
            return violations.isEmpty()
                    ? outcome
                    : gaveUp(violations.stream()
                            .map(violation -> "The plan found is refused by its check: " + violation)
                            .toList());
        } catch (ArithmeticException tooLarge) {
            return PlanOutcome.GaveUp.beyondCounting();
        }
    }

    private static PlanOutcome gaveUp(List<String> reasons) {
        return new PlanOutcome.GaveUp(Optional.empty(), reasons);
    }
}
