package io.longhaul.cli.report;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects what each run carried, by link and number of streams. Confined to one thread. */
final class RateShelf {
    /**
     * What all runs of one link with one number of streams carried, in the order of the log. Immutable.
     *
     * @param link direction of the data
     * @param streams TCP connections
     * @param bitsPerSecond one number a run: the steady rate if known, else what was received, else what was sent
     */
    record Repeated(Link link, int streams, List<Long> bitsPerSecond) {
        Repeated {
            bitsPerSecond = List.copyOf(bitsPerSecond);
        }
    }

    private record Cell(Link link, int streams) {}

    private final Map<Cell, List<Long>> cells =
            new TreeMap<>(Comparator.comparing(Cell::link).thenComparingInt(Cell::streams));

    void add(Measurement measurement) {
        if (measurement instanceof ThroughputMeasurement run) {
            run.rate()
                    .ifPresent(rate -> cells.computeIfAbsent(
                                    new Cell(run.link(), run.asked().streams()), cell -> new ArrayList<>())
                            .add(rate.bitsPerSecond()));
        }
    }

    List<Repeated> all() {
        return cells.entrySet().stream()
                .map(entry -> new Repeated(entry.getKey().link(), entry.getKey().streams(), entry.getValue()))
                .toList();
    }
}
