package io.longhaul.lab.topology;

import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * What a planner would know of a topology if it had measured it without error: caps, buckets, rates by streams, path caps and
 * round-trip times. Nothing costs anything. What changes through time is not in it. Stateless.
 */
public final class TopologyNetwork {
    /** More streams than that only lengthen a curve whose end no plan needs. */
    private static final int MOST_STREAMS = 64;

    private static final Duration SHORTEST = Duration.ofNanos(100_000);

    private TopologyNetwork() {}

    /**
     * The network as payload sees it.
     *
     * @param payloadShare which part of a cap is payload, in (0, 1]
     */
    public static NetworkModel of(LabTopology topology, double payloadShare) {
        List<SiteModel> sites = topology.sites().stream()
                .map(site -> SiteModel.of(site.id(), caps(site.caps(), payloadShare), PricePerHour.FREE))
                .toList();
        var links = new ArrayList<LinkModel>();
        for (LabSite from : topology.sites()) {
            for (LabSite to : topology.sites()) {
                if (!from.id().equals(to.id())) {
                    links.add(link(topology, new Link(from.id(), to.id()), payloadShare));
                }
            }
        }
        return new NetworkModel(sites, links);
    }

    private static VmCaps caps(VmCaps caps, double share) {
        return new VmCaps(
                caps.egress().times(share),
                caps.ingress().times(share),
                caps.perFlow().map(rate -> rate.times(share)),
                caps.egressBucket()
                        .map(bucket -> new TokenBucket(
                                bucket.high().times(share),
                                bucket.low().times(share),
                                DataSize.ofBytes((long) (bucket.budget().bytes() * share)),
                                bucket.refill().times(share))));
    }

    /** A window is payload, a cap is not; streams are those that fill what they share. */
    private static LinkModel link(LabTopology topology, Link link, double share) {
        LabSite from = topology.getSite(link.from());
        // a round trip of nothing is one too short to be told, as between sites of one city
        Duration roundTrip = topology.roundTrip(link).compareTo(SHORTEST) < 0 ? SHORTEST : topology.roundTrip(link);
        Bandwidth one = Bandwidth.of(topology.getSite(link.to()).window(), roundTrip);
        one = from.caps().perFlow().map(rate -> rate.times(share)).map(one::min).orElse(one);
        Bandwidth all = from.caps()
                .egressBucket()
                .map(TokenBucket::high)
                .orElse(from.caps().egress())
                .min(topology.getSite(link.to()).caps().ingress())
                .times(share)
                .min(one.times((long) MOST_STREAMS));
        all = topology.getLink(link)
                .pathCap()
                .map(cap -> cap.times(share))
                .map(all::min)
                .orElse(all);
        Bandwidth most = all;
        var rates = new HashMap<Integer, Bandwidth>();
        for (int streams = 1; streams <= MOST_STREAMS; streams++) {
            rates.put(streams, one.times((long) streams).min(most));
        }
        LinkModel model = LinkModel.of(
                        link,
                        RateCurve.of(rates),
                        EgressPrice.flat(link, PricePerGigabyte.FREE, EgressPrice.ASSUMED, Optional.empty()))
                .withSingleFlow(one.min(all))
                .withRtt(roundTrip);
        return topology.getLink(link)
                .pathCap()
                .map(cap -> model.withTotalCap(cap.times(share)))
                .orElse(model);
    }
}
