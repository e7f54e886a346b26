package io.longhaul.store.imports;

import io.longhaul.core.measure.CpuUse;
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
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A throughput grid: one iperf3 run a row, sent and received rates kept apart. {@code run} is the start of the whole
 * campaign in the measurers' local time, which is not known; it is taken for UTC.
 */
final class SkyplaneThroughput implements SkyplaneTable {
    @Override
    public String kind() {
        return "Skyplane throughput grid";
    }

    @Override
    public List<String> columns() {
        return Stream.concat(
                        SkyplaneRows.COLUMNS.stream(),
                        Stream.of("connections", "seconds", "sent_bps", "received_bps", "run"))
                .toList();
    }

    @Override
    public RowReader open(SkyplaneOptions options, String fileName) {
        SkyplaneRows rows = new SkyplaneRows(options, "skyplane");
        return (row, into) -> rows.link(row, into).ifPresent(link -> into.add(measurement(rows, row, link)));
    }

    private static ThroughputMeasurement measurement(SkyplaneRows rows, CsvRow row, Link link) {
        Instant started =
                row.parse("run", row.text("run"), LocalDateTime::parse).toInstant(ZoneOffset.UTC);
        Duration duration = Durations.ofSeconds(row.decimal("seconds"));
        MeasurementHeader header = rows.header(row, link, started, duration);
        ThroughputAsked asked = new ThroughputAsked(
                "iperf3",
                row.integer("connections", 1),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                false,
                Optional.of(duration));
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

    /** iperf3's {@code host_total} is CPU time over wall-clock time, 100 % being one core. */
    private static Optional<Duration> senderCpu(CsvRow row, Duration duration) {
        return row.findDecimal("cpu_pct")
                .map(percent -> Durations.ofSeconds(Durations.seconds(duration) * percent / 100));
    }
}
