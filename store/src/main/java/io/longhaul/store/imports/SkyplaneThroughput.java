package io.longhaul.store.imports;

import static java.util.Map.entry;

import io.longhaul.core.measure.CpuUse;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputActual;
import io.longhaul.core.measure.ThroughputAsked;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Durations;
import io.longhaul.store.csv.CsvRow;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A throughput grid: one iperf3 run a row, sent and received rates kept apart. {@code run} is the start of the whole
 * campaign in the measurers' local time, which is not known; it is taken for UTC. In the form Skyplane publishes, it
 * stands in the path of iperf3's output.
 */
final class SkyplaneThroughput implements SkyplaneTable {
    private static final String RUN = "run";
    private static final Pattern RUN_IN_PATH = Pattern.compile("/(\\d{4}\\.\\d\\d\\.\\d\\d_\\d\\d\\.\\d\\d)_");
    private static final DateTimeFormatter IN_PATH = DateTimeFormatter.ofPattern("yyyy.MM.dd_HH.mm", Locale.ROOT);
    private static final List<String> COLUMNS = Stream.concat(
                    SkyplaneRows.COLUMNS.stream(), Stream.of("connections", "seconds", "sent_bps", "received_bps", RUN))
            .toList();

    @Override
    public Map<String, String> fileNames() {
        return Map.ofEntries(
                entry("src", "src_region"),
                entry("src_vm", "src_instance_class"),
                entry("dst", "dst_region"),
                entry("dst_vm", "dst_instance_class"),
                entry("connections", "iperf3_connections"),
                entry("seconds", "iperf3_runtime"),
                entry("sent_bps", "throughput_sent"),
                entry("received_bps", "throughput_received"),
                entry("cpu_pct", "cpu_utilization"),
                entry(RUN, "stdout_path"));
    }

    @Override
    public Map<String, String> otherFileNames() {
        return Map.of("received_bps", "throughput_recieved"); // so spelt in the files of 2022-11
    }

    @Override
    public String kind() {
        return "Skyplane throughput grid";
    }

    @Override
    public List<String> columns() {
        return COLUMNS;
    }

    @Override
    public RowReader open(SkyplaneOptions options, String fileName) {
        SkyplaneRows rows = new SkyplaneRows(options, "skyplane");
        return (row, into) -> rows.link(row, into).ifPresent(link -> into.add(measurement(rows, row, link)));
    }

    private static Measurement measurement(SkyplaneRows rows, CsvRow row, Link link) {
        LocalDateTime run = row.parse(RUN, row.text(RUN), SkyplaneThroughput::run);
        Duration duration = Durations.ofSeconds(row.decimal("seconds"));
        MeasurementHeader header = rows.header(row, canonical(row, run), link, run.toInstant(ZoneOffset.UTC), duration);
        if (row.findText("success").filter("False"::equalsIgnoreCase).isPresent()) {
            return new FailedMeasurement(
                    header, Measurement.Kind.THROUGHPUT, "iperf3-error", "Skyplane says only that the run failed.");
        }
        ThroughputAsked asked = ThroughputAsked.streams("iperf3", row.integer("connections", 1), Optional.of(duration));
        return new ThroughputMeasurement(
                header,
                asked,
                ThroughputActual.UNKNOWN,
                Optional.of(new Transferred(Optional.empty(), row.bitsPerSecond("sent_bps"))),
                Optional.of(new Transferred(Optional.empty(), row.bitsPerSecond("received_bps"))),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                new CpuUse(senderCpu(row, duration), Optional.empty()),
                StopReason.TIME);
    }

    private static LocalDateTime run(String text) {
        Matcher inPath = RUN_IN_PATH.matcher(text);
        return inPath.find() ? LocalDateTime.parse(inPath.group(1), IN_PATH) : LocalDateTime.parse(text);
    }

    /** The row as a file of the short form has it, so that a run is known again from either form. */
    private static String canonical(CsvRow row, LocalDateTime run) {
        return row.findText("src_region").isEmpty()
                ? row.joined()
                : row.joined(List.of(
                                "src",
                                "src_tier",
                                "src_vm",
                                "dst",
                                "dst_tier",
                                "dst_vm",
                                "connections",
                                "seconds",
                                "sent_bps",
                                "received_bps",
                                "cpu_pct"))
                        + "," + run;
    }

    /** iperf3's {@code host_total} is CPU time over wall-clock time, 100 % being one core. */
    private static Optional<Duration> senderCpu(CsvRow row, Duration duration) {
        return row.findDecimal("cpu_pct")
                .map(percent -> Durations.ofSeconds(Durations.seconds(duration) * percent / 100));
    }
}
