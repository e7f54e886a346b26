package io.longhaul.store.imports;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.CpuUse;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.StreamTotal;
import io.longhaul.core.measure.ThroughputActual;
import io.longhaul.core.measure.ThroughputAsked;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.store.json.FieldReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One report of an iperf3 client as measurements: one, or two with {@code --bidir}. The client's report has kernel
 * figures only of its own sockets, so RTT and retransmits are kept where the client sends, and each socket buffer where
 * it belongs to that end of the data. Confined to one thread.
 */
final class Iperf3Report {
    private final Iperf3Options options;
    private final FieldReader report;
    private final Instant fallbackStart;
    private final String digest;

    /**
     * @param fallbackStart start of a run that failed before iperf3 wrote a time
     * @param digest stands in for the cookie of such a run
     */
    Iperf3Report(Iperf3Options options, FieldReader report, Instant fallbackStart, String digest) {
        this.options = options;
        this.report = report;
        this.fallbackStart = fallbackStart;
        this.digest = digest;
    }

    List<Measurement> measurements() {
        return report.object("start", this::measurements);
    }

    private List<Measurement> measurements(FieldReader start) {
        Optional<String> error = report.findText("error");
        if (error.isPresent()) {
            MeasurementHeader header = header(start, false, Duration.ZERO);
            return List.of(new FailedMeasurement(header, "throughput", "iperf3-error", error.get()));
        }
        FieldReader test = start.object("test_start", fields -> fields);
        if (!test.text("protocol").equals("TCP")) {
            throw new InvalidInputException(
                    report.source() + " is a run over " + test.text("protocol") + ".",
                    "Only TCP runs are throughput measurements; leave this file out.");
        }
        boolean reverse = test.findInteger("reverse").orElse(0) == 1;
        List<Measurement> both = new ArrayList<>();
        both.add(direction(start, test, reverse, ""));
        if (report.object("end", end -> end.has("sum_sent_bidir_reverse"))) {
            both.add(direction(start, test, !reverse, "_bidir_reverse"));
        }
        return both;
    }

    private ThroughputMeasurement direction(FieldReader start, FieldReader test, boolean serverSends, String suffix) {
        FieldReader end = report.object("end", fields -> fields);
        FieldReader sent = end.object("sum_sent" + suffix, fields -> fields);
        FieldReader received = end.object("sum_received" + suffix, fields -> fields);
        Duration duration = longer(sent.seconds("seconds"), received.seconds("seconds"));
        List<FieldReader> streams = end.objects("streams", stream -> stream).stream()
                .filter(stream ->
                        stream.object("sender", side -> side.findFlag("sender").orElse(!serverSends)) != serverSends)
                .toList();
        return new ThroughputMeasurement(
                header(start, serverSends, duration),
                asked(start, test, serverSends, end.has("sum_sent_bidir_reverse")),
                actual(start, end, serverSends),
                Optional.of(transferred(sent)),
                Optional.of(transferred(received)),
                Optional.empty(),
                sent.findInteger("retransmits"),
                serverSends ? Optional.empty() : rtt(streams),
                totals(streams),
                report.objects("intervals", row -> interval(row, serverSends, suffix)).stream()
                        .flatMap(Optional::stream)
                        .toList(),
                cpu(end, duration),
                test.findInteger("bytes").orElse(0) + test.findInteger("blocks").orElse(0) > 0
                        ? StopReason.VOLUME
                        : StopReason.TIME);
    }

    private MeasurementHeader header(FieldReader start, boolean serverSends, Duration duration) {
        Instant started = start.findObject("timestamp", time -> Instant.ofEpochSecond(time.integer("timesecs")))
                .orElse(fallbackStart);
        String version = start.findText("version").orElse("unknown").replaceFirst("^iperf ", "");
        String id = "iperf3-" + start.findText("cookie").orElse(digest) + (serverSends ? "-down" : "-up");
        return new MeasurementHeader(
                id,
                serverSends
                        ? new Link(options.server(), options.client())
                        : new Link(options.client(), options.server()),
                serverSends ? options.serverVmType() : options.clientVmType(),
                serverSends ? options.clientVmType() : options.serverVmType(),
                started,
                duration,
                new MeasurementHeader.Prober("iperf3", version),
                options.campaign());
    }

