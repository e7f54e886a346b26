package io.longhaul.planner.job;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Stage;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Who places the stages of a job. All are judged by one model ({@link JobPlanner}), whatever their own reckons with; all
 * place stages where they may run only. Shares are as fine as need be: nobody rounds to whole tasks.
 */
public enum JobStrategy {
    /** Locality: every stage runs where its input lies, in proportion; an aggregate where most of it lies. */
    IN_PLACE("in-place"),
    /** Everything goes to one site, and runs there: the one where the job ends first. */
    ALL_TO_ONE("all-to-one"),
    /**
     * Iridium (Pu, Ananthanarayanan, Bodik, Kandula, Akella, Bahl, Stoica, "Low Latency Geo-distributed Data Analytics",
     * SIGCOMM 2015, section 4): reads in place; of each shuffle the shares that make its slowest site's upload or download
     * shortest. Its program is a search for that time: a site may have at least {@code 1 - zU/S_i} and at most
     * {@code zD/(S - S_i)}. The paper knows no computing, no paths and no stage but the next; which of several
     * best shares is taken it leaves open: here each site gets the least it must, and of the rest in proportion to what it
     * may have. What the paper moves before a query arrives is not there.
     */
    IRIDIUM("iridium"),
    /**
     * Tetrium (Hung, Ananthanarayanan, Golubchik, Yu, Zhang, "Wide-area Analytics with Multiple Resources", EuroSys 2018,
     * section 3): stage by stage, the shares with the shortest transfer and computing together, given slots; reads may
     * move their input, too. The paper reckons with the ports of sites; here paths count as well. Its order of jobs and its
     * knobs for octets and fairness are about many jobs, and not there; tasks are not rounded.
     */
    TETRIUM("tetrium"),
    /**
     * Ours: the shares of all stages for the end of the whole job. From the answers of all others, and from each site alone,
     * one stage after the other is placed exactly for given others by a linear program over the whole graph, until none
     * gets better. Never behind another by the model; how far from the best at most, its bound says.
     */
    LONGHAUL("longhaul");

    private static final int MOST_SWEEPS = 12;
    /** A change that gains less than this part of the time is none. */
    private static final double WORTH = 1e-9;
    /** More starts from one site alone add little at many sites. */
    private static final int MOST_STARTS = 12;

    private final String id;

    JobStrategy(String id) {
        this.id = id;
    }

    /** As on the command line. */
    public String id() {
        return id;
    }

