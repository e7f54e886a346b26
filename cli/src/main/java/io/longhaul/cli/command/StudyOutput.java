package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.store.json.JsonDocument;
import io.longhaul.store.log.LogOptions;
import io.longhaul.store.log.LogWriter;
import io.longhaul.store.log.MeasurementLog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where the runs of a study go, each as soon as it ends, and how its answer is printed. */
final class StudyOutput {
    @Option(names = "--into", paramLabel = "LOG", description = "Append every run to this log; made when missing.")
    private @Nullable Path log;

    @Mixin
    private FormatOption format = new FormatOption();

    /** Opens the log, if one is named. */
    Keeper open(PrintWriter err) {
        return new Keeper(Optional.ofNullable(log)
                .map(path -> MeasurementLog.at(path)
                        .openWriter(LogOptions.DEFAULT, warning -> err.println(warning.message()))));
    }

    /** Keeps runs. Confined to one thread. */
    static final class Keeper implements AutoCloseable {
        private final Optional<LogWriter> writer;

        private Keeper(Optional<LogWriter> writer) {
            this.writer = writer;
        }

        void keep(Measurement run) {
            writer.ifPresent(open -> open.append(run));
        }

        @Override
        public void close() {
            writer.ifPresent(LogWriter::close);
        }
    }

    /**
     * Prints an answer.
     *
     * @param runs behind it
     * @return complete, or incomplete when some runs failed
     * @throws ProbeFailedException when all failed
     */
    <T> ExitCode print(
            T answer,
            List<Measurement> runs,
            JsonDocument<T> json,
            Function<T, String> text,
            PrintWriter out,
            PrintWriter err) {
        List<FailedMeasurement> failed = runs.stream()
                .filter(FailedMeasurement.class::isInstance)
                .map(FailedMeasurement.class::cast)
                .toList();
        if (!runs.isEmpty() && failed.size() == runs.size()) {
            throw new ProbeFailedException(failed.get(0));
        }
        if (format.isJson()) {
            out.print(json.toJson(answer));
        } else {
            out.println(text.apply(answer));
        }
        out.flush();
        failed.stream()
                .map(FailedMeasurement::message)
                .distinct()
                .forEach(message -> err.println("Failed: " + message));
        return failed.isEmpty() ? ExitCode.OK : ExitCode.INCOMPLETE;
    }
}
