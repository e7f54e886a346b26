package io.longhaul.lab.virtual;

import io.longhaul.core.topology.Link;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.Target;
import io.longhaul.lab.topology.Timeline;
import java.util.Arrays;
import java.util.List;
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
    private final VirtualLinks links;
    private final int sites;
    private final double[] siteCaps;
    private final double[] flowCaps;
    private final @Nullable FluidBucket[] buckets;
    private MaxMin maxMin;

    interface BucketEvent {
        void at(int site, double time, long version);
    }

    VirtualWan(LabTopology topology, double payloadShare) {
        this.payloadShare = payloadShare;
        ackShare = payloadShare < 1 ? ACK_SHARE : 0;
        sites = topology.sites().size();
        links = new VirtualLinks(topology, payloadShare);
        siteCaps = new double[2 * sites];
        flowCaps = new double[sites];
        buckets = new FluidBucket[sites];
        for (int i = 0; i < sites; i++) {
            LabSite site = topology.sites().get(i);
            siteCaps[i] = site.caps().egress().bitsPerSecond() * payloadShare;
            siteCaps[sites + i] = site.caps().ingress().bitsPerSecond() * payloadShare;
            flowCaps[i] = site.caps()
                    .perFlow()
                    .map(cap -> cap.bitsPerSecond() * payloadShare)
                    .orElse(Double.POSITIVE_INFINITY);
            int index = i;
            site.caps().egressBucket().ifPresent(bucket -> buckets[index] = new FluidBucket(bucket, payloadShare));
        }
        maxMin = new MaxMin(siteCaps.length);
    }

    /** Egress of the sender, ingress of the receiver, the path's cap or -1. */
    int[] uses(Link link) {
        int pathCap = links.get(link).pathCap;
        return new int[] {
            links.number(link.from()), sites + links.number(link.to()), pathCap < 0 ? -1 : siteCaps.length + pathCap
        };
    }

    double oneWay(Link link) {
        return links.get(link).oneWay;
    }

    double roundTrip(Link link) {
        return links.get(link).roundTrip();
    }

    double window(Link link) {
        return links.get(link).boundedWindow();
    }

    double flowCap(Link link) {
        return flowCaps[links.number(link.from())];
    }

    /** Whether a sender spreads its window over the round trip; others send it in a burst. */
    boolean paces(Link link) {
        return links.get(link).congestion.equals("bbr");
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
        if (maxMin.resources() != capacities.length) {
            maxMin = new MaxMin(capacities.length);
        }
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
        double[] capacities = Arrays.copyOf(siteCaps, siteCaps.length + links.pathCapCount());
        for (int i = siteCaps.length; i < capacities.length; i++) {
            capacities[i] = links.pathCap(i - siteCaps.length);
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
            int site = links.number(of.site());
            FluidBucket bucket = buckets[site];
            switch (change.setting()) {
                case EGRESS -> siteCaps[site] = payload(change);
                case INGRESS -> siteCaps[sites + site] = payload(change);
                case PER_FLOW -> flowCaps[site] = payload(change);
                case CREDIT -> {
                    if (bucket != null) {
                        bucket.setCredit(change.value() * 8 * payloadShare, now);
                    }
                }
                default -> throw new IllegalStateException(change + " is not about a site");
            }
        } else if (change.target() instanceof Target.OfLink of) {
            links.apply(of.link(), change);
        }
    }

    private double payload(Timeline.Value change) {
        return VirtualLinks.atLeastOneBit(change.value()) * payloadShare;
    }
}
