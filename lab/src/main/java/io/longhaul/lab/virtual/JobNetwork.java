package io.longhaul.lab.virtual;

import io.longhaul.core.job.RoutedFlow;
import io.longhaul.core.job.SiteShare;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A network model with VMs and slots at its sites as resources of a simulation: egress and ingress of the VMs of a site
 * together, what the VM pairs of a link carry with the most streams or the cap of its path, and slots. Confined to one
 * thread.
 */
final class JobNetwork {
    /** What a slot counts as, in bit/s; of the size of rates, so that sums of both keep their digits. */
    static final double SLOT = 1e9;

    private static final int[] NONE = {};

    private final NetworkModel network;
    private final Map<SiteId, Integer> vms;
    private final Resources resources = new Resources(0);
    private final Map<SiteId, Integer> egress = new HashMap<>();
    private final Map<SiteId, Integer> ingress = new HashMap<>();
    private final Map<SiteId, Way> slots = new HashMap<>();
    private final Map<Link, Integer> links = new HashMap<>();

    /**
     * @param cluster types of VMs, and slots
     * @param vms how many run, by site
     */
    JobNetwork(NetworkModel network, Map<SiteId, SiteShare> cluster, Map<SiteId, Integer> vms) {
        this.network = network;
        this.vms = Map.copyOf(vms);
        cluster.forEach((id, share) -> {
            SiteModel site = network.getSite(id);
            int count = vms.getOrDefault(id, 0);
            VmCaps caps = share.vm(site).caps();
            int out = resources.add(
                    atMost(site.uplink().out(), (double) caps.egress().bitsPerSecond() * count));
            egress.put(id, out);
            ingress.put(
                    id,
                    resources.add(
                            atMost(site.uplink().in(), (double) caps.ingress().bitsPerSecond() * count)));
            double rate = share.slots() * SLOT;
            slots.put(id, new FixedWay(new int[] {resources.add(rate)}, 0, 0, rate));
            if (count > 0 && caps.egressBucket().isPresent()) {
                var bucket = new FluidBucket(times(caps.egressBucket().get(), count), 1);
                site.remainingCredit().ifPresent(credit -> bucket.setCredit(credit.bytes() * 8.0 * count, 0));
                resources.add(out, bucket);
            }
        });
    }

    private static double atMost(Optional<Bandwidth> line, double rate) {
        return line.map(most -> Math.min(rate, (double) most.bitsPerSecond())).orElse(rate);
    }

    private static TokenBucket times(TokenBucket bucket, int vms) {
        return new TokenBucket(
                bucket.high().times((long) vms),
                bucket.low().times((long) vms),
                DataSize.ofBytes(Math.multiplyExact(bucket.budget().bytes(), vms)),
                bucket.refill().times((long) vms));
    }

    Resources resources() {
        return resources;
    }

    private int link(Link link, LinkModel model) {
        return links.computeIfAbsent(link, added -> {
            int pairs = Math.min(vms.getOrDefault(link.from(), 0), vms.getOrDefault(link.to(), 0));
            return resources.add(
                    atMost(model.totalCap(), (double) model.rates().maxRate().bitsPerSecond() * pairs));
        });
    }

    /**
     * The way of a flow. Its legs connect one after the other, all ramp up together, and half a round trip of each passes until
     * an octet has arrived. Links without a known round-trip time take none.
     *
     * @param own VMs of its job, by site
     */
    Way way(RoutedFlow flow, Map<SiteId, Integer> own) {
        List<Link> legs = flow.legs();
        int[] uses = new int[3 * legs.size()];
        double most = Double.POSITIVE_INFINITY;
        double slowest = 0;
        double all = 0;
        for (int leg = 0; leg < legs.size(); leg++) {
            Link link = legs.get(leg);
            LinkModel model = network.getLink(link);
            uses[3 * leg] = Objects.requireNonNull(egress.get(link.from()));
            uses[3 * leg + 1] = Objects.requireNonNull(ingress.get(link.to()));
            uses[3 * leg + 2] = link(link, model);
            int pairs = Math.min(own.getOrDefault(link.from(), 0), own.getOrDefault(link.to(), 0));
            most = Math.min(
                    most, (double) pairs * model.rates().rateAt(flow.streams()).bitsPerSecond());
            double roundTrip = model.rtt().map(Durations::seconds).orElse(0.0);
            slowest = Math.max(slowest, roundTrip);
            all += roundTrip;
        }
        return new FixedWay(uses, all - slowest + all / 2, slowest, most / flow.streams());
    }

    /** Where a stage computes at a site. */
    Way slots(SiteId site) {
        return Objects.requireNonNull(slots.get(site));
    }

    /**
     * A way whose values stay.
     *
     * @param flowCap what one of its streams carries at most, of all VM pairs together
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record FixedWay(int[] uses, double oneWay, double roundTrip, double flowCap) implements Way {
        @Override
        public int[] wayBack() {
            return NONE;
        }

        @Override
        public double window() {
            return flowCap * roundTrip / 8;
        }

        @Override
        public boolean paces() {
            return true;
        }

        @Override
        public boolean isSteady() {
            return true;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }

        @Override
        public String toString() {
            return "over " + Arrays.toString(uses);
        }
    }
}
