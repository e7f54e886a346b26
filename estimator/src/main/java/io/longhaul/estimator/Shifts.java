package io.longhaul.estimator;

import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.stats.sum.BinomialShare;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * When the level of a site changed for good, by all its links together: a single link may have had a bad run, but links that change
 * by as much at one time tell of their VM. Immutable.
 */
final class Shifts {
    private static final double LEAST = 0.1;
    private static final int FEWEST_LINKS = 3;
    private static final int MOST_TIMES = 200;
    /** Log-likelihood that a shift must gain over the links that do not follow it. */
    private static final double WORTH = 15;
    /** One link tells no more than that: its run may have been broken. */
    private static final double MOST_OF_A_LINK = 8;
    /** Log-likelihood from which a link changed. */
    private static final double CHANGED = 2;
    /** Links change by as much as others when they differ by no more, in standard errors. */
    private static final double ERRORS = 3;

    /** Share of the earlier runs that may have gone as far. */
    private static final double SEEN_BEFORE = 0.1;

    /** In standard deviations: a run so far from both its neighbours was broken. */
    private static final double FAR = 5;
    /** Share of broken runs where none shows, and density of what they carry, over the width of a scatter. */
    private static final double UNSEEN = 0.02;

    private static final double DENSITY = 0.1;
    private static final double LEAST_SCATTER = 0.01;
    private static final double ALIKE = 0.06;

    /** Runs of a link with one setting, oldest first. */
    private static final class Series {
        private final int link;
        private final Instant[] times;
        private final double[] logs;
        /** Absolute deviations from the middle of all. */
        private final double whole;

        Series(int link, Instant[] times, double[] logs) {
            this.link = link;
            this.times = times;
            this.logs = logs;
            this.whole = deviations(logs, 0, logs.length);
        }
    }

    /** How a series differs before and after a time, its standard error, and the log-likelihood gained by two levels. */
    private record Change(int link, double by, double error, double gain) {}

    private final Map<SiteId, Instant> out = new HashMap<>();
    private final Map<SiteId, Instant> in = new HashMap<>();
    private final double scatter;
    /** What a single run tells at most: it may have been broken. */
    private final double mostOfARun;

    Shifts(List<LinkLedger> ledgers) {
        Map<SiteId, List<Series>> sent = new HashMap<>();
        Map<SiteId, List<Series>> received = new HashMap<>();
        List<Double> steps = new ArrayList<>();
        for (int link = 0; link < ledgers.size(); link++) {
            LinkLedger ledger = ledgers.get(link);
            for (List<Run> runs : ledger.runs().values()) {
                if (runs.size() >= 2) {
                    Series series = series(link, runs);
                    sent.computeIfAbsent(ledger.link().from(), site -> new ArrayList<>())
                            .add(series);
                    received.computeIfAbsent(ledger.link().to(), site -> new ArrayList<>())
                            .add(series);
                    for (int i = 1; i < series.logs.length; i++) {
                        steps.add(Math.abs(series.logs[i] - series.logs[i - 1]));
                    }
                }
            }
        }
        // of two runs in a row, which a shift hardly touches
        scatter = Math.max(LEAST_SCATTER, 1.4826 * Medians.of(steps).orElse(0.0) / Math.sqrt(2));
        mostOfARun = -Math.log((broken(sent.values()) + UNSEEN) * DENSITY);
        sent.forEach((site, series) -> put(out, site, find(series)));
        received.forEach((site, series) -> put(in, site, find(series)));
    }

    /** Share of the runs that lie far from the one before and the one after. */
    private double broken(Collection<List<Series>> sites) {
        int far = 0;
        int all = 1;
        for (List<Series> site : sites) {
            for (Series series : site) {
                for (int i = 1; i + 1 < series.logs.length; i++) {
                    double before = series.logs[i] - series.logs[i - 1];
                    double after = series.logs[i] - series.logs[i + 1];
                    all++;
                    far += before * after > 0 && Math.min(Math.abs(before), Math.abs(after)) > FAR * scatter ? 1 : 0;
                }
            }
        }
        return (double) far / all;
    }

    private static void put(Map<SiteId, Instant> into, SiteId site, @Nullable Instant time) {
        if (time != null) {
            into.put(site, time);
        }
    }

