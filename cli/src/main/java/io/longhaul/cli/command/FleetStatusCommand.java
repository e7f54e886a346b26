package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.fleet.FleetSession;
import io.longhaul.cli.input.FormatOption;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code fleet status FILE}. */
@Command(
        name = "status",
        description = "Asks the clouds what there is of a fleet, and says what it has cost so far.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {"  longhaul fleet status grid.yaml", "  longhaul fleet status grid.yaml --format json"})
public final class FleetStatusCommand extends FleetCommand {
    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    ExitCode act(FleetSession session, PrintWriter out, PrintWriter err) throws InterruptedException {
        print(session.status(), format, out);
        return ExitCode.OK;
    }
}
