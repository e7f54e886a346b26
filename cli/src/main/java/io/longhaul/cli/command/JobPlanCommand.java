package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.input.JobFiles;
import io.longhaul.cli.input.NetworkOptions;
import io.longhaul.cli.text.JobPlansText;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobCheck;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.job.Terms;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.units.Money;
import io.longhaul.planner.job.GdaPlanner;
import io.longhaul.planner.job.JobExplainer;
import io.longhaul.planner.job.JobPlanner;
import io.longhaul.planner.job.LonghaulPlanner;
import io.longhaul.store.json.JobPlansJson;
import io.longhaul.store.json.JobPlansJson.Timed;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code job plan}: where the stages of a job run, by one strategy or by all side by side. */
@Command(
        name = "plan",
        description =
                "Says where the stages of a job run, what that moves, and how long it takes, by one strategy or all.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul job plan job.yaml --snapshot snapshot.json",
            "  longhaul job plan job.yaml --log log --strategy all",
            "  longhaul job plan job.yaml --log log --strategy all --one-stream --window 1MiB",
            "  longhaul job plan job.yaml --log log --deadline 3min --explain",
            "  longhaul job plan job.yaml --log log --frontier",
            "  longhaul job plan job.yaml --links links.csv --prices prices.csv --caps caps.yaml --strategy iridium,longhaul \\",
            "      --format json",
            "",
            "Exit code 3: no strategy asked for meets the deadline and the budget of the job."
        })
public final class JobPlanCommand implements Callable<Integer> {
    private static final String ALL = "all";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Parameters(paramLabel = "JOB", description = "The job: longhaul-job/1, in JSON or YAML.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Mixin
    private NetworkOptions network = new NetworkOptions();

    @Option(
            names = "--strategy",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "longhaul",
            description = "A strategy of docs/jobs.md, as iridium, several by commas, or all (default:"
                    + " ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private List<String> strategies;

    @Option(
            names = "--one-stream",
            description =
                    "Place stages by what a single stream shows of every link, without caps of VMs, as the literature"
                            + " does; times are those on the network as it is.")
    private boolean oneStream;

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            description =
                    "From the arrival of the job, as 10min, instead of that of the file: ours is then the cheapest that"
                            + " meets it.")
    private @Nullable Duration deadline;

    @Option(
            names = "--budget",
            paramLabel = "USD",
            description =
                    "The most that egress and VMs may cost, as 12.50USD, instead of that of the file: ours is then the"
                            + " fastest within it.")
    private @Nullable Money budget;

    @Option(
            names = "--frontier",
            description =
                    "Plans of ours none of which is both slower and dearer than another, instead of one a strategy.")
    private boolean frontier;

    @Option(
            names = "--explain",
            description =
                    "Say what the fastest plan waits for, what was rejected, and which measured value would turn it.")
    private boolean explain;

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    public Integer call() {
        List<GdaPlanner> wanted = strategies.stream()
                .flatMap(name -> name.equals(ALL) ? GdaPlanner.all().stream() : Stream.of(GdaPlanner.ofName(name)))
                .collect(Collectors.toMap(GdaPlanner::name, planner -> planner, (one, same) -> one, LinkedHashMap::new))
                .values()
                .stream()
                .toList();
        NetworkModel model = network.load(spec.commandLine().getErr());
        Job job = asked(JobFiles.one(file, model));
        List<Timed> plans = new ArrayList<>();
        List<JobsPlan.Refusal> refused = new ArrayList<>();
        if (frontier) {
            long start = System.nanoTime();
            List<JobPlan> all = new LonghaulPlanner().frontier(job, model);
            Duration each = Duration.ofNanos((System.nanoTime() - start) / all.size());
            all.forEach(plan -> plans.add(new Timed(plan, each)));
        }
        for (GdaPlanner strategy : frontier ? List.<GdaPlanner>of() : wanted) {
            long start = System.nanoTime();
            JobsPlan answer = strategy.plan(JobSet.of(job), oneStream ? believed(job, model) : model);
            Duration taken = Duration.ofNanos(System.nanoTime() - start);
            answer.refused().forEach(refusal -> refused.add(refusal));
            for (JobPlan plan : answer.plans()) {
                plans.add(new Timed(oneStream ? JobPlanner.retimed(job, plan, model) : plan, taken));
            }
        }
        for (Timed timed : plans) {
            List<String> violations = JobCheck.violations(job, model, timed.plan());
            if (!violations.isEmpty()) {
                spec.commandLine()
                        .getErr()
                        .println("The plan of " + timed.plan().strategy() + " is refused by its check: "
                                + violations.get(0));
                return ExitCode.FAILED.code();
            }
        }
        if (plans.isEmpty() && job.deadline().isEmpty() && job.terms().budget().isEmpty()) {
            throw new InvalidInputException(
                    refused.get(0).reason(), "Change the job, its cluster, or where its data may go.");
        }
        return print(job, model, plans, refused);
    }

    /** The job with the terms of the command line. */
    private Job asked(Job job) {
        Terms terms = job.terms();
        terms = deadline == null ? terms : terms.withDeadline(Optional.of(deadline));
        return job.withTerms(budget == null ? terms : terms.withBudget(Optional.of(budget)));
    }

    private static NetworkModel believed(Job job, NetworkModel model) {
        NetworkModel believed = model.withOneStream();
        JobPlanner.requireLinks(job, believed);
        return believed;
    }

    private int print(Job job, NetworkModel model, List<Timed> plans, List<JobsPlan.Refusal> refused) {
        var answer = new JobPlansJson.Answer(job, plans, refused, List.of());
        Optional<Timed> best = answer.best();
        if (explain) {
            answer = best.or(() -> plans.stream()
                            .min(Comparator.comparing(timed -> timed.plan().time())))
                    .map(timed -> JobExplainer.explain(job, model, timed.plan()))
                    .map(reasons -> new JobPlansJson.Answer(job, plans, refused, reasons))
                    .orElse(answer);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (format.isJson()) {
            out.print(new JobPlansJson().toJson(answer));
        } else {
            out.println(JobPlansText.of(answer));
        }
        return (best.isPresent() ? ExitCode.OK : ExitCode.NO_PLAN).code();
    }
}