    private static Series series(int link, List<Run> runs) {
        List<Run> ordered =
                runs.stream().sorted(Comparator.comparing(Run::started)).toList();
        return new Series(link, ordered.stream().map(Run::started).toArray(Instant[]::new), logs(ordered));
    }

    private static double[] logs(List<Run> runs) {
        return runs.stream()
                .mapToDouble(run -> Math.log((double)
                        Math.max(1, run.rate().map(Bandwidth::bitsPerSecond).orElse(1L))))
                .toArray();
    }

    private @Nullable Instant find(List<Series> all) {
        var times = new TreeSet<Instant>();
        all.forEach(series -> times.addAll(Arrays.asList(series.times)));
        List<Instant> ordered = List.copyOf(times);
        Instant best = null;
        double bestGain = WORTH;
        int step = Math.max(1, ordered.size() / MOST_TIMES);
        for (int t = 1; t < ordered.size(); t += step) {
            double gain = gain(all, ordered.get(t));
            if (gain > bestGain) {
                bestGain = gain;
                best = ordered.get(t);
            }
        }
        return best;
    }

    /** What a common shift at a time gains in log-likelihood, less what links tell that changed otherwise; 0 when none shows. */
    private double gain(List<Series> all, Instant time) {
        List<Change> changes = new ArrayList<>();
        int seen = 0;
        for (Series series : all) {
            int split = 0;
            while (split < series.times.length && series.times[split].isBefore(time)) {
                split++;
            }
            int n = series.logs.length;
            if (split > 0 && split < n) {
                double after = Medians.of(Arrays.copyOfRange(series.logs, split, n));
                double by = after - Medians.of(Arrays.copyOfRange(series.logs, 0, split));
                double gain = (series.whole - deviations(series.logs, 0, split) - deviations(series.logs, split, n))
                        / scatter;
                seen++;
                double most = Math.min(MOST_OF_A_LINK, mostOfARun * Math.min(split, n - split));
                double error = scatter * Math.sqrt(1.0 / split + 1.0 / (n - split));
                if (gain > CHANGED && Math.abs(by) > LEAST && isNew(series.logs, split, after, by)) {
                    changes.add(new Change(series.link, by, error, Math.min(most, gain)));
                }
            }
        }
        double best = 0;
        for (Change one : changes) {
            double sum = 0;
            int alikes = 0;
            Set<Integer> links = new HashSet<>();
            for (Change other : changes) {
                boolean alike = Math.abs(other.by - one.by) < Math.max(ALIKE, ERRORS * other.error);
                sum += alike ? other.gain : -other.gain;
                if (alike) {
                    links.add(other.link);
                    alikes++;
                }
            }
            // which of the links follow could have come out in so many ways
            sum -= BinomialShare.logWays(alikes, seen);
            best = links.size() >= FEWEST_LINKS ? Math.max(best, sum) : best;
        }
        return best;
    }

    /** Whether hardly a run before had gone as far: what comes and goes with the hour is no change. */
    private static boolean isNew(double[] logs, int split, double after, double by) {
        long asFar = Arrays.stream(logs, 0, split)
                .filter(one -> by > 0 ? one >= after : one <= after)
                .count();
        return asFar <= SEEN_BEFORE * split;
    }

    /** From their middle. */
    private static double deviations(double[] logs, int from, int to) {
        double[] some = Arrays.copyOfRange(logs, from, to);
        double middle = Medians.of(some);
        double sum = 0;
        for (double one : some) {
            sum += Math.abs(one - middle);
        }
        return sum;
    }

    /** The runs of a link since either of its VMs changed, where the link changed with it; oldest first. */
    List<Run> since(SiteId from, SiteId to, List<Run> runs) {
        return since(out.get(from), since(in.get(to), runs));
    }

    private static List<Run> since(@Nullable Instant time, List<Run> runs) {
        if (time == null) {
            return runs;
        }
        int split = 0;
        while (split < runs.size() && runs.get(split).started().isBefore(time)) {
            split++;
        }
        if (split == 0 || split == runs.size()) {
            return runs;
        }
        double before = Medians.of(logs(runs.subList(0, split)));
        double after = Medians.of(logs(runs.subList(split, runs.size())));
        return Math.abs(after - before) > LEAST ? runs.subList(split, runs.size()) : runs;
    }
}
