package io.longhaul.cli.command;

import io.longhaul.cli.command.StudyRunner.Study;
import io.longhaul.cli.input.LatencyOptions;
import io.longhaul.cli.input.StreamOptions;
import io.longhaul.cli.input.TargetOptions;
import io.longhaul.cli.text.LoadedLatencyText;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.study.LoadedLatencyStudy;
import io.longhaul.store.json.LoadedLatencyJson;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code probe loaded HOST:PORT}. */
@Command(
        name = "loaded",
        description = {
            "Measures round-trip times beside loads that are shares of the cap, in a flow of their own,",
            "and names the heaviest load that leaves no queue."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul probe loaded 10.0.0.7",
            "  longhaul probe loaded 10.0.0.7 --cap 5Gbit/s --shares 0,0.5,0.9,1 --streams 16",
            "  longhaul probe loaded 10.0.0.7 --method stamp --stamp-port 8862 --count 500"
        })
public final class ProbeLoadedCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Mixin
    private StreamOptions load = new StreamOptions();

    @Option(names = "--cap", paramLabel = "RATE", description = "What the link carries; measured first when not given.")
    private @Nullable Bandwidth cap;

    @Option(
            names = "--shares",
            paramLabel = "SHARE",
            split = ",",
            defaultValue = "0,0.25,0.5,0.75,0.9,1",
            description = "Loads as shares of the cap (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private List<Double> shares;

    @Option(
            names = {"-t", "--duration"},
            paramLabel = "TIME",
            defaultValue = "5s",
            description = "Of the search for the cap (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration duration;

    @Option(
            names = "--settle",
            paramLabel = "TIME",
            defaultValue = "2s",
            description = "Between the start of a load and the first probe (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration settle;

    @Mixin
    private LatencyOptions latency = new LatencyOptions();

    @Option(names = "--stamp-port", paramLabel = "PORT", description = "Where the STAMP reflector listens.")
    private @Nullable Integer stampPort;

    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "100",
            description = "Probes beside each load (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(
            names = "--spacing",
            paramLabel = "TIME",
            defaultValue = "20ms",
            description = "Mean time between two probes (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration spacing;

    @Mixin
    private StudyRunner runner = new StudyRunner();

    @Override
    public Integer call() {
        ProbeTarget agent = target.target();
        var targets = new LoadedLatencyStudy.Targets(agent, stampPort == null ? agent : agent.withPort(stampPort));
        return runner.run(
                spec,
                new Study<>(
                        "Latency under load",
                        2L * shares.size(),
                        (prober, rest, done) -> new LoadedLatencyStudy(prober, rest)
                                .run(
                                        targets,
                                        load.spec(duration),
                                        latency.spec(count, spacing),
                                        Optional.ofNullable(cap),
                                        shares,
                                        settle,
                                        done),
                        new LoadedLatencyJson(),
                        LoadedLatencyText::of));
    }
}
