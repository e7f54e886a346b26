package io.longhaul.lab.topology;

import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import java.time.Duration;
import java.util.Optional;

/**
 * One direction between two sites. Immutable.
 *
 * @param link from where to where
 * @param oneWay the time a bit takes when nothing else is under way
 * @param pathCap all streams of the link together; empty when only the VMs limit
 * @param loss probability that a packet is lost, 0 to 1
 * @param jitter greatest extra delay of a packet; packets keep their order
 */
public record LabLink(Link link, Duration oneWay, Optional<Bandwidth> pathCap, double loss, Duration jitter) {
    public LabLink {
        TopologyCheck.duration("one_way", oneWay, link);
        TopologyCheck.duration("jitter", jitter, link);
        TopologyCheck.share("loss", loss, link);
        pathCap.ifPresent(cap -> TopologyCheck.positive("path_cap", cap, link));
    }
}
