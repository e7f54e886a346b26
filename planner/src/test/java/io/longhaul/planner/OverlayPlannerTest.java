package io.longhaul.planner;

import io.longhaul.core.plan.Planner;

class OverlayPlannerTest extends PlannerContract {
    private final Planner planner = new OverlayPlanner();

    @Override
    Planner planner() {
        return planner;
    }
}
