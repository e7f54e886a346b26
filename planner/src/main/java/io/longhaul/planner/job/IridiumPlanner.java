package io.longhaul.planner.job;

import io.longhaul.core.job.Job;
import io.longhaul.core.plan.NetworkModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Iridium, {@code iridium} (Pu, Ananthanarayanan, Bodik, Kandula, Akella, Bahl, Stoica, "Low Latency Geo-distributed Data
 * Analytics", SIGCOMM 2015, section 4): reads in place; of each shuffle the shares that make its slowest site's upload or
 * download shortest. Its program is a search for that time: a site may have at least {@code 1 - zU/S_i} and at most {@code
 * zD/(S - S_i)}. The paper knows no computing, no paths and no stage but the next; which of several best shares is taken it
 * leaves open: here each site gets the least it must, and of the rest in proportion to what it may have.
 *
 * <p>Before a job arrives, data are moved (section 5): from the sites that the longest upload leaves, a tenth of what of a dataset
 * lies there, to the site that shortens the job most, and again, while it helps, there is time before the arrival, and no more
 * is moved than a fifth of what the job would send in place (the paper's knob for the WAN). The paper orders several
 * datasets by what a byte of each gains; here the best of all is moved each time.
 */
final class IridiumPlanner extends PlacementPlanner {
    /** Part of what lies at a site that is moved at once. */
    private static final double PIECE = 0.1;
    /** Part of what the job sends in place that may be moved before. */
    private static final double MOST_MOVED = 0.2;
    /** A move that gains less than this part of the time is none. */
    private static final double WORTH = 1e-6;

    private static final int MOST_STEPS = 40;

    IridiumPlanner() {
        super("iridium");
    }

    @Override
    double[][] place(JobModel model) {
        return stageByStage(model, (s, shares) -> stage(model, s, shares));
    }

    @Override
    Draft draft(Job job, NetworkModel network) {
        var model = new JobModel(job.ofQuery(0), network);
        var draft = new Draft(model, place(model));
        if (job.terms().arrival().isZero()) {
            return draft;
        }
        double most = sent(new Draft(model, new InPlacePlanner().place(model))) * MOST_MOVED;
        List<Beforehand> moves = List.of();
        for (int step = 0; step < MOST_STEPS; step++) {
            List<Beforehand> more = step(model, draft, moves, most);
            if (more.equals(moves)) {
                break;
            }
            moves = more;
            draft = moved(model, moves);
        }
        return draft;
    }

    private Draft moved(JobModel before, List<Beforehand> moves) {
        JobModel after = Beforehand.moved(before, moves);
        var draft = new Draft(after, place(after));
        Beforehand.write(draft, moves);
        return draft;
    }

    private static double sent(Draft draft) {
        return IntStream.range(0, draft.model.stageCount)
                .mapToObj(draft::flows)
                .flatMap(List::stream)
                .mapToDouble(flow -> 8.0 * flow.size().bytes())
                .sum();
    }

    /** One more piece moved from the busiest uploader to where that helps most; the same moves if nothing helps. */
    private List<Beforehand> step(JobModel before, Draft now, List<Beforehand> moves, double most) {
        JobModel model = now.model;
        double[] uploads = uploads(model, now.shares);
        double longest = Arrays.stream(uploads).max().orElse(0) * (1 - WORTH);
        double least = model.time(now.shares) * (1 - WORTH);
        List<Beforehand> best = moves;
        for (int d = 0; d < model.datasets.length; d++) {
            for (int from = 0; from < model.siteCount; from++) {
                double bits = Math.floor(before.datasets[d][from] * PIECE / 8) * 8;
                boolean leaves = uploads[from] >= longest && bits > 0 && model.datasets[d][from] >= bits;
                for (int to = 0; to < model.siteCount && leaves; to++) {
                    boolean may = to != from
                            && model.job.datasets().get(d).mayGoTo(model.sites.get(to))
                            && model.pair[from][to] > 0;
                    List<Beforehand> tried = may ? with(moves, new Beforehand(d, from, to, bits)) : moves;
                    boolean fits = tried.stream().mapToDouble(Beforehand::bits).sum() <= most;
                    if (!may || !fits || isChain(tried)) {
                        continue;
                    }
                    Draft draft = moved(before, tried);
                    double seconds = draft.model.time(draft.shares);
                    if (seconds < least && Beforehand.isInTime(draft)) {
                        least = seconds;
                        best = tried;
                    }
                }
            }
        }
        return best;
    }

    /** Moves with one more, of the same ends together. */
    private static List<Beforehand> with(List<Beforehand> moves, Beforehand more) {
        var all = new ArrayList<Beforehand>();
        double bits = more.bits();
        for (Beforehand move : moves) {
            boolean same = move.dataset() == more.dataset() && move.from() == more.from() && move.to() == more.to();
            bits += same ? move.bits() : 0;
            if (!same) {
                all.add(move);
            }
        }
        all.add(new Beforehand(more.dataset(), more.from(), more.to(), bits));
        return all;
    }

    /** Whether something would be moved on from where it was moved to. */
    private static boolean isChain(List<Beforehand> moves) {
        return moves.stream()
                .anyMatch(one ->
                        moves.stream().anyMatch(other -> one.dataset() == other.dataset() && one.to() == other.from()));
    }

    /** Seconds of the longest upload of each site. */
    private static double[] uploads(JobModel model, double[][] shares) {
        double[] longest = new double[model.siteCount];
        for (int s = 0; s < model.stageCount; s++) {
            double[][] flows = model.flows(s, shares);
            for (int i = 0; i < model.siteCount; i++) {
                longest[i] = Math.max(longest[i], JobModel.over(JobModel.sum(flows[i]), model.up[i]));
            }
        }
        return longest;
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
