package io.longhaul.planner.recommend;

import io.longhaul.core.plan.Recommendation;
import io.longhaul.core.plan.Recommendations.RelayWorth;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.topology.Link;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The few sites that would serve many links: greedy cover of the links whose verdict is a relay, each served by every
 * site within a tenth of its best relay. Stateless.
 */
final class RelaysWorth {
    private static final double ABOUT_AS_GOOD = 0.9;
    private static final int LISTED = 20;

    private RelaysWorth() {}

    static List<RelayWorth> of(List<Recommendation> answers, RateTable rates) {
        var servedBy = new ArrayList<Set<Link>>();
        for (int relay = 0; relay < rates.sites.size(); relay++) {
            servedBy.add(served(answers, rates, relay));
        }
        var covered = new HashSet<Link>();
        var worth = new ArrayList<RelayWorth>();
        while (worth.size() < LISTED) {
            int best = -1;
            int most = 0;
            for (int relay = 0; relay < servedBy.size(); relay++) {
                int fresh = (int) servedBy.get(relay).stream()
                        .filter(link -> !covered.contains(link))
                        .count();
                if (fresh > most) {
                    most = fresh;
                    best = relay;
                }
            }
            if (best < 0) {
                return worth;
            }
            worth.add(new RelayWorth(rates.sites.get(best), servedBy.get(best).size(), most));
            covered.addAll(servedBy.get(best));
        }
        return worth;
    }

    private static Set<Link> served(List<Recommendation> answers, RateTable rates, int relay) {
        var links = new HashSet<Link>();
        for (Recommendation answer : answers) {
            int from = rates.index(answer.link().from());
            int to = rates.index(answer.link().to());
            if (answer.verdict() == Verdict.RELAY && relay != from && relay != to) {
                double best = (double) answer.relayRate().orElseThrow().bitsPerSecond();
                if (rates.overRelay(from, relay, to) >= ABOUT_AS_GOOD * best) {
                    links.add(answer.link());
                }
            }
        }
        return links;
    }
}
