package io.longhaul.core.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What planning several transfers together ends with. Immutable.
 *
 * @param ending found, when all are carried out and none could be cheaper (or faster) by more than the gap asked for;
 *     infeasible, when some had to be left out; gave up, when the proof is missing
 * @param plan those that are carried out; empty when none can be
 * @param leftOut the others, each with the reasons
 * @param reasons what was left undone, one sentence each
 */
public record JointOutcome(
        PlanOutcome.Ending ending, Optional<JointPlan> plan, Map<String, List<String>> leftOut, List<String> reasons) {
    public JointOutcome {
        leftOut = Collections.unmodifiableMap(new LinkedHashMap<>(leftOut));
        reasons = List.copyOf(reasons);
    }
}
