package io.longhaul.cli.report;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.Measurement;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Counts runs by prober, kind and campaign. Confined to one thread. */
final class Provenance {
    static final String THROUGHPUT = "throughput";
    static final String LATENCY = "latency";
    static final String FAILED = "failed";

    private final Map<List<String>, ProbedBy> lines =
            new TreeMap<>(Comparator.comparing((List<String> key) -> String.join("\0", key)));

    void add(Measurement measurement) {
        var header = measurement.header();
        var line = new ProbedBy(
                (header.prober().name() + " " + header.prober().version()).strip(),
                kind(measurement),
                header.campaign().orElse(""),
                1,
                header.started(),
                header.started());
        lines.merge(List.of(line.prober(), line.campaign(), line.kind()), line, ProbedBy::plus);
    }

    List<ProbedBy> lines() {
        return List.copyOf(lines.values());
    }

    long runs(String kind) {
        return lines.values().stream()
                .filter(line -> line.kind().equals(kind))
                .mapToLong(ProbedBy::runs)
                .sum();
    }

    Optional<Instant> first() {
        return lines.values().stream().map(ProbedBy::first).min(Comparator.naturalOrder());
    }

    Optional<Instant> last() {
        return lines.values().stream().map(ProbedBy::last).max(Comparator.naturalOrder());
    }

    private static String kind(Measurement measurement) {
        if (measurement instanceof FailedMeasurement) {
            return FAILED;
        }
        return measurement instanceof LatencyMeasurement ? LATENCY : THROUGHPUT;
    }
}
