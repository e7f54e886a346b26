package io.longhaul.store;

import io.longhaul.core.measure.CpuUse;
import io.longhaul.core.measure.DatagramQuality;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.KernelRtt;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.SteadyRate;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.StreamTotal;
import io.longhaul.core.measure.TcpState;
import io.longhaul.core.measure.ThroughputActual;
import io.longhaul.core.measure.ThroughputAsked;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.RateInterval;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/** Measurements for tests: one of each kind with all it can hold, one of each with nothing it can do without. */
public final class Samples {
    private Samples() {}

    public static MeasurementHeader header(String id) {
        return new MeasurementHeader(
                id,
                Link.between("aws:us-east-1", "gcp:us-east1-b"),
                Optional.of("m5.8xlarge"),
                Optional.of("n2-standard-32"),
                Instant.parse("2026-11-21T03:17:00.123456789Z"),
                Duration.ofMillis(10_250),
                new MeasurementHeader.Prober("longhaul", "0.1.0"),
                Optional.of("weekly"));
    }

    public static MeasurementHeader bareHeader(String id) {
        return new MeasurementHeader(
                id,
                Link.between("aws:us-east-1", "azure:eastus"),
                Optional.empty(),
                Optional.empty(),
                Instant.EPOCH,
                Duration.ZERO,
                new MeasurementHeader.Prober("other", ""),
                Optional.empty());
    }

    public static ThroughputMeasurement throughput(String id) {
        return new ThroughputMeasurement(
                header(id),
                new ThroughputAsked(
                        "longhaul",
                        8,
                        Optional.of(DataSize.ofMebibytes(7)),
                        Optional.of(DataSize.ofBytes(131_072)),
                        Optional.of("cubic"),
                        false,
                        true,
                        Optional.of(Duration.ofSeconds(10))),
                new ThroughputActual(
                        Optional.of(DataSize.ofMebibytes(14)),
                        Optional.of(DataSize.ofMebibytes(12)),
                        Optional.of("cubic"),
                        Optional.of(DataSize.ofBytes(1448))),
                Optional.of(transferred(6_250_000_000L, 5_000_000_000L)),
                Optional.of(transferred(6_125_000_000L, 4_900_000_000L)),
                Optional.of(new SteadyRate(
                        Bandwidth.ofMegabitsPerSecond(4_950),
                        Optional.of(new RateInterval(
                                Bandwidth.ofMegabitsPerSecond(4_900), Bandwidth.ofMegabitsPerSecond(4_990), 0.95)),
                        Duration.ofMillis(1_300))),
                OptionalLong.of(17),
                Optional.of(rtt()),
                List.of(new StreamTotal(
                        1, Optional.of(DataSize.ofMegabytes(780)), Optional.empty(), OptionalLong.of(2))),
                List.of(
                        new IntervalSample(
                                Duration.ZERO,
                                Duration.ofNanos(1_000_353_001),
                                Optional.of(DataSize.ofMegabytes(500)),
                                Optional.of(DataSize.ofMegabytes(480)),
                                OptionalLong.of(3),
                                Optional.of(Duration.ofNanos(67_123_456)),
                                Optional.of(new TcpState(
                                        DataSize.ofMebibytes(40),
                                        Optional.of(Duration.ofMillis(66)),
                                        Duration.ofMillis(7_900),
                                        Duration.ofMillis(120),
                                        Duration.ZERO))),
                        new IntervalSample(
                                Duration.ofNanos(1_000_353_001),
                                Duration.ofSeconds(2),
                                Optional.empty(),
                                Optional.empty(),
                                OptionalLong.empty(),
                                Optional.empty(),
                                Optional.empty())),
                new CpuUse(Optional.of(Duration.ofMillis(2_125)), Optional.of(Duration.ofMillis(3_000))),
                StopReason.CONVERGED);
    }

