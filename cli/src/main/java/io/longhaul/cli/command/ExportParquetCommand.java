package io.longhaul.cli.command;

import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.input.LogReading;
import io.longhaul.cli.text.Progress;
import io.longhaul.core.measure.Measurement;
import io.longhaul.store.export.ParquetExport;
import io.longhaul.store.log.MeasurementLog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code export parquet LOG -o DIR}. */
@Command(
        name = "parquet",
        description = "Writes a log as runs.parquet and intervals.parquet, for pandas, Spark and the like.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul export parquet log -o tables",
            "  python3 -c 'import pandas; print(pandas.read_parquet(\"tables/runs.parquet\").describe())'"
        })
public final class ExportParquetCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Parameters(paramLabel = "LOG", description = "Directory of the measurement log.")
    @SuppressWarnings("NullAway.Init")
    private Path log;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            required = true,
            description = "Directory for the two files; made when missing.")
    @SuppressWarnings("NullAway.Init")
    private Path output;

    @Mixin
    private LogReading reading = new LogReading();

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        ParquetExport.Summary summary;
        try (Progress progress = Progress.counting("Exporting", err);
                Stream<Measurement> measurements = reading.stream(MeasurementLog.at(log), err)) {
            summary = ParquetExport.write(measurements, output, runs -> progress.at(runs, "measurements"));
        }
        if (format.isJson()) {
            out.print(ParquetExport.Summary.JSON.toJson(summary));
        } else {
            out.println(summary.runs() + " runs in " + summary.runsFile());
            out.println(summary.intervals() + " intervals in " + summary.intervalsFile());
        }
    }
}
