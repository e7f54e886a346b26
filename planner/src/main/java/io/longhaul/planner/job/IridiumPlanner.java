package io.longhaul.planner.job;

/**
 * Iridium, {@code iridium} (Pu, Ananthanarayanan, Bodik, Kandula, Akella, Bahl, Stoica, "Low Latency Geo-distributed Data
 * Analytics", SIGCOMM 2015, section 4): reads in place; of each shuffle the shares that make its slowest site's upload or
 * download shortest. Its program is a search for that time: a site may have at least {@code 1 - zU/S_i} and at most {@code
 * zD/(S - S_i)}. The paper knows no computing, no paths and no stage but the next; which of several best shares is taken it
 * leaves open: here each site gets the least it must, and of the rest in proportion to what it may have. What the paper moves
 * before a query arrives is not there.
 */
final class IridiumPlanner extends PlacementPlanner {
    IridiumPlanner() {
        super("iridium");
    }

    @Override
    double[][] place(JobModel model) {
        return stageByStage(model, (s, shares) -> stage(model, s, shares));
    }

    private static double[] stage(JobModel model, int s, double[][] shares) {
        if (!model.stages.get(s).isShuffled()) {
            return model.inPlace(s, shares);
        }
        double[] bits = model.input(s, shares);
        if (model.isOneSite(s)) {
            return model.bestSite(s, site -> hose(model, bits, model.alone(s, site)));
        }
        double[] most = model.most[s];
        double low = 0;
        double high = hose(model, bits, model.inPlace(s, shares));
        for (int i = 0; i < 100 && high - low > 1e-15 * high; i++) {
            double middle = (low + high) / 2;
            boolean feasible = hoseShares(model, bits, most, middle).length > 0;
            low = feasible ? low : middle;
            high = feasible ? middle : high;
        }
        double[] found = hoseShares(model, bits, most, high * (1 + 1e-12));
        return found.length > 0 ? found : model.inPlace(s, shares);
    }

    /** Seconds of a shuffle as Iridium reckons them: uploads and downloads of sites. */
    private static double hose(JobModel model, double[] bits, double[] share) {
        double all = JobModel.sum(bits);
        double longest = 0;
        for (int i = 0; i < share.length; i++) {
            longest = Math.max(longest, JobModel.over(bits[i] * (1 - share[i]), model.up[i]));
            longest = Math.max(longest, JobModel.over((all - bits[i]) * share[i], model.down[i]));
        }
        return longest;
    }

    /** Shares with which a shuffle takes so many seconds at most; none when there are no such. */
    private static double[] hoseShares(JobModel model, double[] bits, double[] most, double seconds) {
        double all = JobModel.sum(bits);
        double[] least = new double[bits.length];
        double[] largest = new double[bits.length];
        for (int i = 0; i < bits.length; i++) {
            least[i] = bits[i] > 0 ? Math.max(0, 1 - seconds * model.up[i] / bits[i]) : 0;
            double others = all - bits[i];
            largest[i] = others > 0 ? Math.min(most[i], seconds * model.down[i] / others) : most[i];
            if (least[i] > largest[i]) {
                return new double[0];
            }
        }
        double rest = 1 - JobModel.sum(least);
        double room = JobModel.sum(largest) - JobModel.sum(least);
        if (rest < 0 || room < rest) {
            return new double[0];
        }
        double[] share = new double[bits.length];
        for (int i = 0; i < share.length; i++) {
            share[i] = least[i] + (room > 0 ? (largest[i] - least[i]) * rest / room : 0);
        }
        return share;
    }
}
