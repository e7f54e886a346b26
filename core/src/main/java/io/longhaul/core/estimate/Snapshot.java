package io.longhaul.core.estimate;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All estimates at one time. Immutable; lookups are constant-time and safe for any thread. */
public final class Snapshot {
    private final Instant asOf;
    private final Map<SiteId, SiteEstimate> sites = new LinkedHashMap<>();
    private final Map<Link, LinkEstimate> links = new LinkedHashMap<>();
    private final Map<Link, RateVariation> variations;

    /** Keeps sites and links in their natural order, so that equal contents print equally. */
    public Snapshot(Instant asOf, Collection<SiteEstimate> sites, Collection<LinkEstimate> links) {
        this(asOf, sites, links, Map.of());
    }

    /** With how the rates of some links vary. */
    public Snapshot(
            Instant asOf,
            Collection<SiteEstimate> sites,
            Collection<LinkEstimate> links,
            Map<Link, RateVariation> variations) {
        this.asOf = asOf;
        this.variations = Map.copyOf(variations);
        sites.stream().sorted(Comparator.comparing(SiteEstimate::id)).forEach(site -> this.sites.put(site.id(), site));
        links.stream()
                .sorted(Comparator.comparing(LinkEstimate::link))
                .forEach(link -> this.links.put(link.link(), link));
    }

    public Instant asOf() {
        return asOf;
    }

    public List<SiteEstimate> sites() {
        return List.copyOf(sites.values());
    }

    public List<LinkEstimate> links() {
        return List.copyOf(links.values());
    }

    public Optional<SiteEstimate> findSite(SiteId id) {
        return Optional.ofNullable(sites.get(id));
    }

    public Optional<LinkEstimate> findLink(Link link) {
        return Optional.ofNullable(links.get(link));
    }

    /** How the rate of a link varies; empty when it was measured too seldom to tell. */
    public Optional<RateVariation> findVariation(Link link) {
        return Optional.ofNullable(variations.get(link));
    }

    /**
     * The estimate of a site.
     *
     * @throws InvalidInputException when the snapshot does not know it; the advice names the nearest known sites
     */
    public SiteEstimate getSite(SiteId id) {
        return findSite(id)
                .orElseThrow(() -> new InvalidInputException(
                        "The site (" + id + ") is not in the snapshot.", NearestSites.advice(id, sites.keySet())));
    }

    /**
     * The estimate of a link.
     *
     * @throws InvalidInputException when the snapshot does not know it
     */
    public LinkEstimate getLink(Link link) {
        return findLink(link)
                .orElseThrow(() -> new InvalidInputException(
                        "The link " + link + " is not in the snapshot.", "Measure it first, or choose another pair."));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Snapshot snapshot
                && asOf.equals(snapshot.asOf)
                && sites.equals(snapshot.sites)
                && links.equals(snapshot.links)
                && variations.equals(snapshot.variations);
    }

    @Override
    public int hashCode() {
        return (asOf.hashCode() * 31 + sites.hashCode()) * 31 + links.hashCode();
    }

    @Override
    public String toString() {
        return "Snapshot[as of " + asOf + ", " + sites.size() + " sites, " + links.size() + " links]";
    }
}
