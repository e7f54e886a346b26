package io.longhaul.cli.command;

import io.longhaul.cli.Interruption;
import io.longhaul.cli.input.TargetOptions;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.Measurement;
import io.longhaul.probes.client.ProbeRun;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.LatencySpec;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code probe latency HOST:PORT}. */
@Command(
        name = "latency",
        description = "Measures round-trip times to an agent.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul probe latency 10.0.0.7:5201",
            "  longhaul probe latency 10.0.0.7 --method tcp-connect --count 100 --spacing 20ms",
            "  longhaul probe latency 10.0.0.7 --from aws:us-east-1 --to gcp:us-central1 --into log"
        })
public final class ProbeLatencyCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Option(
            names = "--method",
            paramLabel = "tcp-echo|tcp-connect|stamp",
            defaultValue = "tcp-echo",
            description = "How to measure (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private LatencyMethod method;

    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "20",
            description = "Probes to send (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(
            names = "--spacing",
            paramLabel = "TIME",
            defaultValue = "100ms",
            description = "Mean time between two probes (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration spacing;

    @Mixin
    private ProbeOutput output = new ProbeOutput();

    @Override
    public void run() {
        LatencySpec asked = LatencySpec.of(method, count).withSpacing(spacing);
        try (EventLoops loops = EventLoops.start(1)) {
            ProbeRun run = new Prober(loops).latency(target.target(), asked);
            try (Interruption ignored = Interruption.calling(run::cancel)) {
                Measurement measurement = run.join();
                output.keep(
                        measurement,
                        spec.commandLine().getOut(),
                        spec.commandLine().getErr());
            }
        }
    }
}
