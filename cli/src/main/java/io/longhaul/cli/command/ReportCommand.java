package io.longhaul.cli.command;

import io.longhaul.cli.Version;
import io.longhaul.cli.input.BeliefOptions;
import io.longhaul.cli.input.LogReading;
import io.longhaul.cli.input.Places;
import io.longhaul.cli.report.HtmlReport;
import io.longhaul.cli.report.LogDigest;
import io.longhaul.cli.report.ReportData;
import io.longhaul.cli.report.Verdicts;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.topology.SiteId;
import io.longhaul.estimator.Estimator;
import io.longhaul.store.catalogue.Catalogue;
import io.longhaul.store.log.MeasurementLog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code report LOG -o FILE.html}. */
@Command(
        name = "report",
        description = "Writes one self-contained HTML page with pictures of a measurement log.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {"  longhaul report log -o report.html", "  longhaul report log -o report.html --title 'Week 47'"})
public final class ReportCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Parameters(paramLabel = "LOG", description = "Directory of the measurement log.")
    @SuppressWarnings("NullAway.Init")
    private Path log;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            required = true,
            description = "The page to write.")
    @SuppressWarnings("NullAway.Init")
    private Path output;

    @Option(names = "--title", paramLabel = "TEXT", description = "First line of the page.")
    private @Nullable String title;

    @Mixin
    private LogReading reading = new LogReading();

    @Override
    public void run() {
        PrintWriter err = spec.commandLine().getErr();
        MeasurementLog measured = MeasurementLog.at(log);
        var estimator = new Estimator(Catalogue.shipped());
        var digest = new LogDigest.Collector();
        try (Stream<Measurement> measurements = reading.stream(measured, err)) {
            measurements.forEachOrdered(measurement -> {
                estimator.add(measurement);
                digest.add(measurement);
            });
        }
        Snapshot snapshot = estimator.snapshot();
        if (snapshot.links().isEmpty()) {
            throw LogReading.empty(log);
        }
        List<SiteId> sites = snapshot.sites().stream().map(SiteEstimate::id).toList();
        var data = new ReportData(
                Objects.requireNonNullElse(title, "What the network between " + sites.size() + " sites carries"),
                "longhaul " + Version.text(),
                InstantSource.system().instant(),
                digest.digest(),
                snapshot,
                Verdicts.of(snapshot, BeliefOptions.pricesOf(sites, Optional.of(measured), Optional.empty())),
                Places.of(sites));
        HtmlReport.write(data, output);
        spec.commandLine().getOut().println(output);
    }
}
