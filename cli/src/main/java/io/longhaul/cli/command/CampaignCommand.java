package io.longhaul.cli.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code campaign}: many measurements from one file. */
@Command(
        name = "campaign",
        description = "Many measurements between many agents, from one file, within a budget.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            CampaignInitCommand.class,
            CampaignPlanCommand.class,
            CampaignRunCommand.class,
            CampaignStatusCommand.class
        })
public final class CampaignCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "What to do with a campaign was not given.");
    }
}
