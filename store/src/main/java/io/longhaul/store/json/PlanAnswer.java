package io.longhaul.store.json;

import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.TransferRequest;
import java.time.Duration;

/**
 * What was asked of the planner and what it answered. Immutable.
 *
 * @param request what was asked
 * @param outcome what came of it
 * @param planningTime how long the planner took
 */
public record PlanAnswer(TransferRequest request, PlanOutcome outcome, Duration planningTime) {}
