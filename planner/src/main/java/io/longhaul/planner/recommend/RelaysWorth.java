package io.longhaul.planner.recommend;

import io.longhaul.core.plan.Recommendations.RelayWorth;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.planner.baseline.Baselines;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The few sites that would serve many links: greedy cover of the links whose verdict is a relay, each served by every
 * site within a tenth of its fastest relay. Stateless.
 */
final class RelaysWorth {
    private static final double ABOUT_AS_GOOD = 0.9;
    private static final int LISTED = 20;

    private RelaysWorth() {}

    /**
     * The cover.
     *
     * @param relayed the ways of each link whose verdict is a relay
     */
    static List<RelayWorth> of(Map<Link, Baselines> relayed, Collection<SiteId> sites) {
        var servedBy = new TreeMap<SiteId, Set<Link>>();
        relayed.forEach((link, ways) -> {
            double enough = ABOUT_AS_GOOD * ways.fastestRelay().bitsPerSecond();
            sites.stream()
                    .filter(site -> ways.relayRate(site).bitsPerSecond() >= enough)
                    .forEach(site -> servedBy.computeIfAbsent(site, none -> new HashSet<>())
                            .add(link));
        });
        var covered = new HashSet<Link>();
        var worth = new ArrayList<RelayWorth>();
        while (worth.size() < LISTED && covered.size() < relayed.size()) {
            RelayWorth best = new RelayWorth(servedBy.firstKey(), 0, 0);
            for (var entry : servedBy.entrySet()) {
                int fresh = (int) entry.getValue().stream()
                        .filter(link -> !covered.contains(link))
                        .count();
                if (fresh > best.covered()) {
                    best = new RelayWorth(entry.getKey(), entry.getValue().size(), fresh);
                }
            }
            worth.add(best);
            covered.addAll(servedBy.getOrDefault(best.site(), Set.of()));
        }
        return worth;
    }
}
