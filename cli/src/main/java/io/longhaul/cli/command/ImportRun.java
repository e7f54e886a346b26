package io.longhaul.cli.command;

import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.text.ImportJson;
import io.longhaul.cli.text.ImportText;
import io.longhaul.cli.text.Progress;
import io.longhaul.store.imports.ImportProgress;
import io.longhaul.store.imports.ImportSummary;
import io.longhaul.store.log.LogWarning;
import io.longhaul.store.log.MeasurementLog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What every import shares: the files, the log, the progress and the summary. */
final class ImportRun {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Files to read.")
    @SuppressWarnings("NullAway.Init")
    private List<Path> files;

    @Option(names = "--into", paramLabel = "LOG", required = true, description = "Measurement log; made when missing.")
    @SuppressWarnings("NullAway.Init")
    private Path log;

    @Mixin
    private FormatOption format = new FormatOption();

    /** Reads files into a log. */
    @FunctionalInterface
    interface Importer {
        ImportSummary importInto(
                MeasurementLog log, List<Path> files, ImportProgress progress, Consumer<LogWarning> warnings);
    }

    void with(Importer importer) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        ImportSummary summary;
        try (Progress progress = Progress.counting("Importing", err)) {
            summary = importer.importInto(
                    MeasurementLog.at(log),
                    files,
                    (file, rows) -> progress.at(rows, String.valueOf(file.getFileName())),
                    warning -> err.println(warning.message()));
        }
        out.println(format.isJson() ? ImportJson.of(summary) : ImportText.of(summary, log));
    }
}
