package io.longhaul.cli.input;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import java.util.Map;
import picocli.CommandLine.Option;

/** VMs that someone has already, beside those to be started. */
public final class OwnVmsOptions {
    @Option(
            names = "--running",
            paramLabel = "SITE=N:SIZE",
            split = ",",
            description = "VMs that run already beside fresh ones, and what is left in the token bucket of each, as"
                    + " aws:us-east-1=2:300GB; billed from now on like fresh ones.")
    private Map<SiteId, String> running = Map.of();

    @Option(
            names = "--committed",
            paramLabel = "SITE=N",
            split = ",",
            description = "VMs at a site whose hours a commitment pays, used or not, as aws:us-east-1=4.")
    private Map<SiteId, Integer> committed = Map.of();

    public boolean isGiven() {
        return !running.isEmpty() || !committed.isEmpty();
    }

    /** A network with these VMs. */
    NetworkModel applied(NetworkModel network) {
        NetworkModel with = network;
        for (var entry : running.entrySet()) {
            String[] parts = entry.getValue().split(":", 2);
            if (parts.length < 2) {
                throw malformed(entry.getKey(), entry.getValue());
            }
            try {
                with = with.with(with.getSite(entry.getKey())
                        .withRunning(Integer.parseInt(parts[0].strip()), DataSize.parse(parts[1].strip())));
            } catch (NumberFormatException e) {
                throw malformed(entry.getKey(), entry.getValue());
            }
        }
        for (var entry : committed.entrySet()) {
            with = with.with(with.getSite(entry.getKey()).withCommitted(entry.getValue()));
        }
        return with;
    }

    private static InvalidInputException malformed(SiteId site, String text) {
        return new InvalidInputException(
                "The VMs that run already (" + site + "=" + text + ") are not of the form site=number:credit.",
                "Write them like aws:us-east-1=2:300GB.");
    }
}
