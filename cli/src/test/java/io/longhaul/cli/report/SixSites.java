package io.longhaul.cli.report;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.RttEstimate;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.estimate.Source;
import io.longhaul.core.measure.CpuUse;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.SteadyRate;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputActual;
import io.longhaul.core.measure.ThroughputAsked;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.RateInterval;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * A small multi-cloud WAN by the formula of the design: a stream carries window / RTT, all streams of a VM its cap. Every
 * link has runs with 1 to 16 streams, a series each, and a round-trip time. Same seed, same world.
 */
final class SixSites {
    static final Instant STARTED = Instant.parse("2026-11-21T03:00:00Z");

    /** A link with one long run that spends the credit of its sender's token bucket. */
    static final Link DRAINED = Link.between("azure:japaneast", "azure:westus2");

    /** A link with many runs that report totals only. */
    static final Link REPEATED = Link.between("aws:us-east-1", "gcp:europe-west3");

    static final Map<SiteId, Place> PLACES = Map.of(
            site("aws:us-east-1"), new Place("Ashburn", 38.9, -77.4),
            site("aws:eu-west-2"), new Place("London", 51.5, -0.1),
            site("azure:japaneast"), new Place("Tokyo", 35.7, 139.8),
            site("azure:westus2"), new Place("Quincy", 47.2, -119.9),
            site("gcp:europe-west3"), new Place("Frankfurt", 50.1, 8.7),
            site("gcp:southamerica-east1"), new Place("São Paulo", -23.5, -46.6));

    private static final int[] STREAMS = {1, 2, 4, 8, 16};
    private static final DataSize WINDOW = DataSize.ofBytes(524_288);
    private static final MeasurementHeader.Prober PROBER = new MeasurementHeader.Prober("longhaul", "0.1.0");

    private final SplittableRandom random = new SplittableRandom(7);
    private final List<Measurement> measurements = new ArrayList<>();
    private final List<LinkEstimate> links = new ArrayList<>();
    private Instant clock = STARTED;

    static ReportData report() {
        var world = new SixSites();
        var sites = PLACES.keySet().stream().sorted().toList();
        for (SiteId from : sites) {
            for (SiteId to : sites) {
                if (!from.equals(to)) {
                    world.measure(new Link(from, to));
                }
            }
        }
        world.drain(DRAINED);
        world.repeat(REPEATED, 120);
        world.fail(new Link(sites.get(0), sites.get(3)));
        var snapshot =
                new Snapshot(world.clock, sites.stream().map(world::estimate).toList(), List.copyOf(world.links));
        return new ReportData(
                "Six sites in three clouds",
                "longhaul 0.1.0",
                world.clock,
                LogDigest.of(world.measurements),
                snapshot,
                List.of(Judge.bestRelay(snapshot)),
                PLACES);
    }

    private static SiteId site(String text) {
        return SiteId.parse(text);
    }

    /** VM cap by provider, in Mbit/s: small, so that the lab of one machine could carry it. */
    private static double cap(SiteId site) {
        return switch (site.provider()) {
            case "aws" -> 50e6;
            case "gcp" -> 70e6;
            default -> 160e6;
        };
    }

    private static double rttMillis(Link link) {
        Place a = place(link.from());
        Place b = place(link.to());
        double angle = Math.acos(Math.min(
                1,
                Math.sin(Math.toRadians(a.latitude())) * Math.sin(Math.toRadians(b.latitude()))
                        + Math.cos(Math.toRadians(a.latitude()))
                                * Math.cos(Math.toRadians(b.latitude()))
                                * Math.cos(Math.toRadians(a.longitude() - b.longitude()))));
        return 4 + angle * 6371 / 100 * 1.7;
    }

    private static Place place(SiteId id) {
        return Optional.ofNullable(PLACES.get(id)).orElseThrow();
    }

    private void measure(Link link) {
        double rtt = rttMillis(link);
        var points = new ArrayList<RatePoint>();
        double pathCap =
                link.from().provider().equals("azure") && link.to().name().startsWith("south") ? 31e6 : 1e12;
        double vmCap = Math.min(cap(link.from()), Math.min(cap(link.to()), pathCap));
        for (int streams : STREAMS) {
            double rate =
                    Math.min(streams * WINDOW.bytes() * 8 / (rtt / 1e3), vmCap) * (0.98 + 0.03 * random.nextDouble());
            points.add(point(run(link, streams, rate, rtt)));
        }
        measurements.add(latency(link, rtt));
        links.add(new LinkEstimate(
                link,
                Optional.of(new RttEstimate(Durations.ofMillis(rtt), Optional.of(Durations.ofMillis(rtt * 1.04)))),
                points.get(0).steady(),
                points,
                pathCap < 1e12 ? Optional.of(Bandwidth.ofBitsPerSecond(pathCap)) : Optional.empty(),
                BindingLimit.RECEIVE_WINDOW,
                pathCap < vmCap * 1.01 ? BindingLimit.PATH_CAP : BindingLimit.VM_EGRESS_CAP,
                List.of("16 streams carry no more than 8.", "Other links of the same VM reach the same rate."),
                Optional.of(true),
                OptionalInt.of(5),
                clock));
    }

