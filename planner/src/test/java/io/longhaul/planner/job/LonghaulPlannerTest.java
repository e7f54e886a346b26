package io.longhaul.planner.job;

class LonghaulPlannerTest extends GdaPlannerContract {
    @Override
    GdaPlanner planner() {
        return new LonghaulPlanner();
    }
}
