package io.longhaul.lab.virtual;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.shape.LossWindow;
import io.longhaul.lab.topology.LabLink;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.Target;
import io.longhaul.lab.topology.Timeline;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The links that flows use, with the values in force; each is opened when it is first asked for; its path's cap is a resource
 * from then on, in bit/s of payload. Confined to one thread.
 */
final class VirtualLinks {
    private final double payloadShare;
    private final List<LabSite> sites;
    private final Map<Link, LabLink> settings;
    private final Map<SiteId, Integer> numbers = new HashMap<>();
    private final Map<Link, LinkNow> links = new HashMap<>();
    private final Resources resources;
    private final Set<Target> changing = new HashSet<>();

    /** One link's values in force: octets and seconds. */
    static final class LinkNow {
        double oneWay;
        double back;
        double window;
        double loss;
        String congestion = "";
        /** The number of the resource, or -1. */
        int pathCap = -1;

        double roundTrip() {
            return Math.max(1e-6, oneWay + back);
        }

        /** What a stream has in flight at most, on average. */
        double boundedWindow() {
            return Math.min(window, LossWindow.averageBytes(congestion, loss, roundTrip()));
        }
    }

    VirtualLinks(LabTopology topology, double payloadShare, Resources resources) {
        this.payloadShare = payloadShare;
        this.resources = resources;
        sites = topology.sites();
        settings = topology.links();
        for (LabSite site : sites) {
            numbers.put(site.id(), numbers.size());
        }
        topology.changes().forEach(change -> changing.add(change.target()));
    }

    int number(SiteId site) {
        Integer number = numbers.get(site);
        if (number == null) {
            throw new InvalidInputException(
                    "A flow names " + site + ", which is not a site of the topology.", "Name sites of the topology.");
        }
        return number;
    }

    LinkNow get(Link link) {
        return links.computeIfAbsent(link, this::open);
    }

    private LinkNow open(Link link) {
        LabSite from = sites.get(number(link.from()));
        LabSite to = sites.get(number(link.to()));
        LabLink there = settings.get(link);
        LabLink back = settings.get(link.reversed());
        if (there == null || back == null) {
            throw new IllegalStateException("no settings for " + link);
        }
        var now = new LinkNow();
        now.oneWay = Durations.seconds(there.oneWay());
        now.back = Durations.seconds(back.oneWay());
        now.window = to.window().bytes();
        now.loss = there.loss();
        now.congestion = from.congestion();
        if (there.pathCap().isPresent() || changing.contains(new Target.OfLink(link))) {
            now.pathCap = resources.add(there.pathCap()
                    .map(cap -> cap.bitsPerSecond() * payloadShare)
                    .orElse(Double.MAX_VALUE));
        }
        return now;
    }

    void apply(Link link, Timeline.Value change) {
        LinkNow now = get(link);
        switch (change.setting()) {
            case PATH_CAP -> resources.set(now.pathCap, atLeastOneBit(change.value()) * payloadShare);
            case ONE_WAY -> {
                now.oneWay = change.value();
                get(link.reversed()).back = change.value();
            }
            case LOSS -> now.loss = change.value();
            case JITTER -> {
                // a fluid has no packets to be late
            }
            default -> throw new IllegalStateException(change + " is not about a link");
        }
    }

    /** A cap of nothing would never let a flow end. */
    static double atLeastOneBit(double bitsPerSecond) {
        return Math.max(1, bitsPerSecond);
    }
}
