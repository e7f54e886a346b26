package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.fleet.FleetSession;
import io.longhaul.cli.input.FormatOption;
import java.io.PrintWriter;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fleet down FILE}. */
@Command(
        name = "down",
        description = {
            "Takes a fleet down. It ends when the clouds have listed nothing of it in two looks a minute apart.",
            "After Ctrl-C, a crash or kill -9, call it again."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = "  longhaul fleet down grid.yaml")
public final class FleetDownCommand extends FleetCommand {
    @Option(
            names = "--patience",
            paramLabel = "TIME",
            defaultValue = "30min",
            description = "Gives up after so long, and says what is left (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration patience;

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    ExitCode act(FleetSession session, PrintWriter out, PrintWriter err) throws InterruptedException {
        boolean gone = session.down(session.actor(), patience);
        print(session.status(), format, out);
        return gone ? ExitCode.OK : ExitCode.FAILED;
    }
}
