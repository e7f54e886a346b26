package io.longhaul.cli.report;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Counts runs by prober, kind and campaign. Confined to one thread. */
final class Provenance {
    static final String FAILED = "failed";

    private final Map<List<String>, Line> lines =
            new TreeMap<>(Comparator.comparing((List<String> key) -> String.join("\0", key)));

    /**
     * One line of provenance: runs of one kind by one prober in one campaign. Immutable.
     *
     * @param prober name and version, as {@code longhaul 0.1.0}
     * @param kind {@code throughput}, {@code latency} or {@code failed}
     * @param campaign its name; empty text for single runs
     * @param runs how many
     * @param first earliest start
     * @param last latest start
     */
    record Line(String prober, String kind, String campaign, long runs, Instant first, Instant last) {
        Line plus(Line other) {
            return new Line(
                    prober,
                    kind,
                    campaign,
                    runs + other.runs,
                    first.isBefore(other.first) ? first : other.first,
                    last.isAfter(other.last) ? last : other.last);
        }
    }

    void add(Measurement measurement) {
        var header = measurement.header();
        var line = new Line(
                (header.prober().name() + " " + header.prober().version()).strip(),
                kind(measurement),
                header.campaign().orElse(""),
                1,
                header.started(),
                header.started());
        lines.merge(List.of(line.prober(), line.campaign(), line.kind()), line, Line::plus);
    }

    List<Line> lines() {
        return List.copyOf(lines.values());
    }

    long runs(String kind) {
        return lines.values().stream()
                .filter(line -> line.kind().equals(kind))
                .mapToLong(Line::runs)
                .sum();
    }

    Optional<Instant> first() {
        return lines.values().stream().map(Line::first).min(Comparator.naturalOrder());
    }

    Optional<Instant> last() {
        return lines.values().stream().map(Line::last).max(Comparator.naturalOrder());
    }

    private static String kind(Measurement measurement) {
        return measurement instanceof FailedMeasurement
                ? FAILED
                : measurement.kind().id();
    }
}
