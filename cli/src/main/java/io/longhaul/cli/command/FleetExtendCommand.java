package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.fleet.FleetSession;
import io.longhaul.clouds.fleet.Fleet;
import io.longhaul.clouds.fleet.FleetActor;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
public final class FleetExtendCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Mixin
    private FleetSession options = new FleetSession();

    @Option(names = "--for", paramLabel = "TIME", required = true, description = "How long from now on, as 2h.")
    @SuppressWarnings("NullAway.Init")
    private Duration time;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        try (FleetSession session = options) {
            Fleet fleet = session.fleet();
            FleetActor.Extension extension =
                    session.actor(fleet, (name, site, label) -> "", err).extend(time);
            extension.failures().forEach(err::println);
            spec.commandLine()
                    .getOut()
                    .println("The lease of " + fleet.name() + " ends " + extension.expires() + " (" + extension.things()
                            + " things carry it).");
            return (extension.failures().isEmpty() ? ExitCode.OK : ExitCode.INCOMPLETE).code();
        }
    }
}
