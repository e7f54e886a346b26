package io.longhaul.cli.command;

import io.longhaul.cli.input.DrawOptions;
import io.longhaul.cli.input.NetworkOptions;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.TracedJob;
import io.longhaul.planner.workload.JobDraw;
import io.longhaul.planner.workload.QueryShape;
import io.longhaul.store.json.JobsJson;
import io.longhaul.store.trace.JobTrace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code job draw}: jobs to try planners on. */
@Command(
        name = "draw",
        description = {
            "Draws jobs over sites of a network: of traces, of published queries (TPC-DS), all-to-all exchanges, and hub and"
                    + " spoke.",
            "Which sites data lie at is drawn too: some sites are more popular, small data lie at one, large ones at many."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul job draw facebook-jobs-2010-0.csv --snapshot snapshot.json --jobs 250 -o jobs.json",
            "  longhaul job draw --kinds tpcds,hub --snapshot snapshot.json --sites 10 --seed 7",
            "  longhaul job draw --topology twelve --kinds all-to-all --jobs 30 --vms 1 -o jobs.json"
        })
public final class JobDrawCommand implements Runnable {
    /** What is drawn. */
    enum Kind {
        trace,
        tpcds,
        all_to_all,
        hub;

        /** As written. */
        String id() {
            return name().replace('_', '-').toLowerCase(Locale.ROOT);
        }
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Parameters(
            paramLabel = "TRACE",
            arity = "0..*",
            description = "Traces of jobs: CSV with job, submit_s, input_bytes, shuffle_bytes, output_bytes.")
    private List<Path> traces = List.of();

    @Mixin
    private NetworkOptions network = new NetworkOptions();

    @Mixin
    private DrawOptions draw = new DrawOptions();

    @Option(
            names = "--kinds",
            paramLabel = "NAME",
            split = ",",
            description = "trace, tpcds, all-to-all, hub, in turn (default: all, trace where one is given).")
    private List<String> kinds = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write longhaul-jobs/1 there instead of printing it.")
    private @Nullable Path output;

    @Override
    public void run() {
        List<Kind> wanted = wanted();
        JobDraw drawing =
                new JobDraw(draw.cluster(network.load(spec.commandLine().getErr())), draw.seed());
        var traced = new ArrayList<TracedJob>();
        for (Path trace : traces) {
            JobTrace.read(trace).stream().filter(job -> !job.shuffle().isZero()).forEach(traced::add);
        }
        if (wanted.contains(Kind.trace) && traced.isEmpty()) {
            throw new InvalidInputException(
                    "There is no job with a shuffle in the traces given.",
                    "Give a TRACE, or leave trace out of --kinds.");
        }
        List<TracedJob> some = traced.isEmpty() ? List.of() : drawing.some(traced, draw.jobs());
        List<QueryShape> shapes = drawing.some(QueryShape.all(), draw.jobs());
        var jobs = new ArrayList<Job>();
        for (int i = 0; i < draw.jobs(); i++) {
            Kind kind = wanted.get(i % wanted.size());
            String number = (i + 1) + " ";
            jobs.add(
                    switch (kind) {
                        case trace ->
                            drawing.traced(number + "trace " + some.get(i).name(), some.get(i));
                        case tpcds ->
                            drawing.query(number + "tpcds " + shapes.get(i).name(), shapes.get(i));
                        case all_to_all -> drawing.allToAll(number + kind.id());
                        case hub -> drawing.hubAndSpoke(number + kind.id());
                    });
        }
        var set = new JobSet("drawn with seed " + draw.seed(), jobs);
        if (output == null) {
            spec.commandLine().getOut().print(new JobsJson().toJson(set));
        } else {
            new JobsJson().write(output, set);
        }
    }

    private List<Kind> wanted() {
        var wanted = new ArrayList<Kind>();
        for (Kind kind : Kind.values()) {
            boolean given = kinds.isEmpty() ? kind != Kind.trace || !traces.isEmpty() : kinds.contains(kind.id());
            if (given) {
                wanted.add(kind);
            }
        }
        if (!kinds.isEmpty() && wanted.size() != kinds.stream().distinct().count()) {
            throw new InvalidInputException(
                    "Of the kinds " + String.join(", ", kinds) + " not all are known.",
                    "Write trace, tpcds, all-to-all, hub, or several by commas.");
        }
        return wanted;
    }
}
