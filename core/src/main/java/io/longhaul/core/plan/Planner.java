package io.longhaul.core.plan;

/**
 * Answers transfer requests. A planner is a function: it reads no files, clock or environment, it is safe for any
 * thread, and the same problem with the same options gives the same outcome.
 */
public interface Planner {
    /**
     * Plans a transfer to one destination.
     *
     * @throws io.longhaul.core.error.InvalidInputException when the problem names sites the network does not have
     */
    PlanOutcome plan(PlanningProblem problem, PlannerOptions options);

    /** Plans with the default options. */
    default PlanOutcome plan(PlanningProblem problem) {
        return plan(problem, PlannerOptions.DEFAULT);
    }
}
