package io.longhaul.core.plan;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What to do about every link of a snapshot. Immutable.
 *
 * @param rates the basis links were judged by
 * @param links one answer for each link, in the order of the links
 * @param summary counts over all links
 * @param groups counts by pair of providers, in their order
 * @param relays the sites that would serve many links, most first
 */
public record Recommendations(
        RateBasis rates, List<Recommendation> links, Summary summary, List<Group> groups, List<RelayWorth> relays) {
    /** The gain of a relay from which the source papers call it worthwhile. */
    public static final double NOTABLE_GAIN = 1.5;

    /**
     * Counts over some links.
     *
     * @param links how many
     * @param relayGainAtLeast1_5 how many gain at least 1.5 times from one relay, whatever their verdict
     * @param medianGain median over the links that have any relay; empty when none has
     * @param verdicts links by verdict; every verdict has an entry
     */
    public record Summary(
            int links, int relayGainAtLeast1_5, OptionalDouble medianGain, Map<Verdict, Integer> verdicts) {
        public Summary {
            var all = new EnumMap<Verdict, Integer>(Verdict.class);
            for (Verdict verdict : Verdict.values()) {
                all.put(verdict, verdicts.getOrDefault(verdict, 0));
            }
            verdicts = Collections.unmodifiableMap(all);
        }

        /** Share of the links that gain at least 1.5 times; zero without links. */
        public double relayShare() {
            return links == 0 ? 0 : (double) relayGainAtLeast1_5 / links;
        }
    }

    /**
     * Links between two providers.
     *
     * @param from provider of the sources
     * @param to provider of the destinations
     * @param summary their counts
     */
    public record Group(String from, String to, Summary summary) {}

    /**
     * A site worth running a relay at.
     *
     * @param site the relay
     * @param links links whose verdict is a relay and that it serves to within a tenth of their best relay
     * @param covered of these, the links no site higher on the list serves
     */
    public record RelayWorth(SiteId site, int links, int covered) {}

    public Recommendations {
        links = List.copyOf(links);
        groups = List.copyOf(groups);
        relays = List.copyOf(relays);
    }

    /** The answer for one link. */
    public Optional<Recommendation> find(Link link) {
        return links.stream().filter(answer -> answer.link().equals(link)).findFirst();
    }
}
