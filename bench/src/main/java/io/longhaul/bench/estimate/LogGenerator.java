package io.longhaul.bench.estimate;

import io.longhaul.core.measure.CpuUse;
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
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.store.log.LogOptions;
import io.longhaul.store.log.LogWriter;
import io.longhaul.store.log.MeasurementLog;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/**
 * Writes a measurement log of a given number of interval samples, as a campaign of weeks leaves it: every pair of 30 sites
 * measured again and again with 64 streams for 60 seconds, one sample a second, in noise of 3 %.
 *
 * <pre>java -cp ... io.longhaul.bench.estimate.LogGenerator DIRECTORY SAMPLES</pre>
 */
public final class LogGenerator {
    private static final int SITES = 30;
    private static final int SAMPLES_PER_RUN = 60;
    private static final int BATCH = 200;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final MeasurementHeader.Prober PROBER = new MeasurementHeader.Prober("longhaul", "0.1.0");

    private final SplittableRandom random = new SplittableRandom(20261121);
    private long runs;

    private LogGenerator() {}

    public static void main(String[] arguments) {
        if (arguments.length != 2) {
            System.err.println("usage: LogGenerator DIRECTORY SAMPLES");
            System.exit(2);
        }
        long samples = Long.parseLong(arguments[1]);
        try (LogWriter writer =
                MeasurementLog.at(Path.of(arguments[0])).openWriter(LogOptions.DEFAULT, warning -> {})) {
            new LogGenerator().write(writer, samples);
        }
    }

    private void write(LogWriter writer, long samples) {
        List<Link> links = links();
        List<Measurement> batch = new ArrayList<>();
        for (Link link : links) {
            batch.add(latency(link));
        }
        for (long written = 0; written < samples; written += SAMPLES_PER_RUN) {
            batch.add(throughput(links.get((int) (runs % links.size()))));
            if (batch.size() >= BATCH) {
                writer.appendAll(batch);
                batch.clear();
            }
        }
        writer.appendAll(batch);
    }

    private static List<Link> links() {
        List<Link> links = new ArrayList<>();
        for (int from = 0; from < SITES; from++) {
            for (int to = 0; to < SITES; to++) {
                if (from != to) {
                    links.add(Link.between("aws:r" + from, "aws:r" + to));
                }
            }
        }
        return links;
    }

    private MeasurementHeader header(Link link, Duration duration) {
        runs++;
        return new MeasurementHeader(
                "run-" + runs,
                link,
                Optional.of("m5.8xlarge"),
                Optional.of("m5.8xlarge"),
                START.plusSeconds(20 * runs),
                duration,
                PROBER,
                Optional.of("weeks"));
    }

    private LatencyMeasurement latency(Link link) {
        Duration rtt = Durations.ofMillis(10 + random.nextInt(200));
        return new LatencyMeasurement(
                header(link, Duration.ofSeconds(1)),
                LatencyMethod.TCP_ECHO,
                10,
                0,
                Optional.of(
                        new RttSummary(rtt, Optional.of(rtt), Optional.of(rtt), Optional.empty(), Optional.empty())));
    }

    private ThroughputMeasurement throughput(Link link) {
        List<IntervalSample> intervals = new ArrayList<>();
        long total = 0;
        for (int i = 0; i < SAMPLES_PER_RUN; i++) {
            long octets = Math.round(625_000_000 * (1 + 0.03 * random.nextGaussian()));
            total += octets;
            intervals.add(new IntervalSample(
                    Duration.ofSeconds(i),
                    Duration.ofSeconds(i + 1L),
                    Optional.of(DataSize.ofBytes(octets)),
                    Optional.of(DataSize.ofBytes(octets)),
                    OptionalLong.of(random.nextInt(5)),
                    Optional.of(Duration.ofNanos(50_000_000L + random.nextInt(1_000_000))),
                    Optional.empty()));
        }
        Bandwidth rate = Bandwidth.ofBitsPerSecond(8.0 * total / SAMPLES_PER_RUN);
        var both = Optional.of(new Transferred(Optional.of(DataSize.ofBytes(total)), rate));
        Duration duration = Duration.ofSeconds(SAMPLES_PER_RUN);
        return new ThroughputMeasurement(
                header(link, duration),
                new ThroughputAsked(
                        "longhaul",
                        64,
                        Optional.of(DataSize.ofMebibytes(7)),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        false,
                        Optional.of(duration)),
                ThroughputActual.UNKNOWN,
                both,
                both,
                Optional.of(new SteadyRate(rate, Optional.empty(), Duration.ofSeconds(2))),
                OptionalLong.of(100),
                Optional.empty(),
                List.of(),
                intervals,
                CpuUse.UNKNOWN,
                StopReason.TIME);
    }
}
