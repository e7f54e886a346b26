package io.longhaul.core.plan;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A part of the data and the way it takes. Immutable.
 *
 * @param sites source, relays in order, destination; no site twice
 * @param rate how fast this part runs
 * @param share part of the data that takes this way, in (0, 1]
 * @param streamsByHop TCP connections on each hop over all VM pairs, in order
 * @param windowByHop window each stream needs on each hop; an element is empty without a round-trip time, and the list when
 *     windows were not worked out
 * @param vmTypes the type of the VMs this part passes at each site where there is a choice
 * @param linkClasses the class of the link taken on each hop, empty for the usual one; an empty list when all are usual
 */
public record Route(
        List<SiteId> sites,
        Bandwidth rate,
        double share,
        List<Integer> streamsByHop,
        List<Optional<DataSize>> windowByHop,
        SortedMap<SiteId, String> vmTypes,
        List<String> linkClasses)
        implements Way {
    public Route {
        sites = List.copyOf(sites);
        streamsByHop = List.copyOf(streamsByHop);
        windowByHop = List.copyOf(windowByHop);
        vmTypes = Collections.unmodifiableSortedMap(new TreeMap<>(vmTypes));
        if (sites.size() < 2 || streamsByHop.size() != sites.size() - 1) {
            throw new IllegalArgumentException("a route of " + sites + " with streams " + streamsByHop);
        }
        linkClasses = linkClasses.stream().allMatch(String::isEmpty) ? List.of() : List.copyOf(linkClasses);
        if (!linkClasses.isEmpty() && linkClasses.size() != streamsByHop.size()) {
            throw new IllegalArgumentException("a route of " + sites + " with link classes " + linkClasses);
        }
        if (!windowByHop.isEmpty() && windowByHop.size() != streamsByHop.size()) {
            throw new IllegalArgumentException("a route of " + sites + " with windows " + windowByHop);
        }
    }

    /** A route over sites without a choice of VM types. */
    public Route(List<SiteId> sites, Bandwidth rate, double share, List<Integer> streamsByHop) {
        this(sites, rate, share, streamsByHop, List.of(), Collections.emptySortedMap(), List.of());
    }

    /** The VMs this part passes at a site. */
    public VmGroup vmsAt(SiteId site) {
        return new VmGroup(site, vmTypes.getOrDefault(site, ""));
    }

    /** The hops in order. */
    public List<Link> hops() {
        return IntStream.range(1, sites.size())
                .mapToObj(i ->
                        new Link(sites.get(i - 1), sites.get(i), linkClasses.isEmpty() ? "" : linkClasses.get(i - 1)))
                .toList();
    }

    @Override
    public List<Leg> legs() {
        return hops().stream()
                .map(hop -> new Leg(hop, vmsAt(hop.from()), vmsAt(hop.to())))
                .toList();
    }

    /** {@code by interconnect} for every link that is not the usual one of its pair, joined by commas; empty without. */
    public String classesText() {
        return hops().stream()
                .filter(hop -> !hop.linkClass().isEmpty())
                .map(hop -> "by " + hop.linkClass() + (sites.size() == 2 ? "" : " from " + hop.from()))
                .collect(Collectors.joining(", "));
    }

    /** The sites in between. */
    public List<SiteId> relays() {
        return sites.subList(1, sites.size() - 1);
    }

    /** {@code aws:a ~ gcp:r ~ aws:b}. */
    @Override
    public String toString() {
        return sites.stream().map(SiteId::toString).collect(Collectors.joining(" ~ "));
    }
}
