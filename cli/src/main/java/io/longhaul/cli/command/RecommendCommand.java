package io.longhaul.cli.command;

import io.longhaul.cli.input.Belief;
import io.longhaul.cli.input.BeliefOptions;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.report.Verdicts;
import io.longhaul.cli.text.RecommendText;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.RateBasis;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.units.DataSize;
import io.longhaul.estimator.NetworkModels;
import io.longhaul.estimator.NetworkModels.Assumptions;
import io.longhaul.planner.recommend.RecommendOptions;
import io.longhaul.planner.recommend.Recommender;
import io.longhaul.store.json.RecommendationsJson;
import java.io.PrintWriter;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code recommend}: a verdict for every link. */
@Command(
        name = "recommend",
        description = "Says for every link whether more streams, more VMs, a relay or nothing is worth it, and why.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul recommend --log log",
            "  longhaul recommend --log log --only aws --rates single-flow --window 7MiB",
            "  longhaul recommend --snapshot snapshot.json --format json | jq .summary"
        })
public final class RecommendCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Mixin
    private BeliefOptions belief = new BeliefOptions();

    @Option(
            names = "--rates",
            paramLabel = "single-flow|multi-stream",
            defaultValue = "multi-stream",
            description = "Which rates links are judged by (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private RateBasis rates;

    @Option(
            names = "--window",
            paramLabel = "SIZE",
            description = "With single-flow rates: window of links whose single flow was never measured, as 7MiB.")
    private @Nullable DataSize window;

    @Option(
            names = "--only",
            paramLabel = "PROVIDER",
            split = ",",
            description = "Only sites of these providers, as ends and as relays.")
    private @Nullable Set<String> only;

    @Option(
            names = "--max-vms",
            paramLabel = "N",
            defaultValue = "2",
            description = "Most VMs at any site (default: ${DEFAULT-VALUE}).")
    private int maxVms;

    @Option(
            names = "--links",
            paramLabel = "N",
            defaultValue = "40",
            description = "Show at most N links one by one (default: ${DEFAULT-VALUE}).")
    private int links;

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        Belief known = belief.load(spec.commandLine().getErr());
        RecommendOptions options = RecommendOptions.DEFAULT.withBasis(rates).withMaxVms(maxVms);
        options = only == null ? options : options.withOnly(only);
        Assumptions standard = Verdicts.ASSUMPTIONS;
        NetworkModel network = NetworkModels.of(
                known.snapshot(),
                known.prices(),
                window == null || rates != RateBasis.SINGLE_FLOW ? standard : standard.withWindow(window));
        Recommendations answers = Recommender.recommend(known.snapshot(), network, options);
        if (answers.links().isEmpty()) {
            throw nothingToJudge();
        }
        if (format.isJson()) {
            out.print(new RecommendationsJson().toJson(answers));
        } else {
            out.println(RecommendText.of(answers, links));
        }
    }

    private InvalidInputException nothingToJudge() {
        return new InvalidInputException(
                "No link has a " + rates.id() + " rate"
                        + (only == null ? "" : " between sites of " + String.join(", ", only)) + ".",
                rates == RateBasis.SINGLE_FLOW && window == null
                        ? "Give --window, so that rates follow from the round-trip times, or measure with one stream."
                        : "See longhaul estimate for what is known.");
    }
}
