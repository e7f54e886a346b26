package io.longhaul.cli.command;

import io.longhaul.campaign.run.Journal;
import io.longhaul.campaign.run.JournalEntry.Begun;
import io.longhaul.campaign.run.JournalEntry.Outcome;
import io.longhaul.campaign.run.RunState;
import io.longhaul.cli.Version;
import io.longhaul.cli.input.BeliefOptions;
import io.longhaul.cli.input.LogReading;
import io.longhaul.cli.input.Places;
import io.longhaul.cli.report.HtmlReport;
import io.longhaul.cli.report.LogDigest;
import io.longhaul.cli.report.ReportData;
import io.longhaul.cli.report.Verdicts;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Durations;
import io.longhaul.estimator.Estimator;
import io.longhaul.store.catalogue.Catalogue;
import io.longhaul.store.log.MeasurementLog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
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
        footer = {
            "  longhaul report log -o report.html",
            "  longhaul report log -o report.html --title 'Week 47'",
            "  longhaul report log -o report.html --follow --every 1min"
        })
public final class ReportCommand implements Runnable {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration USUAL = Duration.ofSeconds(30);

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

    @Option(
            names = "--follow",
            description = "Write the page anew while a campaign is measured into the log, until it ends.")
    private boolean follow;

    @Option(names = "--every", paramLabel = "TIME", description = "How often, with --follow (default: 30s).")
    private @Nullable Duration every;

    @Mixin
    private LogReading reading = new LogReading();

    @Override
    public void run() {
        if (!follow) {
            if (every != null) {
                throw new InvalidInputException(
                        "The time (--every " + Durations.format(every) + ") does nothing without --follow.",
                        "Add --follow, or leave it out.");
            }
            write();
            spec.commandLine().getOut().println(output);
            return;
        }
        Duration time = Objects.requireNonNullElse(every, USUAL);
        if (time.compareTo(SHORTEST) < 0) {
            throw new InvalidInputException(
                    "The time (--every " + Durations.format(time) + ") is below " + Durations.format(SHORTEST) + ".",
                    "A page takes a while to write: give some seconds.");
        }
        if (!Journal.isIn(log)) {
            throw new InvalidInputException(
                    "No campaign is measured into the log " + log + ".", "Leave --follow out, or begin the campaign.");
        }
        try {
            follow(time);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    /** What was measured before the campaign was seen to be over is in the last page. */
    private void follow(Duration time) throws InterruptedException {
        boolean over = false;
        while (!over) {
            RunState state = RunState.of(Journal.read(log, torn -> {}));
            over = state.ended().isPresent();
            if (state.count(Outcome.OK) > 0 || over) {
                write();
                spec.commandLine()
                        .getOut()
                        .println(output + ": " + state.count(Outcome.OK) + " of "
                                + state.begun().map(Begun::planned).orElse(0L) + " measured");
                spec.commandLine().getOut().flush();
            }
            if (!over) {
                Thread.sleep(time.toMillis());
            }
        }
    }

    private void write() {
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
    }
}
