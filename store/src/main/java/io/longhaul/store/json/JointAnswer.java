package io.longhaul.store.json;

import io.longhaul.core.plan.JointOutcome;
import io.longhaul.core.plan.JointProblem;
import java.time.Duration;

/**
 * What the planner answered to several transfers together. Immutable.
 *
 * @param problem what was asked
 * @param outcome what planning ended with
 * @param planningTime how long it took
 */
public record JointAnswer(JointProblem problem, JointOutcome outcome, Duration planningTime) {}
