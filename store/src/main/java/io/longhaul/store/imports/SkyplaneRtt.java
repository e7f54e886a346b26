package io.longhaul.store.imports;

import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Durations;
import io.longhaul.store.csv.CsvRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The round-trip times of 2022-04-16, {@code ping -c 10} between public addresses. Hosts pinged all others at once, and
 * some counted the replies of neighbours: {@code rtt_ms} is the value that survives, {@code rtt_from} tells where it
 * comes from. It is taken for the minimum. The maximum is taken only where the row is the host's own; averages are
 * left out. The file has no times, the day is the published one.
 */
final class SkyplaneRtt implements SkyplaneTable {
    private static final Instant DAY = Instant.parse("2022-04-16T00:00:00Z");
    private static final int PINGS = 10;
    /** Ten probes, a second apart. */
    private static final Duration DURATION = Duration.ofSeconds(PINGS - 1);

    @Override
    public String kind() {
        return "Skyplane round-trip times";
    }

    @Override
    public List<String> columns() {
        return Stream.concat(
                        SkyplaneRows.COLUMNS.stream(), Stream.of("min_ms", "avg_ms", "max_ms", "rtt_ms", "rtt_from"))
                .toList();
    }

    @Override
    public RowReader open(SkyplaneOptions options, String fileName) {
        SkyplaneRows rows = new SkyplaneRows(options, "skyplane-rtt");
        return (row, into) -> rows.link(row, into).ifPresent(link -> read(rows, row, link, into));
    }

    private static void read(SkyplaneRows rows, CsvRow row, Link link, FileImport into) {
        Optional<Duration> rtt = row.findDecimal("rtt_ms").map(Durations::ofMillis);
        if (rtt.isEmpty()) {
            into.skip(SkipReason.NO_TRUSTED_RTT);
            return;
        }
        boolean own = row.text("rtt_from").equals("own");
        Optional<Duration> max = own ? row.findDecimal("max_ms").map(Durations::ofMillis) : Optional.empty();
        MeasurementHeader header = rows.header(row, link, DAY, DURATION);
        RttSummary summary = new RttSummary(rtt.get(), Optional.empty(), Optional.empty(), Optional.empty(), max);
        into.add(LatencyMeasurement.withoutLosses(header, LatencyMethod.ICMP_ECHO, PINGS, summary));
    }
}
