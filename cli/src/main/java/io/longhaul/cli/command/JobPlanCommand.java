package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.input.NetworkOptions;
import io.longhaul.cli.text.JobPlansText;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobCheck;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.planner.job.GdaPlanner;
import io.longhaul.planner.job.JobPlanner;
import io.longhaul.store.json.JobJson;
import io.longhaul.store.json.JobPlansJson;
import io.longhaul.store.json.JobPlansJson.Timed;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
            "  longhaul job plan job.yaml --links links.csv --prices prices.csv --caps caps.yaml --strategy iridium,longhaul \\",
            "      --format json",
            "",
            "Exit code 3: no strategy asked for meets the deadline of the job."
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
        Job job = new JobJson().readJsonOrYaml(file);
        NetworkModel model = network.load(spec.commandLine().getErr());
        List<Timed> plans = new ArrayList<>();
        for (GdaPlanner strategy : wanted) {
            long start = System.nanoTime();
            JobPlan plan = oneStream
                    ? JobPlanner.plan(job, model.withOneStream(), model, strategy)
                    : JobPlanner.plan(job, model, strategy);
            plans.add(new Timed(plan, Duration.ofNanos(System.nanoTime() - start)));
            List<String> violations = JobCheck.violations(job, model, plan);
            if (!violations.isEmpty()) {
                spec.commandLine()
                        .getErr()
                        .println("The plan of " + strategy.name() + " is refused by its check: " + violations.get(0));
                return ExitCode.FAILED.code();
            }
        }
        var answer = new JobPlansJson.Answer(job, plans);
        PrintWriter out = spec.commandLine().getOut();
        if (format.isJson()) {
            out.print(new JobPlansJson().toJson(answer));
        } else {
            out.println(JobPlansText.of(answer));
        }
        boolean met = plans.stream().anyMatch(timed -> answer.isInTime(timed.plan()));
        return (met ? ExitCode.OK : ExitCode.NO_PLAN).code();
    }
}
