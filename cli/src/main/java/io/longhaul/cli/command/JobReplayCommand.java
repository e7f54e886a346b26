package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.Interruption;
import io.longhaul.cli.input.DrawOptions;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.input.JobFiles;
import io.longhaul.cli.input.NetworkOptions;
import io.longhaul.cli.text.Progress;
import io.longhaul.cli.text.Table;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobRun;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.job.TracedJob;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import io.longhaul.lab.virtual.JobJudge;
import io.longhaul.planner.job.GdaPlanner;
import io.longhaul.planner.workload.JobDraw;
import io.longhaul.store.json.JobRunsJson;
import io.longhaul.store.json.JobRunsJson.Replay;
import io.longhaul.store.json.JobsJson;
import io.longhaul.store.trace.JobTrace;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code job replay}: the jobs of a trace, all together, spread over sites, in virtual time. */
@Command(
        name = "replay",
        description = {
            "Spreads the jobs of a trace over sites, lets them arrive by a Poisson process, plans them together, and carries"
                    + " them out in virtual time: all share VMs, paths, token buckets and slots.",
            "Where data lie is drawn from the seed; docs/jobs.md has the rule."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul job replay facebook-jobs-2010-0.csv --snapshot snapshot.json --sites 40 --jobs 1000",
            "  longhaul job replay facebook-jobs-2009-1.csv --log log --strategy in-place,iridium,swag --every 10s",
            "  longhaul job replay jobs.json --topology twelve --format json",
            "",
            "Exit code 4: it was ended before all strategies were replayed."
        })
public final class JobReplayCommand implements Callable<Integer> {
    private static final String ALL = "all";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Parameters(
            paramLabel = "TRACE",
            description = "CSV with job, submit_s, input_bytes, shuffle_bytes, output_bytes; or jobs that are spread"
                    + " already, longhaul-jobs/1 or a single longhaul-job/1 (.json or .yaml), with their arrivals.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Mixin
    private NetworkOptions network = new NetworkOptions();

    @Mixin
    private DrawOptions draw = new DrawOptions();

    @Option(
            names = "--every",
            paramLabel = "TIME",
            defaultValue = "30s",
            description = "Mean time between arrivals (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration every;

    @Option(
            names = "--strategy",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "in-place,iridium",
            description = "Which strategies, by commas, or all (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private List<String> strategies;

    @Option(
            names = "--grain",
            paramLabel = "TIME",
            defaultValue = "10ms",
            description = "Events closer together than this count as one (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration grain;

    @Option(
            names = "--output-jobs",
            paramLabel = "FILE",
            description = "Write the jobs as they were spread, longhaul-jobs/1.")
    private @Nullable Path output;

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        List<GdaPlanner> planners = strategies.stream()
                .flatMap(name -> name.equals(ALL) ? GdaPlanner.all().stream() : Stream.of(GdaPlanner.ofName(name)))
                .toList();
        NetworkModel model = network.load(err);
        JobSet jobs = file.toString().endsWith(".csv") ? spread(model) : JobFiles.all(file, model);
        if (output != null) {
            new JobsJson().write(output, jobs);
        }
        var stopped = new AtomicBoolean();
        var replays = new ArrayList<Replay>();
        try (Progress progress = Progress.of("Replaying", planners.size(), err);
                Interruption ignored = Interruption.calling(() -> stopped.set(true))) {
            for (GdaPlanner planner : planners) {
                if (!stopped.get()) {
                    progress.at(replays.size(), planner.name());
                    replays.add(replay(jobs, model, planner));
                }
            }
        }
        var answer = new JobRunsJson.Answer(jobs.jobs().size(), jobs.cluster().size(), replays);
        PrintWriter out = spec.commandLine().getOut();
        if (format.isJson()) {
            out.print(new JobRunsJson().toJson(answer));
        } else {
            out.println(text(answer));
        }
        return (stopped.get() ? ExitCode.INCOMPLETE : ExitCode.OK).code();
    }

    private JobSet spread(NetworkModel model) {
        List<TracedJob> traced = JobTrace.read(file);
        if (traced.isEmpty() || every.isNegative()) {
            throw new InvalidInputException(
                    traced.isEmpty()
                            ? file + " has no job."
                            : "The time between arrivals (" + every + ") is below zero.",
                    "Give a trace with one at least, and a time of zero or more.");
        }
        var drawing = new JobDraw(draw.cluster(model), draw.seed());
        List<TracedJob> some = drawing.some(traced, draw.jobs());
        List<Duration> arrivals = drawing.arrivals(some.size(), every);
        var jobs = new ArrayList<Job>();
        for (int i = 0; i < some.size(); i++) {
            Job job = drawing.traced((i + 1) + " trace " + some.get(i).name(), some.get(i));
            jobs.add(job.withTerms(job.terms().withArrival(arrivals.get(i))));
        }
        return new JobSet("replayed with seed " + draw.seed(), jobs);
    }

    private Replay replay(JobSet jobs, NetworkModel model, GdaPlanner planner) {
        long start = System.nanoTime();
        JobsPlan plan = planner.plan(jobs, model);
        long planned = System.nanoTime();
        List<JobRun> runs = JobJudge.carryOut(jobs, plan, model, grain);
        long replayed = System.nanoTime();
        Map<String, Job> byName = jobs.byName();
        long late = runs.stream()
                .filter(run -> Objects.requireNonNull(byName.get(run.job()))
                        .deadline()
                        .map(limit -> run.taken().compareTo(limit) > 0)
                        .orElse(false))
                .count();
        return new Replay(
                planner.name(),
                runs,
                plan.refused().size(),
                (int) late,
                Duration.ofNanos(planned - start),
                Duration.ofNanos(replayed - planned));
    }

    private static String text(JobRunsJson.Answer answer) {
        return answer.jobs() + " jobs on " + answer.sites() + " sites" + System.lineSeparator()
                + Table.of(answer.replays())
                        .left("strategy", Replay::strategy)
                        .right("mean", replay -> seconds(replay.mean()))
                        .right("median", replay -> seconds(replay.quantile(0.5)))
                        .right("p95", replay -> seconds(replay.quantile(0.95)))
                        .right(
                                "last end",
                                replay -> replay.end().map(Show::time).orElse("–"))
                        .right("cost", replay -> String.format(Locale.ROOT, "USD %.2f", replay.dollars()))
                        .right("refused", replay -> Integer.toString(replay.refused()))
                        .right("late", replay -> Integer.toString(replay.late()))
                        .right("planned in", replay -> seconds(Durations.seconds(replay.planning())))
                        .right("replayed in", replay -> seconds(Durations.seconds(replay.replaying())))
                        .render();
    }

    private static String seconds(double value) {
        return String.format(Locale.ROOT, "%.2f s", value);
    }
}
