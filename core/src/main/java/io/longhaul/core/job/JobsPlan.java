package io.longhaul.core.job;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What becomes of several jobs. Stages of all jobs run by the priorities that their plans give them; times in those plans are
 * those of each job alone, but where flows have pieces. Immutable.
 *
 * @param strategy who planned, as {@code amoeba}
 * @param plans of the jobs that are taken, in the order of the set
 * @param refused jobs that are not taken, in the order of the set
 */
public record JobsPlan(String strategy, List<JobPlan> plans, List<Refusal> refused) {
    /**
     * A job that is not taken.
     *
     * @param job its name
     * @param reason which limit binds, one sentence
     * @param nearest the least deadline with which it would be taken; empty when none is known
     */
    public record Refusal(String job, String reason, Optional<Duration> nearest) {}

    public JobsPlan {
        plans = List.copyOf(plans);
        refused = List.copyOf(refused);
    }
}
