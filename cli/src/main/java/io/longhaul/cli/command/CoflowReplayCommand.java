package io.longhaul.cli.command;

import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.text.CoflowRunsText;
import io.longhaul.core.coflow.Coflow;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.planner.coflow.CoflowPolicy;
import io.longhaul.planner.coflow.CoflowReplay;
import io.longhaul.store.coflow.CoflowTrace;
import io.longhaul.store.json.CoflowRunsJson;
import io.longhaul.store.json.CoflowRunsJson.Timed;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code coflow replay}: a published trace on one big switch, by one policy or all. */
@Command(
        name = "replay",
        description = "Replays a trace of coflows on one big switch, and says how long they take under each policy.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul coflow replay FB2010-1Hr-150-0.txt --policy all --port-rate 1Gbit/s",
            "  longhaul coflow replay trace.txt --policy sebf --back-filling --port-rate 10Gbit/s --format json",
            "",
            "The trace is a text as coflow-benchmark publishes it: ports and coflows in the first line; then id, arrival"
                    + " in ms, number of mappers, their ports, number of reducers, each as port:MB."
        })
public final class CoflowReplayCommand implements Runnable {
    private static final String ALL = "all";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The trace.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            split = ",",
            defaultValue = ALL,
            description = "fifo, narrowest, smallest, sebf (or varys), sincronia, several by commas, or all (default:"
                    + " ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private List<String> policies;

    @Option(
            names = "--port-rate",
            paramLabel = "RATE",
            defaultValue = "1Gbit/s",
            description = "What each port sends, and what it receives, at once (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Bandwidth portRate;

    @Option(names = "--back-filling", description = "Give rates that are left over to coflows further back.")
    private boolean backFilling;

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    public void run() {
        List<CoflowPolicy> wanted = policies.stream()
                .flatMap(name ->
                        name.equals(ALL) ? Stream.of(CoflowPolicy.values()) : Stream.of(CoflowPolicy.ofId(name)))
                .distinct()
                .toList();
        List<Coflow> trace = CoflowTrace.read(file);
        if (trace.isEmpty()) {
            throw new InvalidInputException(file + " has no coflow.", "Give a trace with one at least.");
        }
        List<Timed> runs = new ArrayList<>();
        for (CoflowPolicy policy : wanted) {
            long start = System.nanoTime();
            var run = CoflowReplay.replay(trace, portRate, policy, backFilling);
            runs.add(new Timed(run, Duration.ofNanos(System.nanoTime() - start)));
        }
        long flows = trace.stream().mapToLong(coflow -> coflow.flows().size()).sum();
        var answer = new CoflowRunsJson.Answer(trace.size(), flows, portRate, runs);
        PrintWriter out = spec.commandLine().getOut();
        if (format.isJson()) {
            out.print(new CoflowRunsJson().toJson(answer));
        } else {
            out.println(CoflowRunsText.of(answer));
        }
    }
}
