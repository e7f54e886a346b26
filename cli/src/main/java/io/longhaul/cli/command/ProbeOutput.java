package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.probes.spec.FailureReason;
import io.longhaul.store.json.JsonDocument;
import io.longhaul.store.log.LogOptions;
import io.longhaul.store.log.LogWriter;
import io.longhaul.store.log.MeasurementLog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where a measurement goes: into a log, if one is named, and to the user. */
final class ProbeOutput {
    @Option(
            names = "--into",
            paramLabel = "LOG",
            description = "Append the measurement to this log; made when missing.")
    private @Nullable Path log;

    @Mixin
    private FormatOption format = new FormatOption();

    /**
     * Puts a measurement into the log.
     *
     * @return whether there is anything to print; not when the user ended the probe too early
     * @throws ProbeFailedException when it failed; it is in the log all the same
     */
    boolean keep(Measurement measurement, PrintWriter err) {
        if (log != null) {
            try (LogWriter writer =
                    MeasurementLog.at(log).openWriter(LogOptions.DEFAULT, warning -> err.println(warning.message()))) {
                writer.append(measurement);
            }
        }
        if (!(measurement instanceof FailedMeasurement failed)) {
            return true;
        }
        if (failed.reason().equals(FailureReason.CANCELLED.id())) {
            err.println("Interrupted before anything was measured.");
            return false;
        }
        throw new ProbeFailedException(failed);
    }

    /** Prints an answer. */
    <T> void print(T answer, JsonDocument<T> json, Function<T, String> text, PrintWriter out) {
        if (format.isJson()) {
            out.print(json.toJson(answer));
        } else {
            out.println(text.apply(answer));
        }
    }

    /** Complete, unless the user ended it early. */
    static ExitCode exitCode(boolean interrupted, PrintWriter err) {
        if (interrupted) {
            err.println("Interrupted: the answer rests on what was measured until then.");
        }
        return interrupted ? ExitCode.INCOMPLETE : ExitCode.OK;
    }
}
