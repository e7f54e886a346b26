package io.longhaul.lab.virtual;

import io.longhaul.core.topology.Link;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.Target;
import io.longhaul.lab.topology.Timeline;
import io.longhaul.lab.virtual.VirtualLinks.LinkNow;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Caps, delays and buckets of a topology in virtual time. Resources are numbered: egress of each site, ingress of each
 * site, then the path caps in the order they are first used. Rates in bit/s of payload, times in seconds. Confined to one
 * thread.
 */
final class VirtualWan {
    private final double payloadShare;
    private final VirtualLinks links;
    private final int sites;
    private final double[] flowCaps;
    private final @Nullable FluidBucket[] buckets;
    private final Resources resources;

    VirtualWan(LabTopology topology, double payloadShare) {
        this.payloadShare = payloadShare;
        resources = new Resources(payloadShare < 1 ? VirtualLab.Options.ACK_SHARE : 0);
        sites = topology.sites().size();
        flowCaps = new double[sites];
        buckets = new FluidBucket[sites];
        for (int i = 0; i < sites; i++) {
            LabSite site = topology.sites().get(i);
            resources.add(site.caps().egress().bitsPerSecond() * payloadShare);
            flowCaps[i] = site.caps()
                    .perFlow()
                    .map(cap -> cap.bitsPerSecond() * payloadShare)
                    .orElse(Double.POSITIVE_INFINITY);
            int index = i;
            site.caps().egressBucket().ifPresent(bucket -> {
                var fluid = new FluidBucket(bucket, payloadShare);
                buckets[index] = fluid;
                resources.add(index, fluid);
            });
        }
        topology.sites().forEach(site -> resources.add(site.caps().ingress().bitsPerSecond() * payloadShare));
        links = new VirtualLinks(topology, payloadShare, resources);
    }

    Resources resources() {
        return resources;
    }

    /** From the sender's egress over the path to the receiver's ingress. */
    Way way(Link link) {
        LinkNow now = links.get(link);
        LinkNow reversed = links.get(link.reversed());
        int from = links.number(link.from());
        int to = links.number(link.to());
        int[] uses = uses(from, to, now);
        int[] wayBack = uses(to, from, reversed);
        return new Way() {
            @Override
            public int[] uses() {
                return uses;
            }

            @Override
            public int[] wayBack() {
                return wayBack;
            }

            @Override
            public double oneWay() {
                return now.oneWay;
            }

            @Override
            public double roundTrip() {
                return now.roundTrip();
            }

            @Override
            public double window() {
                return now.boundedWindow();
            }

            @Override
            public double flowCap() {
                return flowCaps[from];
            }

            @Override
            public boolean paces() {
                return now.congestion.equals("bbr");
            }

            @Override
            public boolean isSteady() {
                return false;
            }
        };
    }

    private int[] uses(int from, int to, LinkNow link) {
        return IntStream.of(from, sites + to, link.pathCap)
                .filter(resource -> resource >= 0)
                .toArray();
    }

    void apply(Timeline.Value change, double now) {
        if (change.target() instanceof Target.OfSite of) {
            int site = links.number(of.site());
            FluidBucket bucket = buckets[site];
            switch (change.setting()) {
                case EGRESS -> resources.set(site, payload(change));
                case INGRESS -> resources.set(sites + site, payload(change));
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
