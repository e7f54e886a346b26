package io.longhaul.store.imports;

import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputAsked;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.store.csv.CsvRow;
import io.longhaul.store.csv.CsvTable;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.TemporalAccessor;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

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
    private final boolean commasStandInNumbers;
    private final FileImport into;
    private final Map<CsvField, Optional<Bandwidth>> rateUnits = new EnumMap<>(CsvField.class);
    private final Optional<Duration> rttUnit;
    private final Map<String, Integer> occurrences = new HashMap<>();

    CsvMeasurements(CsvMapping mapping, CsvTable table, FileImport into) {
        this.mapping = mapping;
        this.commasStandInNumbers = table.separator() != ',';
        this.into = into;
        for (CsvField field : List.of(CsvField.SENT, CsvField.RECEIVED)) {
            rateUnits.put(field, mapping.rateUnit().or(() -> inHeader(field, CsvGuess::rateUnit)));
        }
        rttUnit = mapping.rttUnit().or(() -> inHeader(CsvField.RTT, CsvGuess::timeUnit));
    }

    private <T> Optional<T> inHeader(CsvField field, Function<String, Optional<T>> unit) {
        return Optional.ofNullable(mapping.columns().get(field)).flatMap(unit);
    }

    void read(CsvRow row) {
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
        return ThroughputMeasurement.ofRates(
                header, asked, sent, received, Optional.empty(), List.of(), StopReason.TIME);
    }

    private MeasurementHeader header(CsvRow row, String id, Link link) {
        return new MeasurementHeader(
                id,
                link,
                text(row, CsvField.FROM_VM_TYPE),
                text(row, CsvField.TO_VM_TYPE),
                text(row, CsvField.STARTED)
                        .map(time -> row.parse(column(CsvField.STARTED), time, this::started))
                        .orElse(mapping.started()),
                text(row, CsvField.DURATION)
                        .map(seconds -> Durations.ofSeconds(row.decimal(column(CsvField.DURATION))))
                        .orElse(mapping.duration()),
                new MeasurementHeader.Prober(mapping.prober(), "unknown"),
                mapping.campaign());
    }

    private Optional<Transferred> rate(CsvRow row, CsvField field) {
        return text(row, field).map(text -> {
            Optional<Bandwidth> unit = rateUnits.getOrDefault(field, Optional.empty());
            Bandwidth rate = unit.isPresent() && (mapping.rateUnit().isPresent() || isBare(text))
                    ? unit.get().times(number(row, field, text, unit.get().toString(), mapping.rateUnit()))
                    : row.parse(column(field), text, Bandwidth::parse);
            return new Transferred(Optional.empty(), rate);
        });
    }

    private Optional<Duration> rtt(CsvRow row) {
        return text(row, CsvField.RTT)
                .map(text -> rttUnit.isPresent() && (mapping.rttUnit().isPresent() || isBare(text))
                        ? Durations.ofSeconds(Durations.seconds(rttUnit.get())
                                * number(row, CsvField.RTT, text, Durations.format(rttUnit.get()), mapping.rttUnit()))
                        : row.parse(column(CsvField.RTT), text, Durations::parse));
    }

    /** Whether a cell is a number without a unit; then the header's unit holds. */
    private static boolean isBare(String text) {
        return Character.isDigit(text.charAt(text.length() - 1));
    }

    private double number(CsvRow row, CsvField field, String text, String unit, Optional<?> told) {
        if (told.isEmpty()) {
            into.guess("by its name, 1 in " + column(field) + " is " + unit);
        }
        Optional<String> point = commasStandInNumbers ? CsvGuess.decimalComma(text) : Optional.empty();
        point.ifPresent(read -> into.guess("commas in numbers are decimal, as " + text + " = " + read));
        return row.decimalOf(column(field), point.orElse(text));
    }

    private Instant started(String text) {
        Optional<Instant> epoch = CsvGuess.epoch(text);
        epoch.ifPresent(time -> into.guess("times count from 1970, as " + text + " = " + time));
        return epoch.orElseGet(() -> time(text));
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
