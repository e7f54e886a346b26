package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.fleet.FleetSession;
import io.longhaul.cli.fleet.FleetText;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.clouds.fleet.Fleet;
import io.longhaul.clouds.fleet.FleetState;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code fleet status FILE}. */
@Command(
        name = "status",
        description = "Asks the clouds what there is of a fleet, and says what it has cost so far.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {"  longhaul fleet status grid.yaml", "  longhaul fleet status grid.yaml --format json"})
public final class FleetStatusCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Mixin
    private FleetSession options = new FleetSession();

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        try (FleetSession session = options) {
            Fleet fleet = session.fleet();
            FleetState state = session.state(fleet, err);
            var status = new FleetText.Status(fleet.name(), state, session.look(fleet, err), Instant.now());
            PrintWriter out = spec.commandLine().getOut();
            if (format.isJson()) {
                out.print(FleetText.JSON.toJson(status));
            } else {
                out.println(FleetText.of(status));
            }
            return ExitCode.OK.code();
        }
    }
}
