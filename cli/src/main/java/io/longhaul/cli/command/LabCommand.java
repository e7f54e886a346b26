package io.longhaul.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lab}: the emulated WAN. */
@Command(
        name = "lab",
        description = {
            "A WAN of kernel TCP on this machine (Linux): any program runs in it unchanged, and nothing leaves it.",
            "docs/lab.md explains it."
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "WHAT",
        subcommands = {
            LabRunCommand.class,
            LabShellCommand.class,
            LabStatusCommand.class,
            LabTopologiesCommand.class,
            LabTopologyCommand.class,
            LabCheckCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul lab check",
            "  longhaul lab run demo -- iperf3 -c eu-central-1.aws -t 5",
            "  longhaul lab shell demo --site aws:us-east-1",
            "  longhaul lab status"
        })
public final class LabCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "What to do was not said: run, shell, status, topologies, topology or check.");
    }
}
