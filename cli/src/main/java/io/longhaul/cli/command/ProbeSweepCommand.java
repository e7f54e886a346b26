package io.longhaul.cli.command;

import io.longhaul.cli.command.StudyRunner.Study;
import io.longhaul.cli.input.LoadOptions;
import io.longhaul.cli.input.TargetOptions;
import io.longhaul.cli.text.SweepText;
import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.units.DataSize;
import io.longhaul.estimator.Sweeps;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.probes.study.Sweep;
import io.longhaul.probes.study.SweepSpec;
import io.longhaul.store.json.SweepJson;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code probe sweep HOST:PORT}. */
@Command(
        name = "sweep",
        description = {
            "Tries streams, windows and write sizes in random order, and says what limits the link:",
            "a window, a buffer, a cap per flow, a cap of all, loss, or a processor; and the cheapest",
            "way to 95 %% of what the link carries."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul probe sweep 10.0.0.7:5201",
            "  longhaul probe sweep 10.0.0.7 --streams 1,4,16 --windows 256KiB,7MiB,auto --duration 5s",
            "  longhaul probe sweep 10.0.0.7 --repetitions 3 --max-volume 50GB --format json"
        })
public final class ProbeSweepCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Mixin
    private LoadOptions load = new LoadOptions();

    @Option(
            names = {"-s", "--streams"},
            paramLabel = "N",
            split = ",",
            defaultValue = "1,2,4,8,16",
            description = "Numbers of TCP connections (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private List<Integer> streams;

    @Option(
            names = {"-w", "--windows"},
            paramLabel = "SIZE|auto",
            split = ",",
            defaultValue = "256KiB,1MiB,4MiB,auto",
            description = "Socket buffers at both ends; auto leaves them to the kernel (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private List<String> windows;

    @Option(
            names = "--write-sizes",
            paramLabel = "SIZE",
            split = ",",
            defaultValue = "128KiB",
            description = "Octets a write (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private List<DataSize> writeSizes;

    @Option(
            names = {"-t", "--duration"},
            paramLabel = "TIME",
            defaultValue = "5s",
            description = "Of each run (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration duration;

    @Option(
            names = "--repetitions",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of the whole grid (default: ${DEFAULT-VALUE}).")
    private int repetitions;

    @Option(names = "--max-volume", paramLabel = "SIZE", description = "Stop when so much has moved.")
    private @Nullable DataSize maxVolume;

    @Option(
            names = "--cap-is",
            paramLabel = "LIMIT",
            defaultValue = "not-identified",
            description = "What a cap on all streams is, as probe contention told:"
                    + " vm-egress-cap, vm-ingress-cap or path-cap.")
    @SuppressWarnings("NullAway.Init")
    private BindingLimit capIs;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of the random order (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Mixin
    private StudyRunner runner = new StudyRunner();

    @Override
    public Integer call() {
        SweepSpec asked = asked();
        ProbeTarget agent = target.target();
        return runner.run(
                spec,
                new Study<>(
                        "Sweeping " + target.address().host(),
                        (long) streams.size() * windows.size() * writeSizes.size() * repetitions,
                        (prober, rest, done) -> {
                            var random = new Random(seed);
                            List<Measurement> runs = new Sweep(prober, random).run(agent, asked, done);
                            return Sweeps.explain(runs, capIs, random);
                        },
                        new SweepJson(),
                        SweepText::of));
    }

    private SweepSpec asked() {
        List<Optional<DataSize>> sizes = windows.stream()
                .map(word -> word.equals("auto") ? Optional.<DataSize>empty() : Optional.of(DataSize.parse(word)))
                .toList();
        ThroughputSpec base = load.spec(1, null, duration);
        return new SweepSpec(base, streams, sizes, writeSizes, repetitions, Optional.ofNullable(maxVolume));
    }
}
