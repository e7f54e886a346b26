package io.longhaul.cli.report;

import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects what each run carried, by link and number of streams, and the round-trip times of each link. Confined to one thread. */
final class RateShelf {
    /**
     * One number of all runs of one kind, in the order of the log. Immutable.
     *
     * @param link direction of the data
     * @param streams TCP connections; zero where the values are round-trip times
     * @param starts of the runs, seconds since 1970
     * @param values bit/s: the steady rate if known, else what was received, else what was sent; or nanoseconds: the median
     */
    record Repeated(Link link, int streams, List<Long> starts, List<Long> values) {
        Repeated {
            starts = List.copyOf(starts);
            values = List.copyOf(values);
        }
    }

    private record Cell(Link link, int streams) {}

    private record Runs(List<Long> starts, List<Long> values) {}

    private final Map<Cell, Runs> cells =
            new TreeMap<>(Comparator.comparing(Cell::link).thenComparingInt(Cell::streams));

    void add(Measurement measurement) {
        if (measurement instanceof ThroughputMeasurement run) {
            run.rate().ifPresent(rate -> add(run, run.asked().streams(), rate.bitsPerSecond()));
        } else if (measurement instanceof LatencyMeasurement run) {
            run.rtt().flatMap(RttSummary::median).ifPresent(median -> add(run, 0, median.toNanos()));
        }
    }

    private void add(Measurement run, int streams, long value) {
        Runs runs = cells.computeIfAbsent(
                new Cell(run.link(), streams), cell -> new Runs(new ArrayList<>(), new ArrayList<>()));
        runs.starts().add(run.header().started().getEpochSecond());
        runs.values().add(value);
    }

    /** Rates, by link and streams. */
    List<Repeated> rates() {
        return all(false);
    }

    /** Round-trip times, by link. */
    List<Repeated> trips() {
        return all(true);
    }

    private List<Repeated> all(boolean trips) {
        return cells.entrySet().stream()
                .filter(entry -> (entry.getKey().streams() == 0) == trips)
                .map(entry -> new Repeated(
                        entry.getKey().link(),
                        entry.getKey().streams(),
                        entry.getValue().starts(),
                        entry.getValue().values()))
                .toList();
    }
}