    /** Zero means that iperf3 was not asked for it. */
    private static ThroughputAsked asked(FieldReader start, FieldReader test, boolean reverse, boolean bidirectional) {
        return new ThroughputAsked(
                "iperf3",
                test.smallInteger("num_streams"),
                start.findBytes("sock_bufsize").filter(size -> !size.isZero()),
                test.findBytes("blksize").filter(size -> !size.isZero()),
                Optional.empty(),
                reverse && !bidirectional,
                bidirectional,
                test.findSeconds("duration").filter(time -> !time.isZero()));
    }

    private static ThroughputActual actual(FieldReader start, FieldReader end, boolean serverSends) {
        Optional<DataSize> none = Optional.empty();
        return new ThroughputActual(
                serverSends ? none : start.findBytes("sndbuf_actual"),
                serverSends ? start.findBytes("rcvbuf_actual") : none,
                end.findText("sender_tcp_congestion"),
                start.findBytes("tcp_mss").or(() -> start.findBytes("tcp_mss_default")));
    }

    private static Transferred transferred(FieldReader sum) {
        return new Transferred(sum.findBytes("bytes"), sum.bps("bits_per_second"));
    }

    private static List<StreamTotal> totals(List<FieldReader> streams) {
        List<StreamTotal> totals = new ArrayList<>();
        for (FieldReader stream : streams) {
            FieldReader sender = stream.object("sender", side -> side);
            totals.add(new StreamTotal(
                    totals.size() + 1,
                    sender.findBytes("bytes"),
                    stream.findObject("receiver", side -> side).flatMap(side -> side.findBytes("bytes")),
                    sender.findInteger("retransmits")));
        }
        return totals;
    }

    /** Extremes of the kernel's smoothed RTT, which iperf3 reads once an interval. */
    private static Optional<RttSummary> rtt(List<FieldReader> streams) {
        List<FieldReader> senders = streams.stream()
                .map(stream -> stream.object("sender", side -> side))
                .filter(side -> side.findInteger("min_rtt").orElse(0) > 0)
                .toList();
        return senders.stream()
                .mapToLong(side -> side.integer("min_rtt"))
                .boxed()
                .reduce(Math::min)
                .map(min -> {
                    long max = senders.stream()
                            .mapToLong(side -> side.findInteger("max_rtt").orElse(min))
                            .max()
                            .orElse(min);
                    return new RttSummary(
                            micros(min),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.of(micros(max)));
                });
    }

    /** Intervals of the omitted warm-up are left out: their clock starts again at zero. */
    private static Optional<IntervalSample> interval(FieldReader row, boolean serverSends, String suffix) {
        Optional<FieldReader> sum = row.findObject("sum" + suffix, fields -> fields)
                .filter(fields -> !fields.findFlag("omitted").orElse(false));
        return sum.map(fields -> new IntervalSample(
                fields.seconds("start"),
                fields.seconds("end"),
                serverSends ? Optional.empty() : fields.findBytes("bytes"),
                serverSends ? fields.findBytes("bytes") : Optional.empty(),
                fields.findInteger("retransmits"),
                serverSends ? Optional.empty() : meanRtt(row),
                Optional.empty()));
    }

    private static Optional<Duration> meanRtt(FieldReader row) {
        var rtts = row.objects("streams", stream -> stream.findInteger("rtt")).stream()
                .filter(rtt -> rtt.orElse(0) > 0)
                .mapToLong(rtt -> rtt.getAsLong())
                .average();
        return rtts.isPresent() ? Optional.of(micros(Math.round(rtts.getAsDouble()))) : Optional.empty();
    }

    /** Per cent of one core over the run. */
    private static CpuUse cpu(FieldReader end, Duration duration) {
        return end.findObject(
                        "cpu_utilization_percent",
                        percent -> new CpuUse(
                                share(
                                        duration,
                                        percent.findDecimal("host_total").orElse(Double.NaN)),
                                share(
                                        duration,
                                        percent.findDecimal("remote_total").orElse(Double.NaN))))
                .orElse(CpuUse.UNKNOWN);
    }

    private static Optional<Duration> share(Duration duration, double percent) {
        return Double.isNaN(percent)
                ? Optional.empty()
                : Optional.of(Durations.ofSeconds(Durations.seconds(duration) * percent / 100));
    }

    private static Duration micros(long micros) {
        return Duration.ofNanos(Math.multiplyExact(micros, 1_000L));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
