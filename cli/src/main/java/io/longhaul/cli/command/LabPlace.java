package io.longhaul.cli.command;

import io.longhaul.cli.lab.LabRun;
import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.topology.LabTopology;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where in a lab a program runs, and with what around it. */
final class LabPlace {
    @Option(
            names = {"-s", "--site"},
            paramLabel = "SITE",
            description = "Site to run it at (default: the first of the topology).")
    private @Nullable SiteId site;

    @Option(
            names = "--no-agents",
            description = "Start no agents, so that port 5201 of every site is free for iperf3 -s.")
    private boolean noAgents;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of loss and jitter (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--truth",
            paramLabel = "FILE",
            description = "At the end, write what the lab did to this file: octets and drops by link and flow, credit.")
    private @Nullable Path truth;

    @Option(
            names = "--strict",
            description = "End with code 4 when the lab was too late or lost packets, so that numbers do not count.")
    private boolean strict;

    LabRun in(LabTopology topology) {
        return new LabRun(topology, siteOf(topology), !noAgents, seed, truth, strict);
    }

    Optional<SiteId> site() {
        return Optional.ofNullable(site);
    }

    SiteId siteOf(LabTopology topology) {
        return site().orElseGet(() -> topology.sites().get(0).id());
    }
}
