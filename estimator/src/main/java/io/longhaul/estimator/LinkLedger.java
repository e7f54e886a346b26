package io.longhaul.estimator;

import io.longhaul.core.estimate.RttEstimate;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.DataSize;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the log says of one link, reduced while it is read. Confined to the thread of its {@link Estimator}. */
final class LinkLedger {
    private final Link link;
    private final Latencies latencies = new Latencies();
    private final Map<Setting, List<Run>> runs = new LinkedHashMap<>();
    private int failures;
    private boolean typedByLoad;
    private Instant typedAt = Instant.MIN;
    private @Nullable String fromVmType;
    private @Nullable String toVmType;
    private Instant newest = Instant.MIN;

    /** What makes two runs comparable. */
    record Setting(int streams, Optional<DataSize> window) {}

    LinkLedger(Link link) {
        this.link = link;
    }

    void add(ThroughputMeasurement run) {
        seen(run.header(), true);
        if (run.datagrams().isPresent() || run.asked().heldTo().isPresent()) {
            return; // a rate that was asked for, not one that TCP found
        }
        var setting = new Setting(run.asked().streams(), run.asked().window());
        List<Run> same = runs.computeIfAbsent(setting, key -> new ArrayList<>());
        Run reduced = RunReduction.of(run, same.isEmpty());
        if (reduced.rate().isPresent() && same.stream().noneMatch(reduced::isTwinOf)) {
            same.add(reduced);
        }
    }

    void add(LatencyMeasurement run) {
        seen(run.header(), false);
        run.rtt().ifPresent(rtt -> latencies.add(run.header().started(), rtt));
    }

    void addFailure(MeasurementHeader header) {
        seen(header, false);
        failures++;
    }

    /** A link loaded from one VM type and pinged from another is a link of the first; the newest counts. */
    private void seen(MeasurementHeader header, boolean loaded) {
        boolean newer = !header.started().isBefore(typedAt);
        if (loaded == typedByLoad ? newer : loaded) {
            header.fromVmType().ifPresent(type -> fromVmType = type);
            header.toVmType().ifPresent(type -> toVmType = type);
            typedByLoad = loaded;
            typedAt = header.started();
        }
        Instant end = header.started().plus(header.duration());
        newest = end.isAfter(newest) ? end : newest;
    }

    Link link() {
        return link;
    }

    /** By setting, in the order of the log. */
    Map<Setting, List<Run>> runs() {
        return runs;
    }

    int failures() {
        return failures;
    }

    Optional<String> fromVmType() {
        return Optional.ofNullable(fromVmType);
    }

    Optional<String> toVmType() {
        return Optional.ofNullable(toVmType);
    }

    /** Orders links by how much their VM types tell of the present: loads after pings, the newest last. */
    static Comparator<LinkLedger> byTypes() {
        return Comparator.comparing((LinkLedger ledger) -> ledger.typedByLoad).thenComparing(ledger -> ledger.typedAt);
    }

    Instant newest() {
        return newest;
    }

    /** Median over the runs of each run's median, so that one long run does not outvote the others. */
    Optional<RttEstimate> rtt() {
        return latencies.estimate();
    }
}
