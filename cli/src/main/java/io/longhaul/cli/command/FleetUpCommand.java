package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.Interruption;
import io.longhaul.cli.fleet.FleetAgents;
import io.longhaul.cli.fleet.FleetPlanText;
import io.longhaul.cli.fleet.FleetSession;
import io.longhaul.cli.fleet.FleetText;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.clouds.Resource;
import io.longhaul.clouds.fleet.Fleet;
import io.longhaul.clouds.fleet.FleetActor;
import io.longhaul.clouds.fleet.FleetQuotas;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.probes.spec.HostPort;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fleet up FILE}. */
@Command(
        name = "up",
        description = {
            "Raises a fleet: makes its VMs, waits until their agents answer, and writes a campaign file of them.",
            "Every VM ends with its lease, whatever becomes of this command. After a crash, call it again: what is there"
                    + " is taken up. Ctrl-C takes the fleet down."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul fleet up grid.yaml --home 203.0.113.7:5210",
            "  longhaul fleet up grid.yaml --home vm.example.org --profile lab --project my-project"
        })
public final class FleetUpCommand extends FleetCommand {
    private static final int HOME_PORT = 5210;

    @Option(
            names = "--home",
            paramLabel = "HOST[:PORT]",
            description = "Where the VMs reach this command to get their certificates (port default: " + HOME_PORT
                    + "). Needed where the file has an archive.")
    private @Nullable String home;

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    ExitCode act(FleetSession session, PrintWriter out, PrintWriter err) throws InterruptedException {
        Fleet fleet = session.fleet();
        boolean priced = fleet.perHour(FleetSession.prices(fleet)).isPresent();
        if (fleet.budget().isPresent() && !priced) {
            throw new InvalidInputException(
                    "The fleet has a budget, and the price of one of its VM types is not known.",
                    "Take types that longhaul fleet plan prices, or leave the budget out.");
        }
        if (fleet.archive().isPresent() && home == null) {
            throw new InvalidInputException(
                    "The fleet's agents ask this command for their certificates, and it does not know its own address.",
                    "Give --home HOST[:PORT] at which the VMs reach this machine.");
        }
        if (!session.state().isOpen()) {
            FleetQuotas quotas = session.quotas();
            FleetPlanText.lacks(quotas).forEach(err::println);
            quotas.unknown().forEach(err::println);
            if (!quotas.lacks().isEmpty() && fleet.elsewhere().isEmpty()) {
                err.println("Nothing was made, since it would not be the whole fleet, and the file names no sites"
                        + " elsewhere.");
                return ExitCode.NO_PLAN;
            }
        }
        Optional<HostPort> address = Optional.ofNullable(home).map(text -> HostPort.parse(text, HOME_PORT));
        try (FleetAgents agents = FleetAgents.of(fleet, address, session.folder(), err)) {
            FleetActor actor = session.actor(agents);
            FleetActor.Raised raised;
            Map<String, String> silent = new LinkedHashMap<>();
            List<Resource> kept = List.of();
            var stopped = new AtomicBoolean();
            Runnable stop = () -> {
                stopped.set(true);
                actor.stop();
                agents.stop();
            };
            try (Interruption ignored = Interruption.calling(stop, FleetSession.PATIENCE)) {
                raised = actor.up(newRun());
                if (!stopped.get()) {
                    silent.putAll(agents.await(raised.vms(), session.pace()));
                    kept = actor.keep(agents.better(silent.keySet()));
                    silent.keySet().retainAll(kept.stream().map(Resource::name).toList());
                }
                if (stopped.get()) {
                    err.println("Interrupted: the fleet is taken down. This takes a few minutes.");
                    err.flush();
                    session.down(actor, FleetSession.PATIENCE);
                    return ExitCode.INCOMPLETE;
                }
            }
            raised.failures().forEach(err::println);
            silent.values().forEach(err::println);
            agents.campaign(kept)
                    .ifPresent(campaign -> err.println(
                            "Measure with: longhaul campaign run " + campaign + " --into log --fleet " + file()));
            print(new FleetText.Status(fleet.name(), session.state(), kept, Instant.now()), format, out);
            boolean all = raised.failures().isEmpty() && silent.isEmpty();
            return all ? ExitCode.OK : ExitCode.INCOMPLETE;
        }
    }

    /** Six letters and digits that no other run of the fleet has had. */
    private static String newRun() {
        return String.format(Locale.ROOT, "%06x", new SecureRandom().nextInt(1 << 24));
    }
}
