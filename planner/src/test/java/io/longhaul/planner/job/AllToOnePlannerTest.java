package io.longhaul.planner.job;

class AllToOnePlannerTest extends GdaPlannerContract {
    @Override
    GdaPlanner planner() {
        return new AllToOnePlanner();
    }
}
