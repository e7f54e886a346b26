package io.longhaul.estimator;

import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * When the level of a site changed for good, by all its links together: a single link may have had a bad run, but links that change
 * by as much at one time tell of their VM. Immutable.
 */
final class Shifts {
    private static final double LEAST = 0.1;
    private static final int FEWEST_LINKS = 3;
    private static final int MOST_TIMES = 40;
    private static final double ERRORS = 4;
    private static final double OVER_SCATTER = 3;

    /** Runs of a link with one setting, oldest first. */
    private static final class Series {
        private final Instant[] times;
        private final double[] logs;

        Series(Instant[] times, double[] logs) {
            this.times = times;
            this.logs = logs;
        }
    }

    private final Map<SiteId, Instant> out = new HashMap<>();
    private final Map<SiteId, Instant> in = new HashMap<>();

    Shifts(List<LinkLedger> ledgers) {
        Map<SiteId, List<Series>> sent = new HashMap<>();
        Map<SiteId, List<Series>> received = new HashMap<>();
        for (LinkLedger ledger : ledgers) {
            for (List<Run> runs : ledger.runs().values()) {
                if (runs.size() >= 2) {
                    Series series = series(runs);
                    sent.computeIfAbsent(ledger.link().from(), site -> new ArrayList<>())
                            .add(series);
                    received.computeIfAbsent(ledger.link().to(), site -> new ArrayList<>())
                            .add(series);
                }
            }
        }
        sent.forEach((site, series) -> put(out, site, find(series)));
        received.forEach((site, series) -> put(in, site, find(series)));
    }

    private static void put(Map<SiteId, Instant> into, SiteId site, @Nullable Instant time) {
        if (time != null) {
            into.put(site, time);
        }
    }

    private static Series series(List<Run> runs) {
        List<Run> ordered =
                runs.stream().sorted(Comparator.comparing(Run::started)).toList();
        return new Series(
                ordered.stream().map(Run::started).toArray(Instant[]::new),
                ordered.stream()
                        .mapToDouble(run -> Math.log((double) Math.max(
                                1, run.rate().map(Bandwidth::bitsPerSecond).orElse(1L))))
                        .toArray());
    }

    private static @Nullable Instant find(List<Series> all) {
        var times = new TreeSet<Instant>();
        all.forEach(series -> times.addAll(Arrays.asList(series.times)));
        List<Instant> ordered = List.copyOf(times);
        Instant best = null;
        double bestScore = 0;
        int step = Math.max(1, ordered.size() / MOST_TIMES);
        for (int t = 1; t < ordered.size(); t += step) {
            double score = score(all, ordered.get(t));
            if (score > bestScore) {
                bestScore = score;
                best = ordered.get(t);
            }
        }
        return best;
    }

    /** How clearly the links change at a time; 0 when they do not. */
    private static double score(List<Series> all, Instant time) {
        List<Double> changes = new ArrayList<>();
        List<Double> scatter = new ArrayList<>();
        for (Series series : all) {
            int split = 0;
            while (split < series.times.length && series.times[split].isBefore(time)) {
                split++;
            }
            int n = series.logs.length;
            if (split == 0 || split == n || (n > 4 && (split < 2 || n - split < 2))) {
                continue;
            }
            double[] before = Arrays.copyOfRange(series.logs, 0, split);
            double[] after = Arrays.copyOfRange(series.logs, split, n);
            double low = Medians.of(before);
            double high = Medians.of(after);
            changes.add(high - low);
            for (double one : before) {
                scatter.add(Math.abs(one - low));
            }
            for (double one : after) {
                scatter.add(Math.abs(one - high));
            }
        }
        if (changes.size() < FEWEST_LINKS) {
            return 0;
        }
        double shift = Math.abs(Medians.of(changes).orElse(0.0));
        double middle = Medians.of(changes).orElse(0.0);
        double spread = Medians.of(changes.stream()
                                .map(change -> Math.abs(change - middle))
                                .toList())
                        .orElse(0.0)
                * 1.4826;
        double error = Math.max(0.01, spread) / Math.sqrt(changes.size());
        double within = Medians.of(scatter).orElse(0.0) * 1.4826;
        boolean clear = shift > LEAST && shift > ERRORS * error && shift > OVER_SCATTER * within;
        return clear ? shift / (error + within + 0.01) : 0;
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
        double before = Medians.of(series(runs.subList(0, split)).logs);
        double after = Medians.of(series(runs.subList(split, runs.size())).logs);
        return Math.abs(after - before) > LEAST ? runs.subList(split, runs.size()) : runs;
    }
}
