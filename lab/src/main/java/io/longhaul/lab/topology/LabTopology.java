package io.longhaul.lab.topology;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.text.Grammar;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Everything a lab emulates: sites, every directed link between them, and scheduled changes. Immutable; complete: a
 * topology without the delay of one of its links cannot be made. Read and written by {@link TopologyYaml}.
 *
 * @param name short name, as {@code demo}
 * @param about one sentence for a list of topologies
 * @param sites in the order of the file, ids unique
 * @param links one for every ordered pair of sites, sites in the order of {@code sites}
 * @param changes what changes at set times, in the order of the file
 */
public record LabTopology(
        String name, String about, List<LabSite> sites, Map<Link, LabLink> links, List<Change> changes) {
    /** A million links: by their fields about 250 octets each, not measured. */
    private static final int MOST_SITES = 1_000;

    public LabTopology {
        Grammar.NAME.require("The name of the topology", name);
        Grammar.LINE.require("The about of the topology " + name, about);
        requireFew(name, sites.size());
        sites = List.copyOf(sites);
        changes = List.copyOf(changes);
        links = complete(name, sites, links);
        for (Change change : changes) {
            change.target().requireIn(name, sites);
        }
    }

    /**
     * Refuses more sites than a lab is for, before their links are made: there are as many as the square.
     *
     * @throws InvalidInputException when there are too many
     */
    static void requireFew(String name, int sites) {
        if (sites > MOST_SITES) {
            throw new InvalidInputException(
                    "The topology " + name + " has " + sites + " sites, which are " + (long) sites * (sites - 1)
                            + " links.",
                    "Give at most " + MOST_SITES + " sites.");
        }
    }

    private static Map<Link, LabLink> complete(String name, List<LabSite> sites, Map<Link, LabLink> given) {
        if (sites.isEmpty()) {
            throw new InvalidInputException(
                    "The topology " + name + " has no sites.", "Name at least two sites under sites.");
        }
        var ordered = new LinkedHashMap<Link, LabLink>();
        for (LabSite from : sites) {
            for (LabSite to : sites) {
                if (!from.id().equals(to.id())) {
                    var link = new Link(from.id(), to.id());
                    LabLink settings = given.get(link);
                    if (settings == null) {
                        throw new InvalidInputException(
                                "The topology " + name + " has no delay for " + link + ".",
                                "Add it under rtt or one_way, or give both sites a location.");
                    }
                    ordered.put(link, settings);
                }
            }
        }
        if (ordered.size() != given.size()) {
            Link stranger = given.keySet().stream()
                    .filter(link -> !ordered.containsKey(link))
                    .findFirst()
                    .orElseThrow();
            throw new InvalidInputException(
                    "The topology " + name + " has a link " + stranger + ", but not both of its sites.",
                    "The sites are: " + names(sites) + ".");
        }
        return Collections.unmodifiableMap(ordered);
    }

    static String names(List<LabSite> sites) {
        return sites.stream().map(site -> site.id().toString()).collect(Collectors.joining(", "));
    }

    /**
     * The site of this id.
     *
     * @throws InvalidInputException when the topology has no such site; the advice lists those it has
     */
    public LabSite getSite(SiteId id) {
        return sites.stream()
                .filter(site -> site.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "The topology " + name + " has no site " + id + ".", "Its sites are: " + names(sites) + "."));
    }

    /**
     * The settings of a link.
     *
     * @throws InvalidInputException when one of its sites is not of this topology
     */
    public LabLink getLink(Link link) {
        LabLink settings = links.get(link);
        if (settings == null) {
            getSite(link.from());
            getSite(link.to());
            throw new IllegalStateException("no settings for " + link);
        }
        return settings;
    }

    /** The round-trip time of a link: its one-way delay and that of the way back. */
    public Duration roundTrip(Link link) {
        return getLink(link).oneWay().plus(getLink(link.reversed()).oneWay());
    }

    /**
     * What n streams of a link carry in the steady state when nothing else is under way and no packet is lost:
     * {@code min(n * min(window / RTT, per-flow cap), egress cap, ingress cap, path cap)}. Of a token bucket the high
     * rate counts.
     */
    public Bandwidth steadyRate(Link link, int streams) {
        LabSite from = getSite(link.from());
        LabSite to = getSite(link.to());
        Bandwidth one = Bandwidth.of(to.window(), roundTrip(link));
        one = from.caps().perFlow().map(one::min).orElse(one);
        Bandwidth egress = from.caps()
                .egressBucket()
                .map(bucket -> bucket.high())
                .orElse(from.caps().egress());
        Bandwidth all = one.times((long) streams).min(egress).min(to.caps().ingress());
        return getLink(link).pathCap().map(all::min).orElse(all);
    }
}
