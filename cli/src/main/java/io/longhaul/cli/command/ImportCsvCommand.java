package io.longhaul.cli.command;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.store.imports.CsvField;
import io.longhaul.store.imports.CsvImporter;
import io.longhaul.store.imports.CsvMapping;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code import csv FILE... --column FIELD=NAME ... --into LOG}. */
@Command(
        name = "csv",
        description = {
            "Reads any table of measurements. Columns, units, what stands between fields, decimal commas and times as"
                    + " counts since 1970 are guessed where they are not told, and what was guessed is said."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul import csv grid.csv --into log",
            "  longhaul import csv grid.csv --column from=src --column to=dst --column sent=mbps \\",
            "      --rate-unit 1Mbit/s --streams 64 --started 2026-11-01T00:00:00Z --duration 10s --into log",
            "",
            "Fields: from, to, sent, received, rtt, streams, started, duration, window, from-vm-type, to-vm-type."
        })
public final class ImportCsvCommand implements Runnable {
    @Option(
            names = "--column",
            paramLabel = "FIELD=NAME",
            description = "Which column holds a field; once for each whose name does not say it.")
    private Map<String, String> columns = Map.of();

    @Option(
            names = "--rate-unit",
            paramLabel = "RATE",
            description = "What a rate of 1 means, as 1Mbit/s; without it, header or cells carry units.")
    private @Nullable Bandwidth rateUnit;

    @Option(
            names = "--rtt-unit",
            paramLabel = "TIME",
            description = "What a round-trip time of 1 means, as 1ms; without it, header or cells carry units.")
    private @Nullable Duration rttUnit;

    @Option(
            names = "--streams",
            paramLabel = "N",
            defaultValue = "1",
            description = "Streams of every run, where no column says (default: ${DEFAULT-VALUE}).")
    private int streams;

    @Option(
            names = "--started",
            paramLabel = "TIME",
            description = "Start of every run, where no column says, as 2026-11-01T00:00:00Z (default: 1970).")
    private @Nullable String started;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            defaultValue = "10s",
            description = "Length of every run, where no column says (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration duration;

    @Option(
            names = "--prober",
            paramLabel = "NAME",
            defaultValue = "csv",
            description = "What measured (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String prober;

    @Option(names = "--campaign", paramLabel = "NAME", description = "Name to file the rows under.")
    private @Nullable String campaign;

    @Mixin
    private ImportRun run = new ImportRun();

    @Override
    public void run() {
        var fields = new EnumMap<CsvField, String>(CsvField.class);
        columns.forEach((field, name) -> fields.put(CsvField.ofId(field), name));
        var mapping = new CsvMapping(
                fields,
                Optional.ofNullable(rateUnit),
                Optional.ofNullable(rttUnit),
                streams,
                start(),
                duration,
                prober,
                Optional.ofNullable(campaign));
        run.with(new CsvImporter(mapping)::importInto);
    }

    private Instant start() {
        try {
            return started == null ? Instant.EPOCH : Instant.parse(started);
        } catch (DateTimeParseException malformed) {
            throw new InvalidInputException(
                    "The start (" + started + ") is not a time.", "Write it like 2026-11-01T00:00:00Z.", malformed);
        }
    }
}
