package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.Interruption;
import io.longhaul.cli.input.TargetOptions;
import io.longhaul.cli.input.ThroughputOptions;
import io.longhaul.cli.text.Progress;
import io.longhaul.cli.text.ThroughputText;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import io.longhaul.probes.client.ProbeRun;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.client.ProgressListener;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.store.json.ThroughputRunJson;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code probe throughput HOST:PORT}. */
@Command(
        name = "throughput",
        description = "Measures what TCP streams carry to an agent, or from it. Both ends are counted.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul probe throughput 10.0.0.7:5201 --streams 8",
            "  longhaul probe throughput 10.0.0.7 --window 7MiB --congestion cubic --duration 20s",
            "  longhaul probe throughput 10.0.0.7 --streams 16 --until-converged --duration 30s",
            "  longhaul probe throughput 10.0.0.7 --reverse --volume 10GB --format json",
            "  longhaul probe throughput 10.0.0.7 --wait 10min --duration 5s",
            "  longhaul probe throughput 10.0.0.7 --udp --rate 50Mbit/s --duration 5s",
            "  longhaul probe throughput 10.0.0.7 --from aws:us-east-1 --to gcp:us-central1 --into log"
        })
public final class ProbeThroughputCommand implements Callable<Integer> {
    /** Samples stray by a little. */
    private static final Duration ROW = Duration.ofMillis(990);

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Mixin
    private ThroughputOptions load = new ThroughputOptions();

    @Mixin
    private ProbeOutput output = new ProbeOutput();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        ThroughputSpec asked = load.spec();
        Measurement measurement;
        try (EventLoops loops = EventLoops.start(
                        Math.min(load.streams(), Runtime.getRuntime().availableProcessors()));
                Progress progress = Progress.of("Probing " + target.address().host(), load.samples(), err)) {
            ProbeRun run = new Prober(loops).throughput(target.target(), asked, new Shown(progress));
            try (Interruption ignored = Interruption.calling(run::interrupt)) {
                measurement = run.join();
            }
        }
        if (!output.keep(measurement, err)) {
            return ExitCode.INCOMPLETE.code();
        }
        ThroughputMeasurement moved = (ThroughputMeasurement) measurement;
        if (target.address().isLoopback()) {
            err.println("Both ends are on this machine: this measures its kernel and its processors, not a network.");
        }
        output.print(
                new ThroughputRunJson.Answer(moved, load.figures(moved)),
                new ThroughputRunJson(),
                answer -> ThroughputText.of(answer.run(), answer.figures()),
                out);
        return ProbeOutput.exitCode(moved.stopped() == StopReason.INTERRUPTED, err)
                .code();
    }

    /** What the user sees of a run under way: on a terminal a row a second. */
    private final class Shown implements ProgressListener {
        private final Progress progress;
        private Duration rowBegan = Duration.ZERO;
        private DataSize inRow = DataSize.ZERO;

        Shown(Progress progress) {
            this.progress = progress;
        }

        private void row(IntervalSample sample) {
            inRow = inRow.plus(sample.sent().or(sample::received).orElse(DataSize.ZERO));
            Duration length = sample.end().minus(rowBegan);
            if (Progress.isTerminal() && length.compareTo(ROW) >= 0) {
                progress.say(String.format(
                        Locale.ROOT,
                        "%5.1f-%.1f s  %s",
                        Durations.seconds(rowBegan),
                        Durations.seconds(sample.end()),
                        Show.rate(Bandwidth.of(inRow, length))));
                rowBegan = sample.end();
                inRow = DataSize.ZERO;
            }
        }

        @Override
        public void onQueued(Duration atMost) {
            progress.say(target.address().host() + " took the connection and says nothing yet: waiting for a turn, "
                    + Durations.format(atMost) + " at most (--wait).");
        }

        @Override
        public void onInterval(IntervalSample sample) {
            row(sample);
            Duration length = sample.end().minus(sample.start());
            DataSize moved = sample.sent().or(sample::received).orElse(DataSize.ZERO);
            if (!length.isZero()) {
                progress.at(
                        Math.round(Durations.seconds(sample.end()) / Durations.seconds(load.interval())),
                        Show.rate(Bandwidth.of(moved, length)));
            }
        }
    }
}
