package io.longhaul.lab.faithful;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.topology.TopologyYaml;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Owns a lab of its own, for tests that kill owners and for tests that run as another user. */
public final class OwnerProgram {
    private OwnerProgram() {}

    /** Starts a lab of the named topology with a sleeper in it, says what it sees, and waits to be killed when told so. */
    public static void main(String[] args) throws IOException {
        List<String> missing = LabCheck.missing();
        if (!missing.isEmpty()) {
            System.out.println("missing " + missing);
            return;
        }
        try (var lab = FaithfulLab.start(TopologyYaml.load(args[0]), FaithfulLab.Options.defaults())) {
            SiteId first = lab.topology().sites().get(0).id();
            SiteId second = lab.topology().sites().get(1).id();
            var map = lab.exec(first, List.of("cat", "/proc/self/uid_map")).await(Duration.ofSeconds(20));
            var route = lab.exec(
                            first,
                            List.of("ip", "route", "get", lab.address(second).getHostAddress()))
                    .await(Duration.ofSeconds(20));
            System.out.println(
                    "up " + map.output().strip() + " " + route.output().strip());
            if (args.length > 1) {
                lab.exec(first, List.of("sleep", args[1])).await(Duration.ofHours(1));
            }
        }
    }
}
