package io.longhaul.store.json;

import io.longhaul.core.plan.DistributionOutcome;
import io.longhaul.core.plan.TransferRequest;
import java.time.Duration;

/**
 * What the planner answered to a request for several destinations. Immutable.
 *
 * @param request what was asked
 * @param outcome what planning ended with
 * @param planningTime how long it took
 */
public record DistributionAnswer(TransferRequest request, DistributionOutcome outcome, Duration planningTime) {}
