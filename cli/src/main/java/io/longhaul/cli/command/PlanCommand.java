package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.input.NetworkOptions;
import io.longhaul.cli.input.RequestOptions;
import io.longhaul.cli.text.FrontierText;
import io.longhaul.cli.text.JointText;
import io.longhaul.cli.text.PlanText;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.BillingTerms;
import io.longhaul.core.plan.Frontier;
import io.longhaul.core.plan.JointProblem;
import io.longhaul.core.plan.JointProblem.Item;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanOutcome.Ending;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.topology.SiteId;
import io.longhaul.planner.OverlayPlanner;
import io.longhaul.store.grid.BatchProblem;
import io.longhaul.store.grid.ProblemsReader;
import io.longhaul.store.grid.RequestsReader;
import io.longhaul.store.json.FrontierJson;
import io.longhaul.store.json.JointAnswer;
import io.longhaul.store.json.JointJson;
import io.longhaul.store.json.PlanAnswer;
import io.longhaul.store.json.PlanJson;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code plan}: the best way to do one transfer, or many. */
@Command(
        name = "plan",
        description = "Plans a transfer: streams, VMs and routes, with rate, time, price, proof and reasons.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul plan --log log --from azure:japaneast --to aws:eu-west-2 --size 20TB --deadline 6h",
            "  longhaul plan --snapshot s.json --from aws:us-east-1 --to aws:ap-northeast-1 --size 1TB --budget 30USD",
            "  longhaul plan --links links.csv --prices prices.csv --caps caps.yaml --from aws:us-east-1 \\",
            "      --to gcp:us-west1-a --size 100GB --rate 7Gbit/s --max-vms 2 --format json",
            "  longhaul plan --links links.csv --prices prices.csv --caps caps.yaml --batch problems.csv",
            "  longhaul plan --log log --from azure:japaneast --to aws:eu-west-2 --size 20TB --frontier",
            "  longhaul plan --log log --traces traces.csv --from aws:us-east-1 --to aws:eu-west-2 --size 5TB \\",
            "      --deadline 3h --confidence 0.99",
            "  longhaul plan --log log --from aws:us-east-1 --to aws:eu-west-2,azure:japaneast,gcp:us-west1-a --size"
                    + " 5TB",
            "  longhaul plan --log log --from aws:us-east-1 --to aws:eu-west-2 --size 5TB --deadline 3h --survive 1",
            "  longhaul plan --links links.csv --prices prices.csv --caps caps.yaml --requests transfers.csv",
            "",
            "Exit code 3: no plan meets the request; the answer says which limits bind and what could be met."
        })
public final class PlanCommand implements Callable<Integer> {
    private static final double GAP_OF_TREES = 1e-4;
    private static final Duration LIMIT_OF_TREES = Duration.ofMinutes(1);

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Mixin
    private NetworkOptions network = new NetworkOptions();

    @Mixin
    private RequestOptions asked = new RequestOptions();

    @Option(names = "--explain", description = "Say why, in sentences with numbers.")
    private boolean explain;

    @Option(names = "--frontier", description = "Every sensible trade of time against money instead, fastest first.")
    private boolean frontier;

    @Option(
            names = "--batch",
            paramLabel = "FILE",
            description =
                    "Plan every row of this CSV (columns from, to, rate_gbps, size_gb, max_vms_per_site), one line of"
                            + " JSON each.")
    private @Nullable Path batch;

    @Option(
            names = "--requests",
            paramLabel = "FILE",
            description =
                    "Plan all rows of this CSV together (columns from, to, size; name, deadline, rate, weight): they share"
                            + " quotas and price tiers.")
    private @Nullable Path requests;

    @Option(names = "--at-once", description = "With --requests: none waits for another to end.")
    private boolean atOnce;

    @Option(
            names = "--survive",
            paramLabel = "N",
            defaultValue = "0",
            description = "1: still keep the deadline when any one VM or relay fails, and say what that costs (default:"
                    + " ${DEFAULT-VALUE}).")
    private int survive;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of the transfers simulated for --confidence (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--gap",
            paramLabel = "SHARE",
            description =
                    "Stop when a plan is proven to be within this share of the best (default: 0.0000001; 0.0001 for"
                            + " several destinations).")
    private @Nullable Double gap;

    @Option(
            names = "--time-limit",
            paramLabel = "TIME",
            description = "Give up after this, with the best so far (default: none; 1 min for several destinations).")
    private @Nullable Duration timeLimit;

    @Mixin
    private FormatOption format = new FormatOption();

