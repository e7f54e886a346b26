package io.longhaul.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code certs}: certificates of one's own for agents and coordinators. */
@Command(
        name = "certs",
        description = "Makes a private authority, and certificates of short life for agents and coordinators.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {CertsInitCommand.class, CertsIssueCommand.class})
public final class CertsCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Neither init nor issue was given.");
    }
}
