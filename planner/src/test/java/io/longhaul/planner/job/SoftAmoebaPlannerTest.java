package io.longhaul.planner.job;

class SoftAmoebaPlannerTest extends GdaPlannerContract {
    @Override
    GdaPlanner planner() {
        return new AmoebaPlanner("amoeba-soft", true);
    }
}
