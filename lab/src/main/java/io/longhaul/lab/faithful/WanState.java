package io.longhaul.lab.faithful;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.lab.LabTruth.CreditLevel;
import io.longhaul.lab.LabTruth.LinkTruth;
import io.longhaul.lab.shape.RateLaw;
import io.longhaul.lab.topology.LabLink;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.Setting;
import io.longhaul.lab.topology.Target;
import io.longhaul.lab.topology.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All sites and links of the emulator, with the changes applied so far. Confined to the emulator's thread. */
final class WanState {
    /** Two hours at ten levels a second. */
    private static final int LEVELS_KEPT = 72_000;

    private final SiteState[] sites;
    private final @Nullable LinkState[] links;
    private final Map<Target, SiteState> siteOf = new HashMap<>();
    private final Map<Target, LinkState> linkOf = new LinkedHashMap<>();

    WanState(LabTopology topology) {
        int count = topology.sites().size();
        sites = new SiteState[count];
        links = new LinkState[count * count];
        var number = new HashMap<SiteId, Integer>();
        for (int i = 0; i < count; i++) {
            sites[i] = new SiteState(topology.sites().get(i));
            number.put(topology.sites().get(i).id(), i);
            siteOf.put(new Target.OfSite(topology.sites().get(i).id()), sites[i]);
        }
        for (LabLink settings : topology.links().values()) {
            Link link = settings.link();
            var state = new LinkState(settings);
            links[number.getOrDefault(link.from(), 0) * count + number.getOrDefault(link.to(), 0)] = state;
            linkOf.put(new Target.OfLink(link), state);
        }
    }

    int siteCount() {
        return sites.length;
    }

    SiteState site(int index) {
        return sites[index];
    }

    LinkState link(int from, int to) {
        LinkState link = links[from * sites.length + to];
        if (link == null) {
            throw new IllegalStateException("no link from site " + from + " to site " + to);
        }
        return link;
    }

    void apply(Timeline.Value change, double now) {
        SiteState site = siteOf.get(change.target());
        LinkState link = linkOf.get(change.target());
        if (site != null) {
            applyToSite(site, change.setting(), change.value(), now);
        } else if (link != null) {
            applyToLink(link, change.setting(), change.value());
        }
    }

    private static void applyToSite(SiteState site, Setting setting, double value, double now) {
        switch (setting) {
            case EGRESS -> site.egress.setRate(rate(value));
            case INGRESS -> site.ingress.setRate(rate(value));
            case PER_FLOW -> site.flowBytesPerNano = value / 8e9;
            case CREDIT -> {
                if (site.bucket != null) {
                    site.bucket.setCredit(value, now);
                }
            }
            default -> throw new IllegalStateException(setting + " is not a setting of a site");
        }
    }

    private static void applyToLink(LinkState link, Setting setting, double value) {
        switch (setting) {
            case PATH_CAP -> {
                if (link.pathCap == null) {
                    link.pathCap = new RateLaw.Constant(rate(value));
                } else {
                    link.pathCap.setRate(rate(value));
                }
            }
            case ONE_WAY -> link.oneWayNanos = value * 1e9;
            case JITTER -> link.jitterNanos = value * 1e9;
            case LOSS -> link.loss = value;
            default -> throw new IllegalStateException(setting + " is not a setting of a link");
        }
    }

    private static Bandwidth rate(double bitsPerSecond) {
        return Bandwidth.ofBitsPerSecond(Math.max(1.0, bitsPerSecond));
    }

    void noteCredit(double now) {
        for (SiteState site : sites) {
            if (site.bucket != null) {
                if (site.levels.size() == LEVELS_KEPT) {
                    site.levels.removeFirst();
                }
                var credit = DataSize.ofBytes((long) site.bucket.creditAt(now));
                site.levels.addLast(new CreditLevel(Duration.ofNanos((long) now), credit));
            }
        }
    }

    Map<SiteId, List<CreditLevel>> creditLevels() {
        var levels = new LinkedHashMap<SiteId, List<CreditLevel>>();
        for (SiteState site : sites) {
            if (site.bucket != null) {
                levels.put(site.settings.id(), new ArrayList<>(site.levels));
            }
        }
        return levels;
    }

    Map<Link, LinkTruth> linkTruths() {
        var truths = new LinkedHashMap<Link, LinkTruth>();
        for (LinkState link : linkOf.values()) {
            if (link.flows > 0) {
                truths.put(
                        link.settings.link(),
                        new LinkTruth(
                                link.flows,
                                DataSize.ofBytes(link.bytesTaken),
                                DataSize.ofBytes(link.bytesDelivered),
                                link.packetsLost + link.packetsDropped));
            }
        }
        return truths;
    }
}
