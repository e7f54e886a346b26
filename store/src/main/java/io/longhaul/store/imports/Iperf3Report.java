package io.longhaul.store.imports;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputAsked;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.topology.Link;
import io.longhaul.store.json.FieldReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One report of iperf3, of the client or the server, as measurements: one, or two with {@code --bidir}; over TCP or UDP. A
 * report has kernel figures only of its own sockets, so RTT and retransmits are kept where its end sends, and each socket
 * buffer where it belongs to that end of the data. Confined to one thread.
 */
final class Iperf3Report {
    private final Iperf3Options options;
    private final FieldReader report;
    private final Instant fallbackStart;
    private final String digest;
    private boolean ofServer;

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
        ofServer = start.has("accepted_connection");
        Optional<String> error = report.findText("error");
        if (error.isPresent()) {
            MeasurementHeader header = header(start, false, Duration.ZERO);
            return List.of(new FailedMeasurement(header, Measurement.Kind.THROUGHPUT, "iperf3-error", error.get()));
        }
        FieldReader test = start.object("test_start", fields -> fields);
        String protocol = test.text("protocol");
        if (!protocol.equals("TCP") && !protocol.equals("UDP")) {
            throw new InvalidInputException(
                    report.source() + " is a run over " + protocol + ".",
                    "Only runs over TCP and UDP can be imported; leave this file out.");
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
        var side = new Iperf3Side(ofServer, serverSends);
        List<FieldReader> streams = side.streams(end);
        return new ThroughputMeasurement(
                header(start, serverSends, duration),
                asked(start, test, serverSends, end.has("sum_sent_bidir_reverse")),
                side.actual(start, end),
                side.knowsSent() ? Optional.of(transferred(sent)) : Optional.empty(),
                side.knowsReceived() ? Optional.of(transferred(received)) : Optional.empty(),
                Optional.empty(),
                sent.findInteger("retransmits"),
                side.sends() ? Iperf3Kernel.rtt(streams) : Optional.empty(),
                side.totals(streams),
                report.objects("intervals", row -> interval(row, side, suffix)).stream()
                        .flatMap(Optional::stream)
                        .toList(),
                Iperf3Kernel.cpu(end, duration, ofServer),
                test.findInteger("bytes").orElse(0) + test.findInteger("blocks").orElse(0) > 0
                        ? StopReason.VOLUME
                        : StopReason.TIME,
                side.datagrams(end, suffix, streams),
                Optional.empty());
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
                test.findSeconds("duration").filter(time -> !time.isZero()),
                test.findBps("target_bitrate")
                        .filter(rate -> !rate.isZero())
                        .map(rate -> rate.times((double) test.smallInteger("num_streams"))));
    }

    private static Transferred transferred(FieldReader sum) {
        return new Transferred(sum.findBytes("bytes"), sum.bps("bits_per_second"));
    }

    /** Intervals of the omitted warm-up are left out: their clock starts again at zero. */
    private static Optional<IntervalSample> interval(FieldReader row, Iperf3Side side, String suffix) {
        Optional<FieldReader> sum = row.findObject("sum" + suffix, fields -> fields)
                .filter(fields -> !fields.findFlag("omitted").orElse(false));
        return sum.map(fields -> new IntervalSample(
                fields.seconds("start"),
                fields.seconds("end"),
                side.sends() ? fields.findBytes("bytes") : Optional.empty(),
                side.sends() ? Optional.empty() : fields.findBytes("bytes"),
                fields.findInteger("retransmits"),
                side.sends() ? Iperf3Kernel.meanRtt(row) : Optional.empty(),
                Optional.empty()));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
