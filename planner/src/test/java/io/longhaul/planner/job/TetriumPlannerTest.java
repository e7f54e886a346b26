package io.longhaul.planner.job;

class TetriumPlannerTest extends GdaPlannerContract {
    @Override
    GdaPlanner planner() {
        return new TetriumPlanner();
    }
}
