package io.longhaul.lab.virtual;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.shape.LossWindow;
import io.longhaul.lab.topology.LabLink;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.Target;
import io.longhaul.lab.topology.Timeline;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Caps, delays and buckets of a topology in virtual time. Resources are numbered: egress of each site, ingress of each
 * site, then the path caps in the order they are first used. Rates in bit/s of payload, times in seconds. Confined to one
 * thread.
 */
final class VirtualWan {
    /** Linux acknowledges every second packet of 1500 octets with one of 52: headers of IPv4 and TCP with time stamps. */
    private static final double ACK_SHARE = 52 / (2 * 1500.0);

    private final double payloadShare;
    private final double ackShare;
    private final Map<SiteId, Integer> numbers = new HashMap<>();
    private final List<LabSite> sites;
    private final Map<Link, LinkNow> links = new HashMap<>();
    private final Map<Link, LabLink> settings;
    private final List<Double> pathCaps = new ArrayList<>();
    private final double[] siteCaps;
    private final double[] flowCaps;
    private final @Nullable FluidBucket[] buckets;
    private final Map<Target, Boolean> changing = new HashMap<>();
    private MaxMin maxMin;

    /** One link's values in force. */
    private static final class LinkNow {
        double oneWay;
        double back;
        double window;
        double loss;
        String congestion = "";
        int pathCap = -1;
    }

    interface BucketEvent {
        void at(int site, double time, long version);
    }

    VirtualWan(LabTopology topology, double payloadShare) {
        this.payloadShare = payloadShare;
        ackShare = payloadShare < 1 ? ACK_SHARE : 0;
        sites = topology.sites();
        settings = topology.links();
        siteCaps = new double[2 * sites.size()];
        flowCaps = new double[sites.size()];
        buckets = new FluidBucket[sites.size()];
        topology.changes().forEach(change -> changing.put(change.target(), true));
        for (int i = 0; i < sites.size(); i++) {
            LabSite site = sites.get(i);
            numbers.put(site.id(), i);
            siteCaps[i] = site.caps().egress().bitsPerSecond() * payloadShare;
            siteCaps[sites.size() + i] = site.caps().ingress().bitsPerSecond() * payloadShare;
            flowCaps[i] = site.caps()
                    .perFlow()
                    .map(cap -> cap.bitsPerSecond() * payloadShare)
                    .orElse(Double.POSITIVE_INFINITY);
            int index = i;
            site.caps().egressBucket().ifPresent(bucket -> buckets[index] = new FluidBucket(bucket, payloadShare));
        }
        maxMin = new MaxMin(siteCaps.length);
    }

    private int number(SiteId site) {
        Integer number = numbers.get(site);
        if (number == null) {
            throw new InvalidInputException(
                    "A flow names " + site + ", which is not a site of the topology.", "Name sites of the topology.");
        }
        return number;
    }

    private LinkNow link(Link link) {
        return links.computeIfAbsent(link, this::open);
    }

    private LinkNow open(Link link) {
        number(link.from());
        int to = number(link.to());
        LabLink there = settings.get(link);
        LabLink back = settings.get(link.reversed());
        if (there == null || back == null) {
            throw new IllegalStateException("no settings for " + link);
        }
        var now = new LinkNow();
        now.oneWay = Durations.seconds(there.oneWay());
        now.back = Durations.seconds(back.oneWay());
        now.window = sites.get(to).window().bytes();
        now.loss = there.loss();
        now.congestion = sites.get(number(link.from())).congestion();
        if (there.pathCap().isPresent() || changing.containsKey(new Target.OfLink(link))) {
            now.pathCap = siteCaps.length + pathCaps.size();
            pathCaps.add(there.pathCap()
                    .map(cap -> cap.bitsPerSecond() * payloadShare)
                    .orElse(Double.MAX_VALUE));
            maxMin = new MaxMin(siteCaps.length + pathCaps.size());
        }
        return now;
    }

    int[] uses(Link link) {
        return new int[] {number(link.from()), sites.size() + number(link.to()), link(link).pathCap};
    }

    double oneWay(Link link) {
        return link(link).oneWay;
    }

    double roundTrip(Link link) {
        LinkNow now = link(link);
        return Math.max(1e-6, now.oneWay + now.back);
    }

    double window(Link link) {
        LinkNow now = link(link);
        return Math.min(now.window, LossWindow.averageBytes(now.congestion, now.loss, roundTrip(link)));
    }

    double flowCap(Link link) {
        return flowCaps[number(link.from())];
    }

