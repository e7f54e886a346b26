package io.longhaul.core.plan;

import java.util.List;
import java.util.Optional;

/**
 * What planning for several destinations ends with. Immutable.
 *
 * @param ending how it ended
 * @param plan the plan: proven, or the best so far; empty when there is none
 * @param reasons why there is no plan, or what was left undone, one sentence each
 */
public record DistributionOutcome(Ending ending, Optional<DistributionPlan> plan, List<String> reasons) {
    /** How planning ended. */
    public enum Ending {
        FOUND("found"),
        INFEASIBLE("infeasible"),
        /** The time limit came before the proof. */
        GAVE_UP("gave-up");

        private final String id;

        Ending(String id) {
            this.id = id;
        }

        public String id() {
            return id;
        }
    }

    public DistributionOutcome {
        reasons = List.copyOf(reasons);
    }
}
