package io.longhaul.cli.report;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Collects what each run carried, by link and number of streams. Confined to one thread. */
final class RateShelf {
    private record Cell(Link link, int streams) {}

    private final Map<Cell, List<Long>> cells =
            new TreeMap<>(Comparator.comparing(Cell::link).thenComparingInt(Cell::streams));

    void add(Measurement measurement) {
        if (measurement instanceof ThroughputMeasurement run) {
            rate(run)
                    .ifPresent(rate -> cells.computeIfAbsent(
                                    new Cell(run.link(), run.asked().streams()), cell -> new ArrayList<>())
                            .add(rate.bitsPerSecond()));
        }
    }

    List<RunRates> all() {
        return cells.entrySet().stream()
                .map(entry -> new RunRates(entry.getKey().link(), entry.getKey().streams(), entry.getValue()))
                .toList();
    }

    private static Optional<Bandwidth> rate(ThroughputMeasurement run) {
        return run.steady()
                .map(steady -> steady.rate())
                .or(() -> run.received().map(received -> received.rate()))
                .or(() -> run.sent().map(sent -> sent.rate()));
    }
}
