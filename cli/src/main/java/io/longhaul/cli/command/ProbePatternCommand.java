package io.longhaul.cli.command;

import io.longhaul.cli.command.StudyRunner.Study;
import io.longhaul.cli.input.StreamOptions;
import io.longhaul.cli.input.TargetOptions;
import io.longhaul.cli.input.VolumeBudget;
import io.longhaul.cli.text.PatternText;
import io.longhaul.core.study.AccessPattern;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.study.PatternStudy;
import io.longhaul.store.json.PatternJson;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code probe pattern HOST:PORT}. */
@Command(
        name = "pattern",
        description = {
            "Sends and rests in turn: equal volumes for full-speed, 10-30 and 5-30 show a token bucket,",
            "volumes in proportion to the time of sending show a plain cap."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul probe pattern 10.0.0.7 --pattern 10-30 --duration 10min",
            "  longhaul probe pattern 10.0.0.7 --pattern full-speed --duration 5min --max-volume 100GB",
            "  longhaul probe pattern 10.0.0.7 --pattern 500ms/2s --duration 30s --format json"
        })
public final class ProbePatternCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Mixin
    private StreamOptions load = new StreamOptions();

    @Mixin
    private VolumeBudget budget = new VolumeBudget();

    @Option(
            names = "--pattern",
            paramLabel = "PATTERN",
            defaultValue = "10-30",
            description = "full-speed, 10-30, 5-30, or times on and off as 500ms/2s (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private AccessPattern pattern;

    @Option(
            names = {"-t", "--duration"},
            paramLabel = "TIME",
            defaultValue = "10min",
            description = "Of all, rests included (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration duration;

    @Mixin
    private StudyRunner runner = new StudyRunner();

    @Override
    public Integer call() {
        ProbeTarget agent = target.target();
        Optional<DataSize> volume = budget.volume(agent.link(), load.isReverse());
        return runner.run(
                spec,
                new Study<>(
                        "Pattern " + pattern,
                        bursts(),
                        (prober, rest, done) -> new PatternStudy(prober, rest, System::nanoTime)
                                .run(agent, load.spec(pattern.on()), pattern, duration, volume, done),
                        new PatternJson(),
                        PatternText::of));
    }

    private long bursts() {
        double cycle = Durations.seconds(pattern.on().plus(pattern.off()));
        return pattern.off().isZero() ? 1 : Math.max(1, Math.round(Durations.seconds(duration) / cycle));
    }
}
