package io.longhaul.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code coflow}: sets of flows that are done when their last flow is. */
@Command(
        name = "coflow",
        description = "Sets of flows that are done when their last flow is.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = CoflowReplayCommand.class)
public final class CoflowCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "No command was given.");
    }
}