    /**
     * The strategy of a name.
     *
     * @throws InvalidInputException when there is none of that name
     */
    public static JobStrategy ofId(String id) {
        return Arrays.stream(values())
                .filter(strategy -> strategy.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "The strategy (" + id + ") is not known.",
                        "Write one of "
                                + Arrays.stream(values()).map(JobStrategy::id).collect(Collectors.joining(", "))
                                + ", or all."));
    }

    /** Shares by stage and site. */
    double[][] place(JobModel model) {
        return switch (this) {
            case IN_PLACE -> stageByStage(model, JobStrategy::inPlace);
            case ALL_TO_ONE -> allToOne(model);
            case IRIDIUM -> stageByStage(model, JobStrategy::iridium);
            case TETRIUM -> stageByStage(model, JobStrategy::tetrium);
            case LONGHAUL -> together(model);
        };
    }

    /** How a stage is placed when those it takes from are. */
    private interface OneStage {
        double[] place(JobModel model, int stage, double[][] shares);
    }

    private static double[][] stageByStage(JobModel model, OneStage one) {
        double[][] shares = new double[model.stageCount][];
        for (int s = 0; s < model.stageCount; s++) {
            shares[s] = one.place(model, s, shares);
        }
        return shares;
    }

    private static double[] inPlace(JobModel model, int s, double[][] shares) {
        boolean broadcast = model.stages.get(s).kind() == Stage.Kind.BROADCAST;
        double[] bits = broadcast ? model.input(s, 0, shares) : model.input(s, shares);
        if (model.stages.get(s).kind() == Stage.Kind.AGGREGATE) {
            int largest = -1;
            for (int i = 0; i < model.siteCount; i++) {
                boolean may = model.most[s][i] >= 1;
                largest = may && (largest < 0 || bits[i] > bits[largest]) ? i : largest;
            }
            return alone(model, s, largest);
        }
        double all = JobModel.sum(bits);
        double[] wanted = new double[model.siteCount];
        for (int i = 0; i < model.siteCount; i++) {
            wanted[i] = all > 0 ? bits[i] / all : 1.0 / model.siteCount;
        }
        return within(model.most[s], wanted);
    }

    /** Shares as near to those wanted as they may be: what is too much goes where there is room. */
    private static double[] within(double[] most, double[] wanted) {
        double[] share = new double[most.length];
        double room = 0;
        double left = 1;
        for (int i = 0; i < most.length; i++) {
            share[i] = Math.min(most[i], wanted[i]);
            left -= share[i];
            room += most[i] - share[i];
        }
        for (int i = 0; i < most.length && left > 0 && room > 0; i++) {
            share[i] += left * (most[i] - share[i]) / room;
        }
        double sum = JobModel.sum(share);
        for (int i = 0; i < most.length; i++) {
            share[i] /= sum;
        }
        return share;
    }

    /** A stage at one site as far as it may, the rest where it must. */
    private static double[] alone(JobModel model, int s, int site) {
        double[] wanted = new double[model.siteCount];
        wanted[site] = 1;
        return within(model.most[s], wanted);
    }

    private static boolean isOneSite(JobModel model, int s) {
        return model.stages.get(s).kind() == Stage.Kind.AGGREGATE;
    }

    private static double[][] allAt(JobModel model, int site) {
        return stageByStage(model, (any, s, shares) -> {
            boolean free = !isOneSite(model, s) || model.most[s][site] >= 1;
            return free ? alone(model, s, site) : inPlace(model, s, shares);
        });
    }

    private static double[][] allToOne(JobModel model) {
        double[][] best = allAt(model, 0);
        for (int site = 1; site < model.siteCount; site++) {
            double[][] other = allAt(model, site);
            best = model.time(other) < model.time(best) ? other : best;
        }
        return best;
    }

    private static double[] iridium(JobModel model, int s, double[][] shares) {
        if (!model.stages.get(s).isShuffled()) {
            return inPlace(model, s, shares);
        }
        double[] bits = model.input(s, shares);
        if (isOneSite(model, s)) {
            return bestSite(model, s, site -> hose(model, bits, alone(model, s, site)));
        }
        double[] most = model.most[s];
        double low = 0;
        double high = hose(model, bits, inPlace(model, s, shares));
        for (int i = 0; i < 100 && high - low > 1e-15 * high; i++) {
            double middle = (low + high) / 2;
            boolean feasible = hoseShares(model, bits, most, middle).length > 0;
            low = feasible ? low : middle;
            high = feasible ? middle : high;
        }
        double[] found = hoseShares(model, bits, most, high * (1 + 1e-12));
        return found.length > 0 ? found : inPlace(model, s, shares);
    }

    private interface Time {
        double at(int site);
    }

    private static double[] bestSite(JobModel model, int s, Time time) {
        int best = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int site = 0; site < model.siteCount; site++) {
            double there = model.most[s][site] >= 1 ? time.at(site) : Double.POSITIVE_INFINITY;
            if (there < least || (best < 0 && model.most[s][site] >= 1)) {
                least = there;
                best = site;
            }
        }
        return alone(model, s, best);
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

    private static double[] tetrium(JobModel model, int s, double[][] shares) {
        shares[s] = inPlace(model, s, shares);
        if (isOneSite(model, s)) {
            return bestSite(model, s, site -> alone(model, s, site, shares));
        }
        double now = own(model, s, shares);
        double[] found = StageProgram.solve(model, s, shares, false).orElse(shares[s]);
        double[] before = shares[s];
        shares[s] = found;
        return own(model, s, shares) < now ? found : before;
    }

    private static double alone(JobModel model, int s, int site, double[][] shares) {
        shares[s] = alone(model, s, site);
        return own(model, s, shares);
    }

    /** Seconds of a stage from its start. */
    private static double own(JobModel model, int s, double[][] shares) {
        return model.transfer(model.flows(s, shares)) + model.compute(s, shares[s]);
    }

    private static double[][] together(JobModel model) {
        double[][] best = improved(model, IN_PLACE.place(model));
        for (JobStrategy other : new JobStrategy[] {ALL_TO_ONE, IRIDIUM, TETRIUM}) {
            best = better(model, best, improved(model, other.place(model)));
        }
        for (int site = 0; site < Math.min(MOST_STARTS, model.siteCount); site++) {
            best = better(model, best, improved(model, allAt(model, site)));
        }
        return best;
    }

    private static double[][] better(JobModel model, double[][] one, double[][] other) {
        return model.time(other) < model.time(one) ? other : one;
    }

    /** One stage after the other, while the job gets shorter. */
    private static double[][] improved(JobModel model, double[][] start) {
        double[][] shares = start;
        double time = model.time(shares);
        for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
            double before = time;
            for (int s = 0; s < model.stageCount; s++) {
                double[][] tried = shares.clone();
                tried[s] = bestFor(model, s, shares);
                double then = model.time(tried);
                if (then < time) {
                    shares = tried;
                    time = then;
                }
            }
            if (!(time < before * (1 - WORTH))) {
                break;
            }
        }
        return shares;
    }

    private static double[] bestFor(JobModel model, int s, double[][] shares) {
        if (model.stages.get(s).kind() == Stage.Kind.WRITE) {
            return shares[s];
        }
        if (isOneSite(model, s)) {
            return bestSite(model, s, site -> {
                double[][] tried = shares.clone();
                tried[s] = alone(model, s, site);
                return model.time(tried);
            });
        }
        return StageProgram.solve(model, s, shares, true).orElse(shares[s]);
    }
}
