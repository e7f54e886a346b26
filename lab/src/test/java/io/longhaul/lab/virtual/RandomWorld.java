package io.longhaul.lab.virtual;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.LabFlow;
import io.longhaul.lab.topology.Coordinates;
import io.longhaul.lab.topology.LabLink;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Large worlds of chance, to see what simulations cost: the same seed makes the same world. Stateless. */
public final class RandomWorld {
    private RandomWorld() {}

    /** Sites somewhere on the globe with caps between 100 Mbit/s and 4 Gbit/s, and links between all of them. */
    public static LabTopology topology(int count, long seed) {
        var random = new SplittableRandom(seed);
        var sites = new ArrayList<LabSite>();
        for (int i = 0; i < count; i++) {
            var caps = new VmCaps(
                    Bandwidth.ofMegabitsPerSecond(random.nextLong(100, 2_000)),
                    Bandwidth.ofMegabitsPerSecond(random.nextLong(100, 4_000)),
                    Optional.empty(),
                    Optional.empty());
            var at = new Coordinates(random.nextDouble(-60, 70), random.nextDouble(-180, 180));
            sites.add(new LabSite(
                    new SiteId("lab", "s" + i),
                    "vm",
                    caps,
                    Duration.ofMillis(50),
                    DataSize.ofMebibytes(4),
                    "cubic",
                    Optional.of(at)));
        }
        var links = new LinkedHashMap<Link, LabLink>();
        for (LabSite from : sites) {
            for (LabSite to : sites) {
                if (!from.id().equals(to.id())) {
                    var link = new Link(from.id(), to.id());
                    Duration delay = from.location()
                            .orElseThrow()
                            .oneWayDelayTo(to.location().orElseThrow(), 1.8);
                    links.put(link, new LabLink(link, delay, Optional.empty(), 0, Duration.ZERO));
                }
            }
        }
        return new LabTopology("world", "", sites, links, List.of());
    }

    /** Transfers of 10 MB to 40 GB over 1 to 31 streams, which start within 50 minutes. */
    public static List<LabFlow> flows(LabTopology world, int count, long seed) {
        var random = new SplittableRandom(seed);
        var links = new ArrayList<>(world.links().keySet());
        var flows = new ArrayList<LabFlow>();
        for (int i = 0; i < count; i++) {
            flows.add(LabFlow.of(
                    links.get(random.nextInt(links.size())),
                    random.nextInt(1, 32),
                    DataSize.ofMegabytes(random.nextLong(10, 40_000)),
                    Durations.ofSeconds(random.nextDouble(0, 3_000))));
        }
        return flows;
    }
}
