package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.command.StudyRunner.Study;
import io.longhaul.cli.input.StreamOptions;
import io.longhaul.cli.input.TargetOptions;
import io.longhaul.cli.input.VolumeBudget;
import io.longhaul.cli.text.FingerprintText;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.study.Fingerprint;
import io.longhaul.core.study.FingerprintCheck;
import io.longhaul.estimator.Fingerprints;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.StopRule;
import io.longhaul.probes.study.FingerprintGate;
import io.longhaul.probes.study.FingerprintSpec;
import io.longhaul.probes.study.Fingerprinting;
import io.longhaul.store.json.FingerprintCheckJson;
import io.longhaul.store.json.FingerprintJson;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code probe fingerprint HOST:PORT}. */
@Command(
        name = "fingerprint",
        description = {
            "Takes what belongs beside every result about a cloud network: latency at rest and under load, base",
            "bandwidth, and the token bucket behind it, if the volume allowed reaches its bottom.",
            "--check compares a stored one with today, in seconds."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul probe fingerprint 10.0.0.7 --max-volume 20GB -o link.json",
            "  longhaul probe fingerprint 10.0.0.7 --from aws:us-east-1 --to aws:eu-west-1 --max-cost 1USD",
            "  longhaul probe fingerprint 10.0.0.7 --check link.json"
        })
public final class ProbeFingerprintCommand implements Callable<Integer> {
    private static final Duration LONGEST_CHECK = Duration.ofSeconds(10);
    private static final List<String> MEASURED_AS_STORED = List.of(
            "--streams",
            "--window",
            "--write-size",
            "--congestion",
            "--reverse",
            "--interval",
            "--drain",
            "--rests",
            "--seed",
            "--output");

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
            names = "--drain",
            paramLabel = "TIME",
            defaultValue = "60s",
            description = "Longest burst that looks for the bottom of a token bucket (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration drain;

    @Option(
            names = "--rests",
            paramLabel = "SHARE",
            split = ",",
            defaultValue = "0.125,0.25,0.5,1,2",
            description = "Rests before later bursts, as shares of the time to empty (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private List<Double> rests;

    @Option(names = "--check", paramLabel = "FILE", description = "Compare this stored fingerprint with today.")
    private @Nullable Path check;

    @Option(
            names = "--tolerance",
            paramLabel = "SHARE",
            defaultValue = "0.1",
            description = "With --check: smallest change worth an alarm (default: ${DEFAULT-VALUE}).")
    private double tolerance;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Also write the fingerprint there, as JSON.")
    private @Nullable Path file;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of the order of the rests (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Mixin
    private StudyRunner runner = new StudyRunner();

    @Override
    public Integer call() {
        LatencySpec echoes = LatencySpec.of(LatencyMethod.TCP_ECHO, 20).withSpacing(Duration.ofMillis(50));
        return check != null ? check(check, echoes) : take(echoes);
    }

    private int take(LatencySpec echoes) {
        ProbeTarget agent = target.target();
        FingerprintSpec asked = new FingerprintSpec(
                load.spec(drain), echoes, drain, rests, budget.volume(agent.link(), load.isReverse()));
        return runner.run(
                spec,
                new Study<>(
                        "Fingerprint",
                        3L + rests.size(),
                        (prober, rest, done) -> stored(Fingerprints.of(
                                new Fingerprinting(prober, new Random(seed), rest).take(agent, asked, done))),
                        new FingerprintJson(),
                        FingerprintText::of));
    }

    private Fingerprint stored(Fingerprint print) {
        if (file != null && print.baseBandwidth().isPresent()) {
            new FingerprintJson().write(file, print);
            spec.commandLine().getErr().println("Wrote " + file + ".");
        }
        return print;
    }

    private int check(Path stored, LatencySpec echoes) {
        MEASURED_AS_STORED.stream()
                .filter(spec.commandLine().getParseResult()::hasMatchedOption)
                .findFirst()
                .ifPresent(option -> {
                    throw new ParameterException(
                            spec.commandLine(),
                            "--check measures as the stored fingerprint was taken: leave " + option + " out.");
                });
        ProbeTarget agent = target.target();
        Fingerprint then = new FingerprintJson().read(stored);
        var longest = new StopRule(
                LONGEST_CHECK, budget.volume(agent.link(), then.how().reverse()));
        return runner.run(
                spec,
                new Study<>(
                        "Checking " + target.address().host(),
                        2,
                        (prober, rest, done) -> new FingerprintGate(prober, System::nanoTime)
                                .check(agent, then, echoes, tolerance, longest, done),
                        new FingerprintCheckJson(),
                        FingerprintText::of,
                        ProbeFingerprintCommand::exitCode));
    }

    private static ExitCode exitCode(FingerprintCheck today) {
        return today.verdict() == FingerprintCheck.Verdict.CHANGED ? ExitCode.FAILED : ExitCode.OK;
    }
}
