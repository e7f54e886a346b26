package io.longhaul.planner.job;

class InPlacePlannerTest extends GdaPlannerContract {
    @Override
    GdaPlanner planner() {
        return new InPlacePlanner();
    }
}
