package io.longhaul.planner.recommend;

import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.estimate.FailedRun;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.plan.NetworkModels;
import io.longhaul.core.plan.RateBasis;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rates of a snapshot by one basis, as a square table. Immutable. */
final class RateTable {
    final List<SiteId> sites;
    final List<Link> links;
    private final Map<SiteId, Integer> indexOf = new HashMap<>();
    private final Map<Link, FailedRun> failed = new HashMap<>();
    private final long[][] rates;

    RateTable(Snapshot snapshot, RecommendOptions options) {
        sites = snapshot.links().stream()
                .flatMap(link -> List.of(link.link().from(), link.link().to()).stream())
                .filter(site -> options.only()
                        .map(only -> only.contains(site.provider()))
                        .orElse(true))
                .distinct()
                .sorted()
                .toList();
        for (int i = 0; i < sites.size(); i++) {
            indexOf.put(sites.get(i), i);
        }
        snapshot.failedRuns().stream()
                .filter(run -> options.basis() == RateBasis.MULTI_STREAM
                        && snapshot.findLink(run.link())
                                .filter(link -> link.rates().isEmpty())
                                .isPresent())
                .forEach(run ->
                        failed.merge(run.link(), run, (a, b) -> a.carried().compareTo(b.carried()) >= 0 ? a : b));
        rates = new long[sites.size()][sites.size()];
        var known = new ArrayList<Link>();
        for (LinkEstimate link : snapshot.links()) {
            int from = index(link.link().from());
            int to = index(link.link().to());
            Optional<Bandwidth> rate = rate(snapshot, link, options)
                    .or(() -> Optional.ofNullable(failed.get(link.link())).map(FailedRun::carried));
            if (from >= 0 && to >= 0 && rate.isPresent()) {
                rates[from][to] = rate.get().bitsPerSecond();
                known.add(link.link());
            }
        }
        links = List.copyOf(known);
    }

    /** The run a link's rate comes from when all its runs failed: no sound number, kept so that the link is not forgotten. */
    Optional<FailedRun> failedRun(Link link) {
        return Optional.ofNullable(failed.get(link));
    }

    int index(SiteId site) {
        return indexOf.getOrDefault(site, -1);
    }

    /** In bit/s; zero when unknown. */
    long rate(int from, int to) {
        return rates[from][to];
    }

    Bandwidth rate(Link link) {
        return Bandwidth.ofBitsPerSecond(rates[index(link.from())][index(link.to())]);
    }

    private static Optional<Bandwidth> rate(Snapshot snapshot, LinkEstimate link, RecommendOptions options) {
        if (options.basis() == RateBasis.MULTI_STREAM) {
            return carried(link);
        }
        return link.singleFlow().or(() -> options.window().flatMap(window -> windowRate(snapshot, link, window)));
    }

    /** With the most streams measured. */
    static Optional<Bandwidth> carried(LinkEstimate link) {
        return link.mostStreams().map(RatePoint::carried);
    }

    private static Optional<Bandwidth> windowRate(Snapshot snapshot, LinkEstimate link, DataSize window) {
        return link.rtt().map(rtt -> {
            Bandwidth rate = NetworkModels.windowRate(window, Durations.seconds(rtt.median()));
            for (SiteId end : List.of(link.link().from(), link.link().to())) {
                Optional<Bandwidth> cap =
                        snapshot.findSite(end).flatMap(SiteEstimate::perFlow).map(CapEstimate::value);
                rate = cap.isPresent() ? rate.min(cap.get()) : rate;
            }
            return rate;
        });
    }

    /** The relay with the best min(rate to it, rate from it); -1 when no site has both. */
    int bestRelay(int from, int to) {
        int best = -1;
        long bestRate = 0;
        for (int relay = 0; relay < rates.length; relay++) {
            if (relay != from && relay != to) {
                long rate = Math.min(rates[from][relay], rates[relay][to]);
                if (rate > bestRate) {
                    bestRate = rate;
                    best = relay;
                }
            }
        }
        return best;
    }

    long overRelay(int from, int relay, int to) {
        return Math.min(rates[from][relay], rates[relay][to]);
    }

    /** The point with the most streams of a link, if any was measured. */
    static Optional<RatePoint> most(Snapshot snapshot, Link link) {
        return snapshot.findLink(link).flatMap(LinkEstimate::mostStreams);
    }
}
