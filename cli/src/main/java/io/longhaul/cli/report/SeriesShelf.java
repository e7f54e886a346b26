package io.longhaul.cli.report;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps time series for drawing within a budget of points: the newest runs of each link, as many for each link as all
 * can have. Confined to one thread.
 */
final class SeriesShelf {
    /** A picture about 1,000 pixels wide shows no more. */
    private static final int POINTS_A_RUN = 600;

    private static final int RUNS_A_LINK = 12;

    /** About 6 MB of text in the page. */
    private static final int POINTS_IN_ALL = 120_000;

    private static final Comparator<RunSeries> BY_START =
            Comparator.comparing(RunSeries::started).thenComparing(RunSeries::id);

    private final Map<Link, Deque<RunSeries>> byLink = new TreeMap<>();
    private long seen;

    void add(Measurement measurement) {
        if (measurement instanceof ThroughputMeasurement run && run.intervals().size() > 1) {
            seen++;
            var runs = byLink.computeIfAbsent(run.link(), link -> new ArrayDeque<>());
            runs.addLast(RunSeries.of(run, POINTS_A_RUN));
            if (runs.size() > RUNS_A_LINK) {
                runs.removeFirst();
            }
        }
    }

    /** Runs with a series that were offered. */
    long seen() {
        return seen;
    }

    /** What fits the budget, by link and start. */
    List<RunSeries> kept() {
        for (int runsALink = RUNS_A_LINK; runsALink > 1; runsALink--) {
            var kept = newest(runsALink);
            if (points(kept) <= POINTS_IN_ALL) {
                return kept;
            }
        }
        var kept = newest(1);
        int pointsARun = Math.max(2, POINTS_IN_ALL / kept.size());
        return kept.stream().map(run -> run.thinnedTo(pointsARun)).toList();
    }

    private List<RunSeries> newest(int runsALink) {
        return byLink.values().stream()
                .flatMap(runs ->
                        runs.stream().skip(Math.max(0, runs.size() - runsALink)).sorted(BY_START))
                .toList();
    }

    private static int points(Collection<RunSeries> series) {
        return series.stream().mapToInt(run -> run.points().size()).sum();
    }
}
