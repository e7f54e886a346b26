package io.longhaul.core.estimate;

import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.SteadyRate;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.RateInterval;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the log says of one link, reduced while it is read. Confined to the thread of its {@link Estimator}. */
final class LinkLedger {
    private final Link link;
    private final List<Double> medianRttMillis = new ArrayList<>();
    private final List<Double> p95RttMillis = new ArrayList<>();
    private final Map<Setting, List<Run>> runs = new LinkedHashMap<>();
    private int failures;
    private boolean loadedBefore;
    private @Nullable String fromVmType;
    private @Nullable String toVmType;
    private Instant newest = Instant.MIN;

    /** What makes two runs comparable. */
    record Setting(int streams, Optional<DataSize> window) {}

    /** One run, reduced. */
    record Run(
            Optional<Bandwidth> sent,
            Optional<Bandwidth> received,
            Optional<Bandwidth> steady,
            Optional<RateInterval> interval,
            Duration duration) {}

    LinkLedger(Link link) {
        this.link = link;
    }

    void add(ThroughputMeasurement run) {
        seen(run.header(), true);
        var setting = new Setting(run.asked().streams(), run.asked().window());
        var reduced = new Run(
                run.sent().map(sent -> sent.rate()),
                run.received().map(received -> received.rate()),
                run.steady().map(SteadyRate::rate).or(() -> SecondHalf.received(run.intervals())),
                run.steady().flatMap(SteadyRate::interval),
                run.header().duration());
        if (reduced.sent().isPresent() || reduced.received().isPresent()) {
            runs.computeIfAbsent(setting, key -> new ArrayList<>()).add(reduced);
        }
    }

    void add(LatencyMeasurement run) {
        seen(run.header(), false);
        run.rtt().ifPresent(rtt -> {
            medianRttMillis.add(Durations.millis(rtt.median().orElse(rtt.min())));
            rtt.p95().ifPresent(p95 -> p95RttMillis.add(Durations.millis(p95)));
        });
    }

    void addFailure(MeasurementHeader header) {
        seen(header, false);
        failures++;
    }

    /** A link loaded from one VM type and pinged from another is a link of the first. */
    private void seen(MeasurementHeader header, boolean loaded) {
        if (loaded || !loadedBefore) {
            header.fromVmType().ifPresent(type -> fromVmType = type);
            header.toVmType().ifPresent(type -> toVmType = type);
        }
        loadedBefore |= loaded;
        Instant end = header.started().plus(header.duration());
        newest = end.isAfter(newest) ? end : newest;
    }

    Link link() {
        return link;
    }

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

    Instant newest() {
        return newest;
    }

    /** Median over the runs of each run's median, so that one long run does not outvote the others. */
    Optional<RttEstimate> rtt() {
        return Medians.of(medianRttMillis)
                .map(median -> new RttEstimate(
                        Durations.ofMillis(median), Medians.of(p95RttMillis).map(Durations::ofMillis)));
    }
}