    private final CheckedPlanning planning = new CheckedPlanning();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        refuseSurvivalWhereItIsNotPlanned();
        if (batch != null && (frontier || requests != null)) {
            throw new InvalidInputException(
                    "--batch plans each row for itself, not with " + (frontier ? "--frontier" : "--requests") + ".",
                    "Leave one of the two out.");
        }
        if (batch != null) {
            return batch(batch, out);
        }
        if (requests != null) {
            return joint(requests, out);
        }
        TransferRequest request = asked.request(network::billing);
        NetworkModel model = asked.applied(network.load(spec.commandLine().getErr()), request);
        var problem = new PlanningProblem(request, model);
        if (survive == 1) {
            PlanAnswer answer = planning.surviving(problem, options(1));
            print(answer, out);
            return code(answer.outcome().ending()).code();
        }
        if (frontier) {
            return frontier(new OverlayPlanner().frontier(problem, options(1)), out);
        }
        // who names a gap, or an exact rate, wants the optimum to compare with
        boolean folds = gap == null && !request.rateExactly();
        PlannerOptions options = options(request.to().size());
        PlanAnswer answer = planning.plan(problem, folds ? options.withFoldedSlivers() : options);
        print(answer, out);
        return code(answer.outcome().ending()).code();
    }

    private void print(PlanAnswer answer, PrintWriter out) {
        if (format.isJson()) {
            out.print(new PlanJson().toJson(answer));
        } else {
            out.println(PlanText.of(answer, explain, Instant.now()));
        }
    }

    private void refuseSurvivalWhereItIsNotPlanned() {
        if (survive < 0 || survive > 1) {
            throw new InvalidInputException(
                    "The failures to survive (" + survive + ") are neither 0 nor 1.",
                    "Write --survive 1, or leave it out.");
        }
        if (survive == 1 && (frontier || requests != null)) {
            throw new InvalidInputException(
                    "Survival of a failure (--survive 1) is planned for one transfer, not with "
                            + (frontier ? "--frontier" : "--requests") + ".",
                    "Leave one of the two out.");
        }
    }

    private Integer frontier(Frontier answer, PrintWriter out) {
        if (format.isJson()) {
            out.print(new FrontierJson().toJson(answer));
        } else {
            out.println(FrontierText.of(answer));
        }
        return (answer.corners().isEmpty() ? ExitCode.NO_PLAN : ExitCode.OK).code();
    }

    private static ExitCode code(Ending ending) {
        return switch (ending) {
            case FOUND -> ExitCode.OK;
            case INFEASIBLE -> ExitCode.NO_PLAN;
            case GAVE_UP -> ExitCode.INCOMPLETE;
        };
    }

    private Integer joint(Path file, PrintWriter out) {
        NetworkModel model = network.load(spec.commandLine().getErr());
        List<Item> rows = RequestsReader.read(file);
        List<SiteId> ends = rows.stream()
                .flatMap(row -> Stream.of(row.request().from(), row.request().destination()))
                .distinct()
                .toList();
        BillingTerms billing = network.billing(ends);
        List<Item> items = rows.stream()
                .map(row -> new Item(row.name(), asked.request(row.request(), billing), row.weight()))
                .toList();
        JointAnswer answer = planning.joint(new JointProblem(items, model, !atOnce), options(1));
        if (format.isJson()) {
            out.print(new JointJson().toJson(answer));
        } else {
            out.println(JointText.of(answer.outcome()));
        }
        return code(answer.outcome().ending()).code();
    }

    private PlannerOptions options(int destinations) {
        double proven = destinations > 1 ? GAP_OF_TREES : PlannerOptions.DEFAULT.gap();
        if (gap != null && !(gap >= 0 && gap < 1)) {
            throw new InvalidInputException("The gap (" + gap + ") is not in [0, 1).", "Write it like 0.001.");
        }
        PlannerOptions standard = PlannerOptions.DEFAULT
                .withSeed(seed)
                .withGap(Objects.requireNonNullElse(gap, proven))
                .withSensitivity(explain || format.isJson());
        Duration limit = timeLimit == null && destinations > 1 ? LIMIT_OF_TREES : timeLimit;
        return limit == null ? standard : standard.withTimeLimit(limit, System::nanoTime);
    }

    private Integer batch(Path file, PrintWriter out) {
        NetworkModel model = network.load(spec.commandLine().getErr());
        var problems = new ArrayList<PlanningProblem>();
        for (BatchProblem row : ProblemsReader.read(file)) {
            try {
                TransferRequest request = asked.request(
                        row.request(asked.rateExactly()), () -> network.billing(List.of(row.from(), row.to())));
                problems.add(new PlanningProblem(request, asked.applied(model, request)));
            } catch (InvalidInputException wrong) {
                throw new InvalidInputException(
                        file + " line " + row.line() + ": " + wrong.message(), wrong.advice(), wrong);
            }
        }
        if (problems.isEmpty()) {
            throw new InvalidInputException("The file " + file + " has no row to plan.", "Write one row a transfer.");
        }
        var json = new PlanJson();
        for (PlanningProblem problem : problems) {
            out.println(json.toJsonLine(
                    survive == 1 ? planning.surviving(problem, options(1)) : planning.plan(problem, options(1))));
        }
        return ExitCode.OK.code();
    }
}
