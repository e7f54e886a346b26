package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.Interruption;
import io.longhaul.cli.input.LatencyOptions;
import io.longhaul.cli.input.TargetOptions;
import io.longhaul.cli.text.LatencyText;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.probes.client.ProbeRun;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.store.json.MeasurementJson;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
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
            "  longhaul probe latency 10.0.0.7:8862 --method stamp --payload 1400B --stamp-key-file key.txt",
            "  longhaul probe latency 10.0.0.7 --from aws:us-east-1 --to gcp:us-central1 --into log"
        })
public final class ProbeLatencyCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Mixin
    private LatencyOptions latency = new LatencyOptions();

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
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        LatencySpec asked = latency.spec(count, spacing);
        var interrupted = new AtomicBoolean();
        Measurement measurement;
        try (EventLoops loops = EventLoops.start(1)) {
            ProbeRun run = new Prober(loops).latency(target.target(), asked);
            try (Interruption ignored = Interruption.calling(() -> {
                interrupted.set(true);
                run.interrupt();
            })) {
                measurement = run.join();
            }
        }
        if (!output.keep(measurement, err)) {
            return ExitCode.INCOMPLETE.code();
        }
        LatencyMeasurement found = (LatencyMeasurement) measurement;
        output.print(
                found,
                new MeasurementJson(),
                answer -> LatencyText.of(found),
                spec.commandLine().getOut());
        return ProbeOutput.exitCode(interrupted.get(), err).code();
    }
}
