package io.longhaul.planner.job;

/**
 * Tetrium, {@code tetrium} (Hung, Ananthanarayanan, Golubchik, Yu, Zhang, "Wide-area Analytics with Multiple Resources",
 * EuroSys 2018, section 3): stage by stage, the shares with the shortest transfer and computing together, given slots; reads
 * may move their input, too. The paper reckons with the ports of sites; here paths count as well. Its order of jobs and its
 * knobs for octets and fairness are about many jobs, and not there; tasks are not rounded.
 */
final class TetriumPlanner extends PlacementPlanner {
    TetriumPlanner() {
        super("tetrium");
    }

    @Override
    double[][] place(JobModel model) {
        return stageByStage(model, (s, shares) -> stage(model, s, shares));
    }

    /** The shares of a stage with its shortest transfer and computing together. */
    static double[] stage(JobModel model, int s, double[][] shares) {
        shares[s] = model.inPlace(s, shares);
        if (model.isOneSite(s)) {
            return model.bestSite(s, site -> {
                shares[s] = model.alone(s, site);
                return model.own(s, shares);
            });
        }
        double now = model.own(s, shares);
        double[] before = shares[s];
        shares[s] = StageProgram.alone(model, s, shares).orElse(before);
        return model.own(s, shares) < now ? shares[s] : before;
    }
}
