package io.longhaul.store.json;

import io.longhaul.core.compare.PlanEvidence;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.SurvivingPlan;
import io.longhaul.core.plan.TransferRequest;
import java.time.Duration;
import java.util.Optional;

/**
 * What was asked of the planner and what it answered. Immutable.
 *
 * @param request what was asked
 * @param outcome what came of it
 * @param evidence what the plan stands on; empty without a plan, or when nobody asked
 * @param planningTime how long the planner took
 * @param surviving the plan with what is done after each failure, where survival was asked for
 */
public record PlanAnswer(
        TransferRequest request,
        PlanOutcome outcome,
        Optional<PlanEvidence> evidence,
        Duration planningTime,
        Optional<SurvivingPlan> surviving) {
    /** Of a plan that need not survive failures. */
    public PlanAnswer(
            TransferRequest request, PlanOutcome outcome, Optional<PlanEvidence> evidence, Duration planningTime) {
        this(request, outcome, evidence, planningTime, Optional.empty());
    }

    /** Of a planner that tells no evidence. */
    public PlanAnswer(TransferRequest request, PlanOutcome outcome, Duration planningTime) {
        this(request, outcome, Optional.empty(), planningTime);
    }
}
