package io.longhaul.cli.command;

import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.text.MeasurementText;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.store.json.MeasurementJson;
import io.longhaul.store.log.LogOptions;
import io.longhaul.store.log.LogWriter;
import io.longhaul.store.log.MeasurementLog;
import java.io.PrintWriter;
import java.nio.file.Path;
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
     * Keeps and prints a measurement.
     *
     * @throws ProbeFailedException when it failed; it is in the log all the same
     */
    void keep(Measurement measurement, PrintWriter out, PrintWriter err) {
        if (log != null) {
            try (LogWriter writer =
                    MeasurementLog.at(log).openWriter(LogOptions.DEFAULT, warning -> err.println(warning.message()))) {
                writer.append(measurement);
            }
        }
        if (measurement instanceof FailedMeasurement failed) {
            throw new ProbeFailedException(failed);
        }
        if (format.isJson()) {
            out.print(new MeasurementJson().toJson(measurement));
        } else {
            out.println(MeasurementText.of(measurement));
        }
    }

    boolean isJson() {
        return format.isJson();
    }
}
