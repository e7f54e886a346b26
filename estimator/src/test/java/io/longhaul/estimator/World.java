package io.longhaul.estimator;

import io.longhaul.core.estimate.DocumentedCaps;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.SteadyRate;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputAsked;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Measurements for tests of the estimator: what a prober would have logged in a world whose truth is known. */
final class World {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final List<Measurement> log = new ArrayList<>();
    private String campaign = "";
    private Instant campaignStart = START;
    private boolean sameTime;

    /** What follows belongs to this campaign. */
    World campaign(String name, Instant start) {
        campaign = name;
        campaignStart = start;
        return this;
    }

    /** All runs carry the start of their campaign, as in the published grids. */
    World withoutTimes() {
        sameTime = true;
        return this;
    }

    World rtt(Link link, double millis) {
        var rtt = new RttSummary(
                Durations.ofMillis(millis),
                Optional.of(Durations.ofMillis(millis)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        log.add(new LatencyMeasurement(
                header(link, "vm", "vm", Duration.ofSeconds(1)), LatencyMethod.TCP_ECHO, 10, 0, Optional.of(rtt)));
        return this;
    }

    World steady(Link link, int streams, double bps) {
        return steady(link, "vm", "vm", streams, bps);
    }

    World steady(Link link, String fromType, String toType, int streams, double bps) {
        var rate = Bandwidth.ofBitsPerSecond(bps);
        return run(link, fromType, toType, streams, rate, rate, Optional.of(rate), Duration.ofSeconds(10));
    }

    /** A run that reports only totals, as the imported grids do. */
    World totals(Link link, String fromType, String toType, int streams, double sentBps, double receivedBps) {
        return run(
                link,
                fromType,
                toType,
                streams,
                Bandwidth.ofBitsPerSecond(sentBps),
                Bandwidth.ofBitsPerSecond(receivedBps),
                Optional.empty(),
                Duration.ofSeconds(5));
    }

    /** A run of one-second samples whose steady part the prober did not find. */
    World series(Link link, int streams, Instant started, double[] ratesBps) {
        List<IntervalSample> intervals = new ArrayList<>();
        double octets = 0;
        for (int i = 0; i < ratesBps.length; i++) {
            octets += ratesBps[i] / 8;
            DataSize size = DataSize.ofBytes(Math.round(ratesBps[i] / 8));
            intervals.add(new IntervalSample(
                    Duration.ofSeconds(i),
                    Duration.ofSeconds(i + 1L),
                    Optional.of(size),
                    Optional.of(size),
                    OptionalLong.empty(),
                    Optional.empty(),
                    Optional.empty()));
        }
        var mean = Optional.of(new Transferred(
                Optional.of(DataSize.ofBytes(Math.round(octets))),
                Bandwidth.ofBitsPerSecond(8 * octets / ratesBps.length)));
        Duration duration = Duration.ofSeconds(ratesBps.length);
        log.add(ThroughputMeasurement.ofRates(
                header("s" + log.size(), link, "vm", "vm", started, duration),
                asked(streams, duration),
                mean,
                mean,
                Optional.empty(),
                intervals,
                StopReason.TIME));
        return this;
    }

    /** A run at a time, with a steady rate. */
    World steadyAt(Link link, int streams, Instant started, double bps) {
        var rate = Bandwidth.ofBitsPerSecond(bps);
        var total = Optional.of(new Transferred(Optional.empty(), rate));
        Duration duration = Duration.ofSeconds(10);
        log.add(ThroughputMeasurement.ofRates(
                header("a" + log.size(), link, "vm", "vm", started, duration),
                asked(streams, duration),
                total,
                total,
                Optional.of(new SteadyRate(rate, Optional.empty(), Duration.ofSeconds(1))),
                List.of(),
                StopReason.TIME));
        return this;
    }

    /** A run whose senders were held to what they got. */
    World held(Link link, int streams, double bps) {
        steadyAt(link, streams, Instant.EPOCH, bps);
        var run = (ThroughputMeasurement) log.remove(log.size() - 1);
        log.add(new ThroughputMeasurement(
                run.header(),
                run.asked().withHeldTo(Optional.of(Bandwidth.ofBitsPerSecond(bps))),
                run.actual(),
                run.sent(),
                run.received(),
                run.steady(),
                run.retransmits(),
                run.rtt(),
                run.streams(),
                run.intervals(),
                run.cpu(),
                run.stopped()));
        return this;
    }

    private static ThroughputAsked asked(int streams, Duration duration) {
        return ThroughputAsked.streams("longhaul", streams, Optional.of(duration));
    }

    private World run(
            Link link,
            String fromType,
            String toType,
            int streams,
            Bandwidth sent,
            Bandwidth received,
            Optional<Bandwidth> steady,
            Duration duration) {
        log.add(ThroughputMeasurement.ofRates(
                header(link, fromType, toType, duration),
                asked(streams, duration),
                Optional.of(new Transferred(Optional.empty(), sent)),
                Optional.of(new Transferred(Optional.empty(), received)),
                steady.map(rate -> new SteadyRate(rate, Optional.empty(), Duration.ofSeconds(1))),
                List.of(),
                StopReason.TIME));
        return this;
    }

    private MeasurementHeader header(Link link, String fromType, String toType, Duration duration) {
        Instant started = sameTime ? campaignStart : campaignStart.plusSeconds(log.size());
        return header("m" + log.size(), link, fromType, toType, started, duration);
    }

    private MeasurementHeader header(
            String id, Link link, String fromType, String toType, Instant started, Duration duration) {
        return new MeasurementHeader(
                id,
                link,
                Optional.of(fromType),
                Optional.of(toType),
                started,
                duration,
                new MeasurementHeader.Prober("test", "1"),
                Optional.of(campaign).filter(name -> !name.isEmpty()));
    }

    World add(Measurement measurement) {
        log.add(measurement);
        return this;
    }

    List<Measurement> log() {
        return List.copyOf(log);
    }

    Snapshot estimate() {
        return Estimator.estimate(log.stream(), DocumentedCaps.NONE);
    }
}
