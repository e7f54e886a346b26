package io.longhaul.lab.virtual;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
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
    private final double payloadShare;
    private final Map<SiteId, Integer> numbers = new HashMap<>();
    private final List<LabSite> sites;
    private final Map<Link, LinkNow> links = new HashMap<>();
    private final Map<Link, LabLink> settings;
    private final List<Double> pathCaps = new ArrayList<>();
    private final double[] siteCaps;
    private final double[] flowCaps;
    private final @Nullable Bucket[] buckets;
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

    /** A bucket in the fluid model: credit changes by refill less what is sent. */
    private static final class Bucket {
        final double high;
        final double emptyRate;
        final double refill;
        final double budget;
        double credit;
        double asOf;
        double sending;
        boolean empty;
        long version;

        Bucket(TokenBucket bucket, double payloadShare) {
            high = bucket.high().bitsPerSecond() * payloadShare;
            refill = bucket.refill().bitsPerSecond() * payloadShare;
            // without credit a VM sends at the low rate, or as fast as credit comes in where that is more
            emptyRate = Math.max(bucket.low().bitsPerSecond() * payloadShare, refill);
            budget = bucket.budget().bytes() * 8.0 * payloadShare;
            credit = budget;
        }

        void settle(double now) {
            credit = Math.max(0, Math.min(budget, credit + (refill - sending) * (now - asOf)));
            asOf = now;
        }
    }

    interface BucketEvent {
        void at(int site, double time, long version);
    }

    VirtualWan(LabTopology topology, double payloadShare) {
        this.payloadShare = payloadShare;
        sites = topology.sites();
        settings = topology.links();
        siteCaps = new double[2 * sites.size()];
        flowCaps = new double[sites.size()];
        buckets = new Bucket[sites.size()];
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
            site.caps().egressBucket().ifPresent(bucket -> buckets[index] = new Bucket(bucket, payloadShare));
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

    /** Max-min fair rates under the caps in force; what leaves each bucket is noted. */
    void share(int count, double[] weights, double[] demands, int[] uses, double[] rates) {
        double[] capacities = Arrays.copyOf(siteCaps, siteCaps.length + pathCaps.size());
        for (int i = 0; i < pathCaps.size(); i++) {
            capacities[siteCaps.length + i] = pathCaps.get(i);
        }
        for (int i = 0; i < buckets.length; i++) {
            Bucket bucket = buckets[i];
            if (bucket != null) {
                capacities[i] = Math.min(capacities[i], bucket.empty ? bucket.emptyRate : bucket.high);
                bucket.sending = 0;
            }
        }
        maxMin.allocate(capacities, count, weights, demands, uses, rates);
        for (int i = 0; i < count; i++) {
            Bucket bucket = buckets[uses[i * MaxMin.USES]];
            if (bucket != null) {
                bucket.sending += rates[i];
            }
        }
    }

    void settleBuckets(double now) {
        for (Bucket bucket : buckets) {
            if (bucket != null) {
                bucket.settle(now);
            }
        }
    }

    /** When each bucket will run dry, or have credit again. */
    void forEachBucketEvent(double now, BucketEvent event) {
        for (int i = 0; i < buckets.length; i++) {
            Bucket bucket = buckets[i];
            if (bucket == null) {
                continue;
            }
            double falling = bucket.sending - bucket.refill;
            double slack = 1e-6 * bucket.high;
            bucket.version++;
            if (!bucket.empty && falling > slack) {
                event.at(i, now + bucket.credit / falling, bucket.version);
            } else if (bucket.empty && falling < -slack) {
                event.at(i, now, bucket.version);
            }
        }
    }

    /** A bucket's event; false when it is out of date. */
    boolean bucketDue(int site, long version, double now) {
        Bucket bucket = buckets[site];
        if (bucket == null || bucket.version != version) {
            return false;
        }
        bucket.settle(now);
        bucket.empty = !bucket.empty;
        if (bucket.empty) {
            bucket.credit = 0;
        }
        return true;
    }

    void apply(Timeline.Value change, double now) {
        if (change.target() instanceof Target.OfSite of) {
            int site = number(of.site());
            Bucket bucket = buckets[site];
            switch (change.setting()) {
                case EGRESS -> siteCaps[site] = payload(change);
                case INGRESS -> siteCaps[sites.size() + site] = payload(change);
                case PER_FLOW -> flowCaps[site] = payload(change);
                case CREDIT -> {
                    if (bucket != null) {
                        bucket.settle(now);
                        bucket.credit = Math.min(bucket.budget, change.value() * 8 * payloadShare);
                        bucket.empty = bucket.credit <= 0;
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