    /** Whether a sender spreads its window over the round trip; others send it in a burst. */
    boolean paces(Link link) {
        return link(link).congestion.equals("bbr");
    }

    /**
     * Max-min fair rates under the caps in force; what leaves each bucket is noted. Acknowledgements take their part of the
     * caps of the way back whatever its streams do, so they are not part of the fairness: they are taken off first.
     */
    void share(List<FlowState> flows, double[] weights, double[] demands, double[] rates) {
        int count = flows.size();
        int[] uses = new int[count * MaxMin.USES];
        for (int i = 0; i < count; i++) {
            System.arraycopy(flows.get(i).uses, 0, uses, i * MaxMin.USES, MaxMin.USES);
        }
        double[] capacities = capacities();
        maxMin.allocate(capacities, count, weights, demands, uses, rates);
        double[] acknowledged = acknowledged(flows, rates, capacities.length);
        if (ackShare > 0) {
            for (int r = 0; r < capacities.length; r++) {
                capacities[r] = Math.max(0, capacities[r] - acknowledged[r]);
            }
            maxMin.allocate(capacities, count, weights, demands, uses, rates);
        }
        for (int i = 0; i < count; i++) {
            acknowledged[uses[i * MaxMin.USES]] += rates[i];
        }
        for (int i = 0; i < buckets.length; i++) {
            FluidBucket bucket = buckets[i];
            if (bucket != null) {
                bucket.send(acknowledged[i]);
            }
        }
    }

    private double[] capacities() {
        double[] capacities = Arrays.copyOf(siteCaps, siteCaps.length + pathCaps.size());
        for (int i = 0; i < pathCaps.size(); i++) {
            capacities[siteCaps.length + i] = pathCaps.get(i);
        }
        for (int i = 0; i < buckets.length; i++) {
            FluidBucket bucket = buckets[i];
            if (bucket != null) {
                capacities[i] = Math.min(capacities[i], bucket.rate());
            }
        }
        return capacities;
    }

    /** What acknowledgements take of each capacity. */
    private double[] acknowledged(List<FlowState> flows, double[] rates, int resources) {
        double[] taken = new double[resources];
        for (int i = 0; ackShare > 0 && i < flows.size(); i++) {
            for (int resource : flows.get(i).wayBack) {
                if (resource >= 0) {
                    taken[resource] += ackShare * rates[i];
                }
            }
        }
        return taken;
    }

    void settleBuckets(double now) {
        for (FluidBucket bucket : buckets) {
            if (bucket != null) {
                bucket.settle(now);
            }
        }
    }

    /** When each bucket will run dry, or have credit again. */
    void forEachBucketEvent(double now, BucketEvent event) {
        for (int i = 0; i < buckets.length; i++) {
            FluidBucket bucket = buckets[i];
            int site = i;
            if (bucket != null) {
                bucket.announce(now, (time, version) -> event.at(site, time, version));
            }
        }
    }

    /** A bucket's event; false when it is out of date. */
    boolean bucketDue(int site, long version, double now) {
        FluidBucket bucket = buckets[site];
        return bucket != null && bucket.due(version, now);
    }

    void apply(Timeline.Value change, double now) {
        if (change.target() instanceof Target.OfSite of) {
            int site = number(of.site());
            FluidBucket bucket = buckets[site];
            switch (change.setting()) {
                case EGRESS -> siteCaps[site] = payload(change);
                case INGRESS -> siteCaps[sites.size() + site] = payload(change);
                case PER_FLOW -> flowCaps[site] = payload(change);
                case CREDIT -> {
                    if (bucket != null) {
                        bucket.setCredit(change.value() * 8 * payloadShare, now);
                    }
                }
                default -> throw new IllegalStateException(change + " is not about a site");
            }
        } else if (change.target() instanceof Target.OfLink of) {
            applyToLink(link(of.link()), link(of.link().reversed()), change);
        }
    }

    private void applyToLink(LinkNow link, LinkNow reversed, Timeline.Value change) {
        switch (change.setting()) {
            case PATH_CAP -> pathCaps.set(link.pathCap - siteCaps.length, payload(change));
            case ONE_WAY -> {
                link.oneWay = change.value();
                reversed.back = change.value();
            }
            case LOSS -> link.loss = change.value();
            case JITTER -> {
                // a fluid has no packets to be late
            }
            default -> throw new IllegalStateException(change + " is not about a link");
        }
    }

    private double payload(Timeline.Value change) {
        return Bandwidth.ofBitsPerSecond(Math.max(1.0, change.value())).bitsPerSecond() * payloadShare;
    }
}