    private ThroughputMeasurement run(Link link, int streams, double rate, double rttMillis) {
        var samples = new ArrayList<IntervalSample>();
        for (int i = 0; i < 20; i++) {
            double ramp = Math.min(1, (i + 1) * 250 / (rttMillis * 4));
            samples.add(sample(i, rate * ramp, i == 0 ? streams * WINDOW.bytes() / 2 : 0, rttMillis));
        }
        var steady = Bandwidth.ofBitsPerSecond(rate);
        var run = run(
                link,
                streams,
                samples,
                Optional.of(new SteadyRate(
                        steady,
                        Optional.of(new RateInterval(steady.times(0.985), steady.times(1.015), 0.95)),
                        Duration.ofMillis(1500))));
        measurements.add(run);
        return run;
    }

    /** High rate for ten seconds, a fifth of it for ten more. */
    private void drain(Link link) {
        double high = cap(link.from());
        var samples = new ArrayList<IntervalSample>();
        for (int i = 0; i < 80; i++) {
            samples.add(sample(i, i < 40 ? high : high / 5, 0, rttMillis(link)));
        }
        measurements.add(run(link, 16, samples, Optional.empty()));
    }

    /** Runs without a series whose rates spread by about three per cent. */
    private void repeat(Link link, int runs) {
        for (int i = 0; i < runs; i++) {
            double spread = random.nextDouble() + random.nextDouble() + random.nextDouble() - 1.5;
            var whole = sample(0, cap(link.from()) * (1 + 0.06 * spread), 0, rttMillis(link));
            measurements.add(run(link, 8, List.of(whole), Optional.empty()));
        }
    }

    private IntervalSample sample(int index, double rate, long buffered, double rttMillis) {
        long received = Math.round(rate * (0.97 + 0.06 * random.nextDouble()) / 8 * 0.25);
        return new IntervalSample(
                Duration.ofMillis(250L * index),
                Duration.ofMillis(250L * (index + 1)),
                Optional.of(DataSize.ofBytes(received + buffered)),
                Optional.of(DataSize.ofBytes(received)),
                OptionalLong.of(random.nextInt(12) == 0 ? random.nextInt(30) : 0),
                Optional.of(Durations.ofMillis(rttMillis * (1 + 0.1 * random.nextDouble()))),
                Optional.empty());
    }

    private ThroughputMeasurement run(
            Link link, int streams, List<IntervalSample> samples, Optional<SteadyRate> steady) {
        var duration = samples.get(samples.size() - 1).end();
        return new ThroughputMeasurement(
                header(link, duration),
                new ThroughputAsked(
                        "longhaul",
                        streams,
                        Optional.of(WINDOW),
                        Optional.of(DataSize.ofBytes(131_072)),
                        Optional.of("cubic"),
                        false,
                        false,
                        Optional.of(duration)),
                ThroughputActual.UNKNOWN,
                Optional.of(total(samples, IntervalSample::sent)),
                Optional.of(total(samples, IntervalSample::received)),
                steady,
                OptionalLong.of(3),
                Optional.empty(),
                List.of(),
                samples,
                CpuUse.UNKNOWN,
                StopReason.TIME);
    }

    private static RatePoint point(ThroughputMeasurement run) {
        return new RatePoint(
                run.asked().streams(),
                run.asked().window(),
                run.sent().map(Transferred::rate),
                run.received().map(Transferred::rate),
                run.steady().map(SteadyRate::rate),
                run.steady().flatMap(SteadyRate::interval),
                1);
    }

    private static Transferred total(
            List<IntervalSample> samples, Function<IntervalSample, Optional<DataSize>> octets) {
        var size = DataSize.ofBytes(samples.stream()
                .mapToLong(sample -> octets.apply(sample).orElseThrow().bytes())
                .sum());
        return new Transferred(
                Optional.of(size),
                Bandwidth.of(size, samples.get(samples.size() - 1).end()));
    }

    private LatencyMeasurement latency(Link link, double rtt) {
        var median = Durations.ofMillis(rtt);
        return new LatencyMeasurement(
                header(link, Duration.ofSeconds(1)),
                LatencyMethod.TCP_ECHO,
                20,
                0,
                Optional.of(new RttSummary(
                        median,
                        Optional.of(median),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(median.multipliedBy(2)))));
    }

    private void fail(Link link) {
        measurements.add(new FailedMeasurement(
                header(link, Duration.ofSeconds(10)),
                Measurement.Kind.THROUGHPUT,
                "timed-out",
                "The agent did not answer within 10 s."));
    }

    private MeasurementHeader header(Link link, Duration duration) {
        clock = clock.plus(duration);
        return new MeasurementHeader(
                "m" + measurements.size(),
                link,
                Optional.of("lab.small"),
                Optional.of("lab.small"),
                clock,
                duration,
                PROBER,
                Optional.of("demo"));
    }

    private SiteEstimate estimate(SiteId id) {
        var cap = Bandwidth.ofBitsPerSecond(cap(id));
        var measured = new CapEstimate(
                cap,
                Optional.of(new RateInterval(cap.times(0.99), cap.times(1.01), 0.95)),
                Source.MEASURED,
                Optional.of(clock));
        boolean azure = id.provider().equals("azure");
        return new SiteEstimate(
                id,
                Optional.of("lab.small"),
                Optional.of(measured),
                azure ? Optional.empty() : Optional.of(measured),
                id.provider().equals("gcp")
                        ? Optional.of(new CapEstimate(
                                Bandwidth.ofMegabitsPerSecond(30),
                                Optional.empty(),
                                Source.DOCUMENTED,
                                Optional.empty()))
                        : Optional.empty(),
                azure
                        ? Optional.of(
                                new TokenBucket(cap, cap.times(0.2), DataSize.ofBytes(2_000_000_000), cap.times(0.2)))
                        : Optional.empty());
    }
}
