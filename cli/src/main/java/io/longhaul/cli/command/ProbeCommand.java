package io.longhaul.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code probe}: one measurement, or a study of many. */
@Command(
        name = "probe",
        description = "Measures against an agent: one run, or a study of many.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "WHAT",
        subcommands = {
            ProbeThroughputCommand.class,
            ProbeLatencyCommand.class,
            ProbeLoadedCommand.class,
            ProbeSweepCommand.class,
            ProbeContentionCommand.class,
            ProbePatternCommand.class,
            ProbeFingerprintCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul probe throughput 10.0.0.7:5201 --streams 8",
            "  longhaul probe latency 10.0.0.7:5201",
            "  longhaul probe sweep 10.0.0.7 --max-volume 50GB",
            "  longhaul probe fingerprint 10.0.0.7 --max-volume 20GB -o link.json"
        })
public final class ProbeCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "What to probe was not said: throughput, latency, loaded, sweep, contention, pattern or fingerprint.");
    }
}
