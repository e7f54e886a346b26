package io.longhaul.cli.command;

import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.input.LogReading;
import io.longhaul.cli.text.EstimateText;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.estimator.Predictions;
import io.longhaul.store.catalogue.Catalogue;
import io.longhaul.store.json.SnapshotJson;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code estimate LOG}: what the log makes us believe, and what limits each link. */
@Command(
        name = "estimate",
        description = "Turns a measurement log into a snapshot: caps of the VMs, rates, and what limits each link.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul estimate log",
            "  longhaul estimate log -o snapshot.json",
            "  longhaul estimate sparse-log --predict",
            "  longhaul estimate log --format json | jq '.links[] | {from, to, limit}'"
        })
public final class EstimateCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Parameters(paramLabel = "LOG", description = "Directory of the measurement log.")
    @SuppressWarnings("NullAway.Init")
    private Path log;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write the snapshot to this file too.")
    private @Nullable Path output;

    @Option(
            names = "--links",
            paramLabel = "N",
            defaultValue = "40",
            description = "Show at most N links one by one (default: ${DEFAULT-VALUE}).")
    private int links;

    @Option(
            names = "--predict",
            description = "Also predict the links that were never measured, and name those that break the pattern.")
    private boolean predict;

    @Mixin
    private LogReading reading = new LogReading();

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Snapshot measured = reading.estimate(log, Catalogue.shipped(), err);
        Snapshot snapshot = predict ? measured.withPredictions(Predictions.of(measured)) : measured;
        var json = new SnapshotJson();
        Optional.ofNullable(output).ifPresent(file -> json.write(file, snapshot));
        if (format.isJson()) {
            out.print(json.toJson(snapshot));
        } else {
            out.println(EstimateText.of(snapshot, links));
        }
    }
}
