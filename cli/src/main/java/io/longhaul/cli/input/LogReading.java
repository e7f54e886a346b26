package io.longhaul.cli.input;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.estimate.DocumentedCaps;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.measure.Measurement;
import io.longhaul.estimator.Estimator;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How commands read a measurement log: strictly, unless corrupt lines are to be skipped and named; all of it, or up to a time. */
public final class LogReading {
    @Option(
            names = "--skip-corrupt",
            description = "Skip lines of the log that cannot be read, and name each, instead of stopping.")
    private boolean skipCorrupt;

    @Option(
            names = "--as-of",
            paramLabel = "TIME",
            description = "Read only what had ended by then, as 2026-11-22T18:00:00Z.")
    private @Nullable Instant asOf;

    /**
     * Estimates a whole log.
     *
     * @throws InvalidInputException when there is no log, or it is empty or corrupt
     */
    public Snapshot estimate(Path directory, DocumentedCaps documented, PrintWriter err) {
        try (Stream<Measurement> log = stream(MeasurementLog.at(directory), err)) {
            Snapshot snapshot = Estimator.estimate(log, documented);
            if (snapshot.links().isEmpty()) {
                throw empty(directory);
            }
            return snapshot;
        }
    }

    /** A log without any measurement. */
    public static InvalidInputException empty(Path directory) {
        return new InvalidInputException(
                "The measurement log " + directory + " holds no measurements.",
                "Measure with longhaul probe ... --into " + directory + ", or import something into it.");
    }

    /** All measurements of a log; close the stream. */
    public Stream<Measurement> stream(MeasurementLog log, PrintWriter err) {
        Stream<Measurement> all = log.stream(new ReadOptions(skipCorrupt, warning -> err.println(warning.message())));
        Instant end = asOf;
        return end == null
                ? all
                : all.filter(measurement -> !measurement.header().ended().isAfter(end));
    }
}
