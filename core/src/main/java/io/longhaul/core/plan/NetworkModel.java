package io.longhaul.core.plan;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Sites and links with everything a plan depends on. Immutable; lookups are constant-time and safe for any thread.
 * Equality is identity, so that planners may keep what they derived from a model.
 */
public final class NetworkModel {
    private final Map<SiteId, SiteModel> sites = new LinkedHashMap<>();
    private final Map<Link, LinkModel> links = new LinkedHashMap<>();
    private final List<SiteModel> siteList;
    private final List<LinkModel> linkList;

    /**
     * Keeps sites and links in their natural order, so that plans do not depend on the order given.
     *
     * @throws InvalidInputException when a link starts or ends at a site that is not given
     */
    public NetworkModel(Collection<SiteModel> sites, Collection<LinkModel> links) {
        var sortedSites = new TreeMap<SiteId, SiteModel>();
        sites.forEach(site -> sortedSites.put(site.id(), site));
        this.sites.putAll(sortedSites);
        var sortedLinks = new TreeMap<Link, LinkModel>();
        links.forEach(link -> sortedLinks.put(link.link(), link));
        this.links.putAll(sortedLinks);
        for (Link link : this.links.keySet()) {
            getSite(link.from());
            getSite(link.to());
        }
        siteList = List.copyOf(this.sites.values());
        linkList = List.copyOf(this.links.values());
    }

    public List<SiteModel> sites() {
        return siteList;
    }

    public List<LinkModel> links() {
        return linkList;
    }

    public Optional<SiteModel> findSite(SiteId id) {
        return Optional.ofNullable(sites.get(id));
    }

    public Optional<LinkModel> findLink(Link link) {
        return Optional.ofNullable(links.get(link));
    }

    public Optional<LinkModel> findLink(SiteId from, SiteId to) {
        return from.equals(to) ? Optional.empty() : findLink(new Link(from, to));
    }

    /**
     * The model of a site.
     *
     * @throws InvalidInputException when the network has none
     */
    public SiteModel getSite(SiteId id) {
        return findSite(id)
                .orElseThrow(() -> new InvalidInputException(
                        "The site (" + id + ") is not in the network.", known(id.provider())));
    }

    private String known(String provider) {
        String near = sites.keySet().stream()
                .filter(site -> site.provider().equals(provider))
                .map(SiteId::toString)
                .collect(Collectors.joining(", "));
        return near.isEmpty()
                ? "It has " + sites.size() + " sites, none of " + provider + "."
                : "Those of " + provider + " are " + near + ".";
    }

    /**
     * The model of a link.
     *
     * @throws InvalidInputException when the network has none
     */
    public LinkModel getLink(Link link) {
        return findLink(link)
                .orElseThrow(() -> new InvalidInputException(
                        "The link " + link + " is not in the network.", "Measure it first, or choose another pair."));
    }

    /** This network with one link replaced or added. */
    public NetworkModel with(LinkModel changed) {
        var changedLinks = new LinkedHashMap<>(links);
        changedLinks.put(changed.link(), changed);
        return new NetworkModel(siteList, changedLinks.values());
    }

    /** This network with how some of its links vary; links that are not in it are passed over. */
    public NetworkModel withVariations(Map<Link, RateVariation> variations) {
        var changed = linkList.stream()
                .map(link -> Optional.ofNullable(variations.get(link.link()))
                        .map(link::withVariation)
                        .orElse(link))
                .toList();
        return new NetworkModel(siteList, changed);
    }

    /** This network with one site replaced or added. */
    public NetworkModel with(SiteModel changed) {
        var changedSites = new LinkedHashMap<>(sites);
        changedSites.put(changed.id(), changed);
        return new NetworkModel(changedSites.values(), linkList);
    }

    /** This network with VMs of the usual type only at every site; itself when there is no choice anywhere. */
    public NetworkModel withoutChoices() {
        return siteList.stream().allMatch(site -> site.choices().isEmpty())
                ? this
                : new NetworkModel(
                        siteList.stream().map(SiteModel::withoutChoices).toList(), linkList);
    }

    @Override
    public String toString() {
        return "NetworkModel[" + sites.size() + " sites, " + links.size() + " links]";
    }
}
