package io.longhaul.planner.job;

class IridiumPlannerTest extends GdaPlannerContract {
    @Override
    GdaPlanner planner() {
        return new IridiumPlanner();
    }
}