    public static ThroughputMeasurement bareThroughput(String id) {
        return ThroughputMeasurement.ofRates(
                bareHeader(id),
                ThroughputAsked.streams("iperf3", 1, Optional.empty()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                StopReason.ERROR);
    }

    public static LatencyMeasurement latency(String id) {
        return new LatencyMeasurement(header(id), LatencyMethod.TCP_ECHO, 100, 2, Optional.of(rtt()));
    }

    public static LatencyMeasurement bareLatency(String id) {
        return new LatencyMeasurement(bareHeader(id), LatencyMethod.STAMP, 10, 10, Optional.empty());
    }

    public static FailedMeasurement failed(String id) {
        return new FailedMeasurement(
                header(id), Measurement.Kind.THROUGHPUT, "connect-refused", "No agent answers at 10.0.0.1:5201.");
    }

    /** A UDP run both ways, with the shares of the busiest threads. */
    public static ThroughputMeasurement bothWays(String id, long packets, double busiest) {
        ThroughputMeasurement there = throughput(id);
        ThroughputMeasurement back = bareThroughput(id + "-back");
        return new ThroughputMeasurement(
                there.header(),
                there.asked().withHeldTo(Optional.of(Bandwidth.ofMegabitsPerSecond(5600))),
                new ThroughputActual(
                        there.actual().sendBuffer(),
                        there.actual().receiveBuffer(),
                        there.actual().congestion(),
                        there.actual().mss(),
                        Optional.of(DataSize.ofMebibytes(12)),
                        Optional.of(DataSize.ofBytes(1500))),
                there.sent(),
                there.received(),
                there.steady(),
                there.retransmits(),
                there.rtt(),
                there.streams(),
                there.intervals(),
                new CpuUse(there.cpu().local(), Optional.empty(), OptionalDouble.of(busiest), OptionalDouble.of(0.25)),
                there.stopped(),
                Optional.of(new DatagramQuality(packets, packets / 7, Duration.ofNanos(packets))),
                Optional.of(back));
    }

    /** Losses told apart by direction, as a stateful reflector does. */
    public static LatencyMeasurement oneWayLatency(String id, long forward, long backward) {
        return new LatencyMeasurement(
                        header(id),
                        LatencyMethod.STAMP,
                        100,
                        forward + backward,
                        Optional.of(rtt()),
                        Optional.of(new LatencyMeasurement.OneWayLoss(forward, backward)))
                .withKernel(Optional.of(new KernelRtt(Duration.ofNanos(65_900_000), Duration.ofNanos(66_012_000))));
    }

    /** A source that does not count losses. */
    public static LatencyMeasurement uncountedLatency(String id) {
        return LatencyMeasurement.withoutLosses(header(id), LatencyMethod.ICMP_ECHO, 10, rtt());
    }

    /** One of each kind, full and bare, as far as the first version of the log could tell. */
    public static List<Measurement> firstVersion() {
        return List.of(throughput("t1"), bareThroughput("t2"), latency("l1"), bareLatency("l2"), failed("f1"));
    }

    /** One of each kind, full and bare. */
    public static List<Measurement> oneOfEach() {
        List<Measurement> all = new ArrayList<>(firstVersion());
        all.add(bothWays("t3", 1_000, 0.97));
        all.add(oneWayLatency("l3", 2, 3));
        all.add(uncountedLatency("l4"));
        return List.copyOf(all);
    }

    /** A throughput run with random numbers in every place, of random length. */
    public static ThroughputMeasurement random(SplittableRandom random, String id) {
        ThroughputMeasurement full = throughput(id);
        List<IntervalSample> intervals = new ArrayList<>();
        Duration start = Duration.ZERO;
        for (int i = random.nextInt(0, 20); i > 0; i--) {
            Duration end = start.plusNanos(random.nextLong(1, 2_000_000_000L));
            intervals.add(new IntervalSample(
                    start,
                    end,
                    Optional.of(DataSize.ofBytes(random.nextLong(1L << 50))),
                    random.nextBoolean() ? Optional.empty() : Optional.of(DataSize.ofBytes(random.nextLong(1L << 59))),
                    OptionalLong.of(random.nextLong(1 << 20)),
                    Optional.of(Duration.ofNanos(random.nextLong(1_000_000_000L))),
                    random.nextBoolean() ? Optional.empty() : Optional.of(tcp(random))));
            start = end;
        }
        return new ThroughputMeasurement(
                full.header(),
                full.asked()
                        .withHeldTo(
                                random.nextBoolean()
                                        ? Optional.empty()
                                        : Optional.of(new Bandwidth(random.nextLong(1L << 50)))),
                full.actual(),
                Optional.of(transferred(random.nextLong(1L << 59), random.nextLong(1L << 53))),
                full.received(),
                full.steady(),
                full.retransmits(),
                Optional.of(new RttSummary(
                        Duration.ofNanos(random.nextLong(1_000_000_000L)),
                        Optional.of(Duration.ofNanos(random.nextLong(1_000_000_000L))),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(Duration.ofNanos(random.nextLong(100_000_000_000L))))),
                full.streams(),
                intervals,
                new CpuUse(
                        Optional.of(Duration.ofNanos(random.nextLong(1_000_000_000_000L))),
                        Optional.empty(),
                        OptionalDouble.of(random.nextDouble()),
                        random.nextBoolean() ? OptionalDouble.empty() : OptionalDouble.of(random.nextDouble()),
                        random.nextBoolean() ? OptionalDouble.empty() : OptionalDouble.of(random.nextDouble()),
                        OptionalDouble.of(random.nextDouble())),
                full.stopped(),
                random.nextBoolean()
                        ? Optional.empty()
                        : Optional.of(new DatagramQuality(
                                random.nextLong(1L << 40),
                                random.nextLong(1L << 40),
                                Duration.ofNanos(random.nextLong(1_000_000_000L)))),
                random.nextInt(4) == 0 ? Optional.of(random(random, id + "-back")) : Optional.empty());
    }

    private static TcpState tcp(SplittableRandom random) {
        return new TcpState(
                DataSize.ofBytes(random.nextLong(1L << 40)),
                random.nextBoolean()
                        ? Optional.empty()
                        : Optional.of(Duration.ofNanos(random.nextLong(1_000_000_000L))),
                Duration.ofNanos(random.nextLong(1_000_000_000L)),
                Duration.ofNanos(random.nextLong(1_000_000_000L)),
                Duration.ofNanos(random.nextLong(1_000_000_000L)),
                random.nextBoolean() ? Optional.empty() : Optional.of(new Bandwidth(random.nextLong(1L << 50))),
                random.nextBoolean()
                        ? Optional.empty()
                        : Optional.of(Duration.ofNanos(random.nextLong(1_000_000_000L))),
                random.nextBoolean()
                        ? Optional.empty()
                        : Optional.of(Duration.ofNanos(random.nextLong(1_000_000_000L))),
                random.nextBoolean() ? Optional.empty() : Optional.of(DataSize.ofBytes(random.nextLong(1L << 40))));
    }

    private static Transferred transferred(long bytes, long bitsPerSecond) {
        return new Transferred(Optional.of(DataSize.ofBytes(bytes)), new Bandwidth(bitsPerSecond));
    }

    private static RttSummary rtt() {
        return new RttSummary(
                Duration.ofNanos(66_000_001),
                Optional.of(Duration.ofMillis(67)),
                Optional.of(Duration.ofMillis(70)),
                Optional.of(Duration.ofMillis(90)),
                Optional.of(Duration.ofMillis(131)));
    }
}
