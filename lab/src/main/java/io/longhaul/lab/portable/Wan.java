package io.longhaul.lab.portable;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.lab.LabTruth.CreditLevel;
import io.longhaul.lab.shape.BucketLaw;
import io.longhaul.lab.shape.RateLaw;
import io.longhaul.lab.topology.LabLink;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.Target;
import io.longhaul.lab.topology.Timeline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The caps and delays of a topology as servers, with its changes applied as time goes. Confined to the loop's thread. */
final class Wan implements ProxyConnection.FlowCaps {
    /** Two hours at ten levels a second. */
    private static final int LEVELS_KEPT = 72_000;

    private static final Bandwidth UNLIMITED = Bandwidth.ofGigabitsPerSecond(1_000);
    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<SiteId, RateServer> egress = new HashMap<>();
    private final Map<SiteId, RateServer> ingress = new HashMap<>();
    private final Map<SiteId, Bandwidth> flowCaps = new HashMap<>();
    private final Map<SiteId, BucketLaw> buckets = new LinkedHashMap<>();
    private final Map<SiteId, Deque<CreditLevel>> levels = new LinkedHashMap<>();
    private final Map<Link, WanPath> paths = new LinkedHashMap<>();
    private final Timeline timeline;

    Wan(LabTopology topology) {
        timeline = new Timeline(topology);
        for (LabSite site : topology.sites()) {
            double queue = (double) site.queue().toNanos();
            egress.put(site.id(), new RateServer(egressLaw(site), queue));
            ingress.put(
                    site.id(), new RateServer(new RateLaw.Constant(site.caps().ingress()), queue));
            site.caps().perFlow().ifPresent(cap -> flowCaps.put(site.id(), cap));
        }
        for (LabLink settings : topology.links().values()) {
            Link link = settings.link();
            LabSite to = topology.getSite(link.to());
            LabSite from = topology.getSite(link.from());
            var path = new WanPath(
                    link,
                    of(egress, link.from()),
                    of(ingress, link.to()),
                    pathServer(settings, topology, from),
                    to.window().bytes(),
                    from.congestion());
            path.setOneWayNanos((double) settings.oneWay().toNanos());
            path.setJitterNanos((double) settings.jitter().toNanos());
            path.setLoss(settings.loss());
            paths.put(link, path);
        }
    }

    private RateLaw egressLaw(LabSite site) {
        return site.caps()
                .egressBucket()
                .<RateLaw>map(bucket -> {
                    var law = new BucketLaw(bucket);
                    buckets.put(site.id(), law);
                    levels.put(site.id(), new ArrayDeque<>());
                    return law;
                })
                .orElseGet(() -> new RateLaw.Constant(site.caps().egress()));
    }

    private static @Nullable RateServer pathServer(LabLink settings, LabTopology topology, LabSite from) {
        boolean changes = topology.changes().stream()
                .anyMatch(change -> change.target().equals(new Target.OfLink(settings.link())));
        Optional<Bandwidth> cap = settings.pathCap();
        if (cap.isEmpty() && !changes) {
            return null;
        }
        Bandwidth rate = cap.orElse(UNLIMITED);
        return new RateServer(new RateLaw.Constant(rate), (double) from.queue().toNanos());
    }

    private static <K, V> V of(Map<K, V> map, K key) {
        V value = map.get(key);
        if (value == null) {
            throw new IllegalStateException("nothing known of " + key);
        }
        return value;
    }

    WanPath path(Link link) {
        return of(paths, link);
    }

    Collection<WanPath> paths() {
        return paths.values();
    }

    @Override
    public Bandwidth of(WanPath path) {
        return flowCaps.getOrDefault(path.from(), UNLIMITED);
    }

    /** Applies the changes that are due, and notes the levels of the buckets. */
    void tick(double nowNanos) {
        for (Timeline.Value value : timeline.advanceTo(Duration.ofNanos((long) nowNanos))) {
            apply(value, nowNanos);
        }
        buckets.forEach((site, law) -> note(of(levels, site), law, nowNanos));
    }

    private static void note(Deque<CreditLevel> series, BucketLaw law, double nowNanos) {
        if (series.size() == LEVELS_KEPT) {
            series.removeFirst();
        }
        var credit = DataSize.ofBytes((long) law.creditAt(nowNanos));
        series.addLast(new CreditLevel(Duration.ofNanos((long) nowNanos), credit));
    }

    /** Whether {@link #tick} has anything to do in this topology. */
    boolean needsTicks() {
        return !timeline.isEmpty() || !buckets.isEmpty();
    }

    private void apply(Timeline.Value change, double nowNanos) {
        if (change.target() instanceof Target.OfSite of) {
            applyToSite(of.site(), change, nowNanos);
        } else if (change.target() instanceof Target.OfLink of) {
            applyToLink(path(of.link()), change);
        }
    }

    private void applyToSite(SiteId site, Timeline.Value change, double nowNanos) {
        switch (change.setting()) {
            case EGRESS -> of(egress, site).law().setRate(rate(change));
            case INGRESS -> of(ingress, site).law().setRate(rate(change));
            case PER_FLOW -> flowCaps.put(site, rate(change));
            case CREDIT -> {
                BucketLaw bucket = buckets.get(site);
                if (bucket != null) {
                    bucket.setCredit(change.value(), nowNanos);
                }
            }
            default -> throw new IllegalStateException(change + " is not about a site");
        }
    }

    private static void applyToLink(WanPath path, Timeline.Value change) {
        switch (change.setting()) {
            case PATH_CAP -> {
                if (path.pathCap != null) {
                    path.pathCap.law().setRate(rate(change));
                }
            }
            case ONE_WAY -> path.setOneWayNanos(change.value() * NANOS_PER_SECOND);
            case JITTER -> path.setJitterNanos(change.value() * NANOS_PER_SECOND);
            case LOSS -> path.setLoss(change.value());
            default -> throw new IllegalStateException(change + " is not about a link");
        }
    }

    private static Bandwidth rate(Timeline.Value change) {
        return Bandwidth.ofBitsPerSecond(Math.max(1.0, change.value()));
    }

    Map<SiteId, List<CreditLevel>> creditLevels() {
        var copy = new LinkedHashMap<SiteId, List<CreditLevel>>();
        levels.forEach((site, series) -> copy.put(site, new ArrayList<>(series)));
        return copy;
    }
}
