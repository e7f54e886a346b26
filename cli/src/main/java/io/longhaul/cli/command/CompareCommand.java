package io.longhaul.cli.command;

import io.longhaul.cli.input.BeliefOptions;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.input.LogReading;
import io.longhaul.cli.report.Verdicts;
import io.longhaul.cli.text.CompareText;
import io.longhaul.core.compare.Comparison;
import io.longhaul.core.compare.LinkChange;
import io.longhaul.core.compare.PlanReview;
import io.longhaul.core.compare.VerdictChange;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.topology.Link;
import io.longhaul.estimator.Comparer;
import io.longhaul.estimator.NetworkModels;
import io.longhaul.planner.recommend.RecommendOptions;
import io.longhaul.planner.recommend.Recommender;
import io.longhaul.store.catalogue.Catalogue;
import io.longhaul.store.json.ComparisonAnswer;
import io.longhaul.store.json.ComparisonJson;
import io.longhaul.store.json.PlanJson;
import io.longhaul.store.json.SnapshotJson;
import io.longhaul.store.log.MeasurementLog;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compare OLD NEW}: what changed, how sure, and which plans no longer hold. */
@Command(
        name = "compare",
        description =
                "Says which links changed between two logs or snapshots, by how much and how sure, and which plans"
                        + " and verdicts of the older one no longer hold.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul compare log-january log-november",
            "  longhaul compare last-week.json log --plan nightly.json --plan weekly.json",
            "  longhaul compare old.json new.json --format json | jq '.links[] | select(.changed)'"
        })
public final class CompareCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "OLD", description = "The older log (directory) or snapshot (file).")
    @SuppressWarnings("NullAway.Init")
    private Path older;

    @Parameters(index = "1", paramLabel = "NEW", description = "The newer log (directory) or snapshot (file).")
    @SuppressWarnings("NullAway.Init")
    private Path newer;

    @Option(
            names = "--plan",
            paramLabel = "FILE",
            description = "A plan made on OLD, as plan --format json prints it; may be given again.")
    private List<Path> plans = List.of();

    @Option(names = "--prices", paramLabel = "FILE", description = "Price book for the verdicts.")
    private @Nullable Path prices;

    @Option(
            names = "--links",
            paramLabel = "N",
            defaultValue = "40",
            description = "Show at most N changed links one by one (default: ${DEFAULT-VALUE}).")
    private int links;

    @Mixin
    private LogReading reading = new LogReading();

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Snapshot then = load(older, err);
        Snapshot now = load(newer, err);
        Recommendations before = recommend(then, older);
        Recommendations after = recommend(now, newer);
        var json = new PlanJson();
        NetworkModel network = NetworkModels.of(now, pricesOf(now, newer), NetworkModels.Assumptions.DEFAULT);
        List<PlanReview> reviews = plans.stream()
                .map(file -> PlanReview.of(file.toString(), json.readPlan(file), network))
                .toList();
        long judged = before.links().stream()
                .filter(answer -> after.find(answer.link()).isPresent())
                .count();
        Comparison comparison = Comparer.compare(then, now);
        Set<Link> changed = comparison.changed().stream().map(LinkChange::link).collect(Collectors.toSet());
        var answer =
                new ComparisonAnswer(comparison, VerdictChange.between(before, after, changed), (int) judged, reviews);
        if (format.isJson()) {
            out.print(new ComparisonJson().toJson(answer));
        } else {
            out.println(CompareText.of(answer, links));
        }
    }

    private Snapshot load(Path path, PrintWriter err) {
        return Files.isDirectory(path)
                ? reading.estimate(path, Catalogue.shipped(), err)
                : new SnapshotJson().read(path);
    }

    private Recommendations recommend(Snapshot snapshot, Path from) {
        NetworkModel network = NetworkModels.of(snapshot, pricesOf(snapshot, from), Verdicts.ASSUMPTIONS);
        return Recommender.recommend(snapshot, network, RecommendOptions.DEFAULT);
    }

    private PriceBook pricesOf(Snapshot snapshot, Path from) {
        return BeliefOptions.pricesOf(
                snapshot.siteIds(),
                Optional.of(from).filter(Files::isDirectory).map(MeasurementLog::at),
                Optional.ofNullable(prices));
    }
}
