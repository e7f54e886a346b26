package io.longhaul.store.imports;

import io.longhaul.core.measure.CpuUse;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputActual;
import io.longhaul.core.measure.ThroughputAsked;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.store.csv.CsvRow;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.TemporalAccessor;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Turns the rows of one foreign table into measurements. One per file. Confined to one thread. */
final class CsvMeasurements {
    /** {@code 2022-01-29}, {@code 2022-01-29T22:19} or with a blank for the T, with or without a zone. */
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendPattern("['T'][' ']")
            .appendOptional(DateTimeFormatter.ISO_LOCAL_TIME)
            .appendPattern("[XXX][XX][X]")
            .toFormatter(Locale.ROOT);

    private final CsvMapping mapping;
    private final Map<String, Integer> occurrences = new HashMap<>();

    CsvMeasurements(CsvMapping mapping) {
        this.mapping = mapping;
    }

    void read(CsvRow row, FileImport into) {
        Optional<Link> link = into.link(row.site(column(CsvField.FROM)), row.site(column(CsvField.TO)));
        if (link.isEmpty()) {
            return;
        }
        Optional<Transferred> sent = rate(row, CsvField.SENT);
        Optional<Transferred> received = rate(row, CsvField.RECEIVED);
        Optional<Duration> rtt = rtt(row);
        String base = "csv-" + link.get().from() + "-" + link.get().to() + "-" + Digest.of(row.joined());
        int occurrence = occurrences.merge(base, 1, Integer::sum);
        String id = occurrence == 1 ? base : base + "-" + occurrence;
        if (sent.isPresent() || received.isPresent()) {
            into.add(throughput(row, header(row, id, link.get()), sent, received));
        }
        rtt.ifPresent(time -> into.add(LatencyMeasurement.withoutLosses(
                header(row, id + "-rtt", link.get()),
                LatencyMethod.ICMP_ECHO,
                1,
                new RttSummary(time, Optional.of(time), Optional.empty(), Optional.empty(), Optional.empty()))));
        if (sent.isEmpty() && received.isEmpty() && rtt.isEmpty()) {
            into.skip(SkipReason.NO_VALUE);
        }
    }

    private ThroughputMeasurement throughput(
            CsvRow row, MeasurementHeader header, Optional<Transferred> sent, Optional<Transferred> received) {
        ThroughputAsked asked = new ThroughputAsked(
                mapping.prober(),
                text(row, CsvField.STREAMS).isPresent() ? row.integer(column(CsvField.STREAMS), 1) : mapping.streams(),
                text(row, CsvField.WINDOW).map(window -> row.parse(column(CsvField.WINDOW), window, DataSize::parse)),
                Optional.empty(),
                Optional.empty(),
                false,
                false,
                Optional.of(header.duration()));
        return new ThroughputMeasurement(
                header,
                asked,
                ThroughputActual.UNKNOWN,
                sent,
                received,
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                CpuUse.UNKNOWN,
                StopReason.TIME);
    }

    private MeasurementHeader header(CsvRow row, String id, Link link) {
        return new MeasurementHeader(
                id,
                link,
                text(row, CsvField.FROM_VM_TYPE),
                text(row, CsvField.TO_VM_TYPE),
                text(row, CsvField.STARTED)
                        .map(time -> row.parse(column(CsvField.STARTED), time, CsvMeasurements::time))
                        .orElse(mapping.started()),
                text(row, CsvField.DURATION)
                        .map(seconds -> Durations.ofSeconds(row.decimal(column(CsvField.DURATION))))
                        .orElse(mapping.duration()),
                new MeasurementHeader.Prober(mapping.prober(), "unknown"),
                mapping.campaign());
    }

    private Optional<Transferred> rate(CsvRow row, CsvField field) {
        return text(row, field).map(text -> {
            Bandwidth rate = mapping.rateUnit()
                    .map(unit -> unit.times(row.decimal(column(field))))
                    .orElseGet(() -> row.parse(column(field), text, Bandwidth::parse));
            return new Transferred(Optional.empty(), rate);
        });
    }

    private Optional<Duration> rtt(CsvRow row) {
        return text(row, CsvField.RTT)
                .map(text -> mapping.rttUnit()
                        .map(unit -> Durations.ofSeconds(Durations.seconds(unit) * row.decimal(column(CsvField.RTT))))
                        .orElseGet(() -> row.parse(column(CsvField.RTT), text, Durations::parse)));
    }

    private static Instant time(String text) {
        TemporalAccessor time = TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
        if (time instanceof OffsetDateTime offset) {
            return offset.toInstant();
        }
        return time instanceof LocalDateTime local
                ? local.toInstant(ZoneOffset.UTC)
                : LocalDate.from(time).atStartOfDay().toInstant(ZoneOffset.UTC);
    }

    private Optional<String> text(CsvRow row, CsvField field) {
        return mapping.columns().containsKey(field) ? row.findText(column(field)) : Optional.empty();
    }

    private String column(CsvField field) {
        return mapping.columns().getOrDefault(field, field.id());
    }
}
