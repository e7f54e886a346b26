package io.longhaul.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code job}: analytics jobs whose data lie at several sites. */
@Command(
        name = "job",
        description = "Analytics jobs whose data lie at several sites.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            JobPlanCommand.class,
            JobDrawCommand.class,
            JobReplayCommand.class,
            JobLeagueCommand.class,
            JobCarryOutCommand.class
        })
public final class JobCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "No command was given.");
    }
}
