package io.longhaul.lab;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.lab.topology.LabTopology;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a lab was told and what it did until now, for tests that compare measurement with truth. Immutable.
 *
 * @param topology what the lab was told
 * @param elapsed time since the lab started
 * @param links what each link carried, of links that carried anything
 * @param flows the streams, open ones and the latest closed ones, in the order they were opened
 * @param credit levels of the token buckets through time, of sites that have one
 */
public record LabTruth(
        LabTopology topology,
        Duration elapsed,
        Map<Link, LinkTruth> links,
        List<FlowTruth> flows,
        Map<SiteId, List<CreditLevel>> credit) {
    public LabTruth {
        links = Map.copyOf(links);
        flows = List.copyOf(flows);
        credit = Map.copyOf(credit);
    }

    /** What a link carried; nothing when no stream ever used it. */
    public LinkTruth onLink(Link link) {
        return links.getOrDefault(link, LinkTruth.NOTHING);
    }

    /** The levels of a site's token bucket; none when it has no bucket. */
    public List<CreditLevel> creditOf(SiteId site) {
        return credit.getOrDefault(site, List.of());
    }

    /**
     * One link.
     *
     * @param streams opened so far
     * @param taken left the senders
     * @param delivered reached the receivers
     * @param droppedPackets lost by chance or in a full queue; 0 where nothing is lost
     */
    public record LinkTruth(long streams, DataSize taken, DataSize delivered, long droppedPackets) {
        static final LinkTruth NOTHING = new LinkTruth(0, DataSize.ZERO, DataSize.ZERO, 0);
    }

    /**
     * One direction of one connection.
     *
     * @param id number in the order of opening
     * @param link from where to where
     * @param opened since the start of the lab
     * @param taken left the sender
     * @param delivered reached the receiver
     * @param open whether it still is
     */
    public record FlowTruth(long id, Link link, Duration opened, DataSize taken, DataSize delivered, boolean open) {}

    /**
     * What was left in a bucket.
     *
     * @param at since the start of the lab
     * @param credit left
     */
    public record CreditLevel(Duration at, DataSize credit) {}
}
