package io.longhaul.cli.input;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.SiteShare;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.topology.SiteId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How jobs are drawn: on which sites of a network, how many, from which seed. */
public final class DrawOptions {
    /** Slots of a site are one of these. */
    private static final int[] SLOTS = {16, 32, 64, 128};

    @Option(
            names = "--sites",
            paramLabel = "N",
            description = "How many sites jobs have, drawn from those of the network that have a known link to each"
                    + " other (default: 8, or all there are).")
    private @Nullable Integer sites;

    @Option(
            names = "--vms",
            paramLabel = "N",
            defaultValue = "2",
            description = "VMs of each site (default: ${DEFAULT-VALUE}).")
    private int vms;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            defaultValue = "100",
            description = "How many jobs (default: ${DEFAULT-VALUE}).")
    private int jobs;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The same seed draws the same (default: ${DEFAULT-VALUE}).")
    private long seed;

    /** How many jobs. */
    public int jobs() {
        if (jobs < 1 || jobs > 100_000) {
            throw new InvalidInputException("The number of jobs (" + jobs + ") is not usable.", "Give 1 to 100000.");
        }
        return jobs;
    }

    public long seed() {
        return seed;
    }

    /** Sites drawn, each with the VMs asked for and 16, 32, 64 or 128 slots. */
    public Map<SiteId, SiteShare> cluster(NetworkModel network) {
        var random = new SplittableRandom(seed);
        int wanted = sites == null ? 8 : sites;
        List<SiteId> all =
                new ArrayList<>(network.sites().stream().map(SiteModel::id).toList());
        for (int i = all.size() - 1; i > 0; i--) {
            Collections.swap(all, i, random.nextInt(i + 1));
        }
        var cluster = new TreeMap<SiteId, SiteShare>();
        for (SiteId site : all) {
            if (cluster.size() < wanted && isLinked(network, site, cluster)) {
                cluster.put(site, new SiteShare(vms, SLOTS[random.nextInt(SLOTS.length)]));
            }
        }
        if (cluster.size() < (sites == null ? 2 : sites) || wanted < 2) {
            throw new InvalidInputException(
                    "The network has no " + wanted + " sites with known links to each other: " + cluster.size()
                            + " were found.",
                    "Give --sites 2 or more, but no more than were found; where only round-trip times are known, give --window.");
        }
        return cluster;
    }

    private static boolean isLinked(NetworkModel network, SiteId site, Map<SiteId, SiteShare> others) {
        return others.keySet().stream()
                .allMatch(other -> isKnown(network, site, other) && isKnown(network, other, site));
    }

    /** One stream's rate too, as a league shows planners that. */
    private static boolean isKnown(NetworkModel network, SiteId from, SiteId to) {
        return network.findLink(from, to)
                .map(link -> link.singleFlow().isPresent())
                .orElse(false);
    }
}
