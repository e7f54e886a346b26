package io.longhaul.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code probe}: one measurement. */
@Command(
        name = "probe",
        description = "Takes one measurement against an agent.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "WHAT",
        subcommands = {ProbeThroughputCommand.class, ProbeLatencyCommand.class},
        footerHeading = "%nExamples:%n",
        footer = {"  longhaul probe throughput 10.0.0.7:5201 --streams 8", "  longhaul probe latency 10.0.0.7:5201"})
public final class ProbeCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "What to probe was not said: throughput or latency.");
    }
}
