package io.longhaul.cli.command;

import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.text.ImportJson;
import io.longhaul.cli.text.ImportText;
import io.longhaul.cli.text.Progress;
import io.longhaul.store.imports.ImportSummary;
import io.longhaul.store.imports.SkyplaneImporter;
import io.longhaul.store.imports.SkyplaneOptions;
import io.longhaul.store.log.MeasurementLog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code import skyplane FILE... --into LOG}. */
@Command(
        name = "skyplane",
        description = {
            "Reads what the Skyplane project published: throughput grids, round-trip times and prices.",
            "Each file is recognised by its header. Importing a file twice adds nothing the second time."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul import skyplane throughput.csv rtt.csv prices.csv --into log",
            "  longhaul import skyplane throughput.csv --all-tiers --into log"
        })
public final class ImportSkyplaneCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "CSV files as Skyplane publishes them.")
    @SuppressWarnings("NullAway.Init")
    private List<Path> files;

    @Option(names = "--into", paramLabel = "LOG", required = true, description = "Measurement log; made when missing.")
    @SuppressWarnings("NullAway.Init")
    private Path log;

    @Option(names = "--all-tiers", description = "Take GCP's standard network tier too, as campaigns of their own.")
    private boolean allTiers;

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        ImportSummary summary;
        try (Progress progress = Progress.counting("Importing", err)) {
            summary = new SkyplaneImporter(new SkyplaneOptions(allTiers))
                    .importInto(
                            MeasurementLog.at(log),
                            files,
                            (file, rows) -> progress.at(rows, String.valueOf(file.getFileName())),
                            warning -> err.println(warning.message()));
        }
        out.println(format.isJson() ? ImportJson.of(summary) : ImportText.of(summary, log));
    }
}
