package io.longhaul.e2e;

import io.longhaul.core.topology.Link;
import io.longhaul.lab.topology.LabLink;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Topologies in which every site reaches every other, with nothing on the way but a delay. */
final class FullMesh {
    private FullMesh() {}

    /** @param roundTrip by link; both directions of a pair have the same */
    static LabTopology of(List<LabSite> sites, Function<Link, Duration> roundTrip) {
        Map<Link, LabLink> links = new HashMap<>();
        for (LabSite a : sites) {
            for (LabSite b : sites) {
                if (!a.id().equals(b.id())) {
                    Link link = new Link(a.id(), b.id());
                    Duration oneWay = roundTrip.apply(link).dividedBy(2);
                    links.put(link, new LabLink(link, oneWay, Optional.empty(), 0, Duration.ZERO));
                }
            }
        }
        return new LabTopology("mesh", "Every site reaches every other.", sites, links, List.of());
    }
}
