package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.fleet.FleetSession;
import io.longhaul.clouds.Resource;
import io.longhaul.clouds.fleet.Fleet;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fleet reap FILE}. */
@Command(
        name = "reap",
        description = {
            "Deletes whatever carries the fleet's label, in every region of the file's clouds. It needs no journal.",
            "Only what Longhaul made and labelled with this name is touched; of runs that still have a lease too, unless"
                    + " --expired."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {"  longhaul fleet reap grid.yaml", "  longhaul fleet reap grid.yaml --expired"})
public final class FleetReapCommand extends FleetCommand {
    @Option(names = "--expired", description = "Only what is past the end of its lease. Fit for a timer of the system.")
    private boolean expired;

    @Option(
            names = "--patience",
            paramLabel = "TIME",
            defaultValue = "30min",
            description = "Gives up after so long, and says what is left (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration patience;

    @Override
    ExitCode act(FleetSession session, PrintWriter out, PrintWriter err) throws InterruptedException {
        Fleet fleet = session.fleet();
        Predicate<Resource> ours = thing -> thing.label().fleet().equals(fleet.name());
        Predicate<Resource> meant = expired
                ? ours.and(thing -> !Instant.now().isBefore(thing.label().expires()))
                : ours;
        List<String> left = session.sweep(meant, patience);
        left.forEach(line -> err.println("Left: " + line));
        if (left.isEmpty()) {
            session.reaped(expired);
        }
        out.println(
                left.isEmpty()
                        ? "Nothing of the fleet " + fleet.name() + (expired ? " past its lease" : "")
                                + " is left in any region of " + String.join(", ", fleet.providers()) + "."
                        : "Not all is surely gone: call it again.");
        return left.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }
}
