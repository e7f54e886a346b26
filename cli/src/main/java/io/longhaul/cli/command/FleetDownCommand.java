package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.fleet.FleetSession;
import io.longhaul.cli.fleet.FleetText;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.clouds.fleet.Fleet;
import io.longhaul.clouds.fleet.FleetState;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
public final class FleetDownCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Mixin
    private FleetSession options = new FleetSession();

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
    public Integer call() throws InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        try (FleetSession session = options) {
            Fleet fleet = session.fleet();
            List<String> left =
                    session.actor(fleet, (name, site, label) -> "", err).down(patience);
            left.forEach(line -> err.println("Left: " + line));
            FleetState state = session.state(fleet, err);
            var status = new FleetText.Status(
                    fleet.name(), state, left.isEmpty() ? List.of() : session.look(fleet, err), Instant.now());
            PrintWriter out = spec.commandLine().getOut();
            if (format.isJson()) {
                out.print(FleetText.JSON.toJson(status));
            } else {
                out.println(FleetText.of(status));
            }
            return (left.isEmpty() ? ExitCode.OK : ExitCode.FAILED).code();
        }
    }
}
