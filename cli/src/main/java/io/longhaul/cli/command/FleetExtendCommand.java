package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.fleet.FleetSession;
import io.longhaul.clouds.fleet.FleetActor;
import java.io.PrintWriter;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fleet extend FILE --by TIME}. */
@Command(
        name = "extend",
        description = {
            "Moves the end of a fleet's lease: in the journal, in the labels, and in the clouds' own timers.",
            "It cannot move beyond longest and budget of the file."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = "  longhaul fleet extend grid.yaml --for 2h")
public final class FleetExtendCommand extends FleetCommand {
    @Option(names = "--for", paramLabel = "TIME", required = true, description = "How long from now on, as 2h.")
    @SuppressWarnings("NullAway.Init")
    private Duration time;

    @Override
    ExitCode act(FleetSession session, PrintWriter out, PrintWriter err) throws InterruptedException {
        FleetActor.Extension extension = session.actor().extend(time);
        extension.failures().forEach(err::println);
        out.println("The lease of " + session.fleet().name() + " ends " + extension.expires() + " ("
                + extension.things() + " things carry it).");
        return extension.failures().isEmpty() ? ExitCode.OK : ExitCode.INCOMPLETE;
    }
}
