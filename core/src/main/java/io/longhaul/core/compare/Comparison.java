package io.longhaul.core.compare;

import io.longhaul.core.topology.Link;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What changed from one snapshot to another. Immutable.
 *
 * @param before as of the older snapshot
 * @param after as of the newer one
 * @param links every link with a rate in both, in their order
 * @param onlyBefore links with a rate in the older one only: their estimates have aged, or the campaign left them out
 * @param onlyAfter links with a rate in the newer one only
 * @param medianRatio median over the links of now over then; empty without any
 */
public record Comparison(
        Instant before,
        Instant after,
        List<LinkChange> links,
        List<Link> onlyBefore,
        List<Link> onlyAfter,
        OptionalDouble medianRatio) {
    public Comparison {
        links = List.copyOf(links);
        onlyBefore = List.copyOf(onlyBefore);
        onlyAfter = List.copyOf(onlyAfter);
    }

    /** The links whose rate changed. */
    public List<LinkChange> changed() {
        return links.stream().filter(LinkChange::changed).toList();
    }

    /** The links of each pair of providers, as {@code aws to gcp}, in their order. */
    public SortedMap<String, List<LinkChange>> byProviders() {
        var groups = new TreeMap<String, List<LinkChange>>();
        for (LinkChange change : links) {
            String group = change.link().from().provider() + " to "
                    + change.link().to().provider();
            groups.computeIfAbsent(group, none -> new ArrayList<>()).add(change);
        }
        return groups;
    }

    /** Share of some links whose rate is within so much of what it was. */
    public static double shareWithin(List<LinkChange> links, double tolerance) {
        return links.isEmpty()
                ? 1
                : (double) links.stream()
                                .filter(link -> Math.abs(link.ratio() - 1) <= tolerance)
                                .count()
                        / links.size();
    }

    /** Share of the links whose rate is within so much of what it was. */
    public double shareWithin(double tolerance) {
        return shareWithin(links, tolerance);
    }
}
