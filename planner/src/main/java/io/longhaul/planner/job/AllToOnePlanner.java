package io.longhaul.planner.job;

/** {@code all-to-one}: everything goes to one site, and runs there: the one where the job ends first. */
final class AllToOnePlanner extends PlacementPlanner {
    AllToOnePlanner() {
        super("all-to-one");
    }

    @Override
    double[][] place(JobModel model) {
        double[][] best = at(model, 0);
        for (int site = 1; site < model.siteCount; site++) {
            double[][] other = at(model, site);
            best = model.time(other) < model.time(best) ? other : best;
        }
        return best;
    }

    /** Every stage at one site, as far as it may. */
    static double[][] at(JobModel model, int site) {
        return stageByStage(model, (s, shares) -> {
            boolean free = !model.isOneSite(s) || model.most[s][site] >= 1;
            return free ? model.alone(s, site) : model.inPlace(s, shares);
        });
    }
}
