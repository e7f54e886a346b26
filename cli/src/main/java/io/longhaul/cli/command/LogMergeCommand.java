package io.longhaul.cli.command;

import io.longhaul.cli.input.LogReading;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.Measurement;
import io.longhaul.store.log.LogOptions;
import io.longhaul.store.log.LogWriter;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code log merge LOG... --into LOG}. */
@Command(
        name = "merge",
        description = {
            "Joins logs of many machines and campaigns. A measurement whose id is there already is left out,",
            "so that merging again adds what is new. Journals and prices stay with their logs."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = "  longhaul log merge monday tuesday --into week")
public final class LogMergeCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Parameters(paramLabel = "LOG", arity = "1..*", description = "Logs to read.")
    private List<Path> logs = List.of();

    @Option(names = "--into", paramLabel = "LOG", required = true, description = "Log to append to; made when missing.")
    @SuppressWarnings("NullAway.Init")
    private Path into;

    @Mixin
    private LogReading reading = new LogReading();

    @Override
    public void run() {
        PrintWriter err = spec.commandLine().getErr();
        MeasurementLog target = MeasurementLog.at(into);
        for (Path log : logs) {
            if (isSame(log)) {
                throw new InvalidInputException(
                        "The log " + log + " is the one to merge into.", "Leave it out: what is in it stays.");
            }
            if (!MeasurementLog.at(log).exists()) {
                throw new InvalidInputException("There is no measurement log " + log + ".", "Check the name.");
            }
        }
        try (LogWriter writer = target.openWriter(LogOptions.DEFAULT, warning -> err.println(warning.message()))) {
            Set<String> known = new HashSet<>();
            try (Stream<String> ids = target.streamIds(ReadOptions.strict(warning -> err.println(warning.message())))) {
                ids.forEach(known::add);
            }
            for (Path log : logs) {
                merge(log, known, writer, err);
            }
        }
    }

    private void merge(Path log, Set<String> known, LogWriter writer, PrintWriter err) {
        try (Stream<Measurement> all = reading.stream(MeasurementLog.at(log), err)) {
            var read = new AtomicLong();
            long added = writer.appendAll(() -> all.filter(measurement -> {
                        read.incrementAndGet();
                        return known.add(measurement.header().id());
                    })
                    .iterator());
            spec.commandLine()
                    .getOut()
                    .println(log + ": " + added + " measurements added, " + (read.get() - added) + " known already.");
        }
    }

    private boolean isSame(Path log) {
        try {
            return Files.exists(log) && Files.exists(into) && Files.isSameFile(log, into);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
