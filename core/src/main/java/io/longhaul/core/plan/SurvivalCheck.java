package io.longhaul.core.plan;

import java.util.ArrayList;
import java.util.List;

/**
 * Accepts or refuses a plan that is to survive failures: the plan itself, and for every single failure the way all data
 * are sent by the VMs that are left, each by {@link PlanCheck}. Stateless, safe for any thread.
 */
public final class SurvivalCheck {
    private SurvivalCheck() {}

    /** What is wrong, one sentence each; empty when the plan is sound and survives. */
    public static List<String> violations(PlanningProblem problem, SurvivingPlan surviving) {
        var violations = new ArrayList<>(PlanCheck.violations(problem, surviving.plan()));
        if (!surviving.fallbacks().keySet().equals(Failure.of(surviving.plan()))) {
            violations.add("The failures looked at are " + surviving.fallbacks().keySet() + ", but there can be "
                    + Failure.of(surviving.plan()) + ".");
            return violations;
        }
        surviving.fallbacks().forEach((failure, fallback) -> {
            PlanningProblem after =
                    SurvivingPlan.after(problem, surviving.plan().vms(), failure);
            PlanCheck.violations(after, fallback)
                    .forEach(sentence -> violations.add("Without " + failure + ": " + sentence));
        });
        return violations;
    }
}
