package io.longhaul.planner.job;

/**
 * Locality, {@code in-place}: every stage runs where its input lies, in proportion; an aggregate where most of it lies. Does
 * not look at the network.
 */
final class InPlacePlanner extends PlacementPlanner {
    InPlacePlanner() {
        super("in-place");
    }

    @Override
    double[][] place(JobModel model) {
        return stageByStage(model, model::inPlace);
    }
}
