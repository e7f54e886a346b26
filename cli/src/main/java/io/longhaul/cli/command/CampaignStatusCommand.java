package io.longhaul.cli.command;

import io.longhaul.campaign.run.Journal;
import io.longhaul.campaign.run.RunState;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.text.CampaignStatusText;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code campaign status LOG}. */
@Command(
        name = "status",
        description = "Says how far a campaign is, also while it runs.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {"  longhaul campaign status log", "  longhaul campaign status log --format json | jq .done"})
public final class CampaignStatusCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Parameters(paramLabel = "LOG", description = "The log that the campaign measures into.")
    @SuppressWarnings("NullAway.Init")
    private Path log;

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        RunState state = RunState.of(Journal.read(log, warning -> err.println(warning.message())));
        if (format.isJson()) {
            out.print(CampaignStatusText.JSON.toJson(state));
        } else {
            out.println(CampaignStatusText.of(state));
        }
    }
}
