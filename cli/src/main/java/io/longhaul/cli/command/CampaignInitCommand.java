package io.longhaul.cli.command;

import io.longhaul.campaign.plan.CampaignFile;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code campaign init FILE}. */
@Command(
        name = "init",
        description = "Writes a campaign file to begin with, with every field and what it means.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = "  longhaul campaign init weekly.yaml")
public final class CampaignInitCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "To write; one that is there is never replaced.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Override
    public void run() {
        CampaignFile.writeExample(file);
        spec.commandLine()
                .getOut()
                .println("Wrote " + file + ". Put your agents in, then: longhaul campaign plan " + file);
    }
}
