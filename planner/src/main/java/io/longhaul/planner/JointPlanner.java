package io.longhaul.planner;

import io.longhaul.core.plan.JointOutcome;
import io.longhaul.core.plan.JointProblem;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.planner.joint.JointSearch;
import io.longhaul.planner.overlay.OverlaySolver;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The best plans of several transfers that share quotas, total caps and price tiers, with a bound on what all cost (or on
 * their weighted end). A pure function of problem and options; safe for any thread.
 */
public final class JointPlanner {
    /** Plans all transfers, or as many as weigh the most. */
    public JointOutcome plan(JointProblem problem, PlannerOptions options) {
        problem.network().requireNoPercentiles("several transfers");
        PlannerOptions bare = options.withExplain(false);
        Map<NetworkModel, OverlayPlanner> planners = new HashMap<>();
        Function<PlanningProblem, PlanOutcome> planner =
                single -> planners.computeIfAbsent(single.network(), any -> new OverlayPlanner())
                        .plan(single, bare);
        return new JointSearch(problem, planner, options.gap(), OverlaySolver.stopwatch(options)).run();
    }
}
