package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.Interruption;
import io.longhaul.cli.Version;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.input.JobFiles;
import io.longhaul.cli.input.NetworkOptions;
import io.longhaul.cli.league.League;
import io.longhaul.cli.league.LeagueTable;
import io.longhaul.cli.league.LeagueText;
import io.longhaul.cli.text.Progress;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.LeagueRow;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.planner.job.GdaPlanner;
import io.longhaul.store.json.LeagueRowJson;
import io.longhaul.store.log.LineLog;
import io.longhaul.store.log.LineWriter;
import io.longhaul.store.log.LogOptions;
import io.longhaul.store.log.LogWarning;
import io.longhaul.store.log.ReadOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code job league}: every planner on every job, on what one stream shows and on the network as it is, judged. */
@Command(
        name = "league",
        description = {
            "Plans every job, alone, by every strategy, on what one stream shows of the network and on the network as it is,"
                    + " and carries every plan out in virtual time on the network as it is.",
            "Rows are kept in a folder: what was begun goes on where it ended, further networks and strategies are added,"
                    + " and tables and page are of all rows there."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul job draw facebook-jobs-2010-0.csv --snapshot tuned.json --jobs 250 -o jobs.json",
            "  longhaul job league jobs.json --snapshot tuned.json --network tuned --into league -o league.html",
            "  longhaul job league jobs.json --snapshot untuned.json --network untuned --into league -o league.html",
            "  longhaul job league --into league -o league.html --format json",
            "",
            "Exit code 4: it was ended before all rows were there; the same command goes on."
        })
public final class JobLeagueCommand implements Callable<Integer> {
    private static final String ALL = "all";
    private static final LeagueRowJson ROW = new LeagueRowJson();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Parameters(
            paramLabel = "JOBS",
            arity = "0..*",
            description =
                    "Sets of jobs, longhaul-jobs/1, or single ones, longhaul-job/1, in JSON or YAML. Without: only tables and"
                            + " page of the rows there.")
    private List<Path> files = List.of();

    @Mixin
    private NetworkOptions network = new NetworkOptions();

    @Option(
            names = "--network",
            paramLabel = "NAME",
            defaultValue = "network",
            description = "What the network is called in the rows (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String name;

    @Option(
            names = "--strategy",
            paramLabel = "NAME",
            split = ",",
            defaultValue = ALL,
            description = "Which strategies, by commas (default: ${DEFAULT-VALUE}); in-place is what others are held"
                    + " against.")
    @SuppressWarnings("NullAway.Init")
    private List<String> strategies;

    @Option(
            names = "--into",
            paramLabel = "FOLDER",
            description = "Where the rows are kept, so that the same command goes on after an end; made when it is"
                    + " missing. Without: nothing is kept.")
    private @Nullable Path into;

    @Option(
            names = {"-o", "--html"},
            paramLabel = "FILE",
            description = "Write a page with pictures to this file.")
    private @Nullable Path page;

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    public Integer call() throws IOException {
        if (into != null) {
            return call(into);
        }
        if (files.isEmpty()) {
            throw new InvalidInputException(
                    "There are neither sets of jobs nor a folder of rows.", "Give JOBS, or --into FOLDER.");
        }
        Path brief = Files.createTempDirectory("longhaul-league");
        try {
            return call(brief);
        } finally {
            try (Stream<Path> left = Files.walk(brief)) {
                for (Path one : left.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(one);
                }
            }
        }
    }

    private int call(Path folder) {
        PrintWriter err = spec.commandLine().getErr();
        Consumer<LogWarning> warn = warning -> err.println(warning.message());
        LineLog log = LineLog.at(folder, "league", JobLeagueCommand::isWhole);
        boolean whole = files.isEmpty() || run(log, warn);
        List<LeagueRow> rows = rows(log, warn);
        if (rows.isEmpty()) {
            throw new InvalidInputException(
                    folder + " holds no row.", "Give sets of jobs, and the network they run on.");
        }
        LeagueTable table = LeagueTable.of(rows);
        PrintWriter out = spec.commandLine().getOut();
        if (format.isJson()) {
            out.print(new LeagueTable.Json().toJson(table));
        } else {
            out.println(LeagueText.of(table));
        }
        if (page != null) {
            LeagueText.page(table, Version.text()).write(page);
        }
        return (whole ? ExitCode.OK : ExitCode.INCOMPLETE).code();
    }

    private static boolean isWhole(String line) {
        try {
            ROW.fromJson(line, "the line");
            return true;
        } catch (InvalidInputException torn) {
            return false;
        }
    }

    private static List<LeagueRow> rows(LineLog log, Consumer<LogWarning> warn) {
        if (!log.exists()) {
            return List.of();
        }
        try (Stream<LeagueRow> rows = log.stream(ReadOptions.strict(warn), ROW::fromJson)) {
            return rows.toList();
        }
    }

    /** Whether all rows are there now. */
    private boolean run(LineLog log, Consumer<LogWarning> warn) {
        PrintWriter err = spec.commandLine().getErr();
        List<GdaPlanner> planners = strategies.equals(List.of(ALL))
                ? GdaPlanner.all()
                : strategies.stream().map(GdaPlanner::ofName).toList();
        NetworkModel model = network.load(err);
        List<JobSet> sets =
                files.stream().map(file -> JobFiles.all(file, model)).toList();
        var league = new League(name, model, planners);
        Set<String> there = new HashSet<>();
        rows(log, warn).forEach(row -> there.add(row.key()));
        long jobs = sets.stream().mapToLong(set -> set.jobs().size()).sum();
        var stopped = new AtomicBoolean();
        var done = new AtomicLong();
        try (LineWriter writer = log.openWriter(LogOptions.DEFAULT, warn);
                Progress progress = Progress.of("Jobs", jobs, err);
                Interruption ignored = Interruption.calling(() -> stopped.set(true))) {
            for (JobSet set : sets) {
                league.run(
                        set,
                        there::contains,
                        rows -> {
                            if (!rows.isEmpty()) {
                                writer.appendAll(rows.stream()
                                        .map(row -> (ROW.toReadableLine(row) + "\n").getBytes(StandardCharsets.UTF_8))
                                        .toList());
                            }
                            progress.at(done.incrementAndGet(), set.name());
                        },
                        stopped::get);
            }
        }
        return !stopped.get();
    }
}
