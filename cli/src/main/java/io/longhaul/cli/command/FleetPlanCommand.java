package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.fleet.FleetPlanText;
import io.longhaul.cli.fleet.FleetSession;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.clouds.fleet.Fleet;
import io.longhaul.clouds.fleet.FleetQuotas;
import io.longhaul.clouds.fleet.Permissions;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fleet plan FILE}. */
@Command(
        name = "plan",
        description = "Says what a fleet will be and cost, and asks no cloud unless --live.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul fleet plan grid.yaml",
            "  longhaul fleet plan grid.yaml --live --project lab",
            "  longhaul fleet plan grid.yaml --permissions"
        })
public final class FleetPlanCommand extends FleetCommand {
    @Option(
            names = "--permissions",
            description =
                    "Print the least permissions that the fleet's commands need, as documents of each cloud, each below"
                            + " the line that takes it.")
    private boolean permissions;

    @Option(
            names = "--live",
            description = "Ask the clouds whether the accounts' quotas suffice; ends with 3 where they do not.")
    private boolean live;

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    ExitCode act(FleetSession session, PrintWriter out, PrintWriter err) {
        Fleet fleet = session.fleet();
        if (permissions) {
            fleet.providers().stream()
                    .flatMap(name -> Permissions.of(name).stream())
                    .forEach(document -> {
                        out.println("# " + document.file() + ": " + document.use());
                        out.println(document.text());
                    });
            return ExitCode.OK;
        }
        var plan = new FleetPlanText.Plan(fleet, live ? Optional.of(session.quotas()) : Optional.empty());
        if (format.isJson()) {
            out.print(FleetPlanText.JSON.toJson(plan));
        } else {
            out.println(FleetPlanText.of(plan));
        }
        return plan.quotas().map(FleetQuotas::lacks).orElse(List.of()).isEmpty() ? ExitCode.OK : ExitCode.NO_PLAN;
    }
}
