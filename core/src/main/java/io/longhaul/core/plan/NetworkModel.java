package io.longhaul.core.plan;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.NearestSites;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Sites and links with everything a plan depends on. Immutable; lookups are constant-time and safe for any thread.
 * Equality is identity, so that planners may keep what they derived from a model.
 */
public final class NetworkModel {
    private static final Bandwidth BOUNDLESS = Bandwidth.ofGigabitsPerSecond(1_000_000);

    private final Map<SiteId, SiteModel> sites = new LinkedHashMap<>();
    private final Map<Link, LinkModel> links;
    private final List<SiteModel> siteList;
    private final List<LinkModel> linkList;
    private final Optional<Link> billedByPercentile;

    /**
     * Keeps sites and links in their natural order, so that plans do not depend on the order given.
     *
     * @throws InvalidInputException when a link starts or ends at a site that is not given
     */
    public NetworkModel(Collection<SiteModel> sites, Collection<LinkModel> links) {
        var sortedSites = new ArrayList<>(sites);
        sortedSites.sort(Comparator.comparing(SiteModel::id));
        sortedSites.forEach(site -> this.sites.put(site.id(), site));
        var sortedLinks = new ArrayList<>(links);
        sortedLinks.sort(Comparator.comparing(LinkModel::link));
        this.links = new LinkedHashMap<>(sortedLinks.size() * 4 / 3 + 1);
        for (LinkModel link : sortedLinks) {
            getSite(link.link().from());
            getSite(link.link().to());
            this.links.put(link.link(), link);
        }
        siteList = List.copyOf(this.sites.values());
        linkList = List.copyOf(this.links.values());
        billedByPercentile = linkList.stream()
                .filter(link -> link.price().percentile().isPresent())
                .map(LinkModel::link)
                .findFirst();
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
                        "The site (" + id + ") is not in the network.", NearestSites.advice(id, sites.keySet())));
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

    /**
     * Refuses links that are billed by a percentile of their rate, where that is not planned for.
     *
     * @param what what is planned, as {@code a job}
     * @throws InvalidInputException when there are any
     */
    public void requireNoPercentiles(String what) {
        billedByPercentile.ifPresent(link -> {
            throw new InvalidInputException(
                    "The link " + link + " is billed by a percentile of its rate, which is not planned for with " + what
                            + ".",
                    "Leave usd_per_mbps out of its prices.");
        });
    }

    /** This network with one link replaced or added. */
    public NetworkModel with(LinkModel changed) {
        var changedLinks = new LinkedHashMap<>(links);
        changedLinks.put(changed.link(), changed);
        return new NetworkModel(siteList, changedLinks.values());
    }

    /**
     * This network with one stream on every link, limited by nothing but itself, as the literature on relays reckons; links
     * of which no single stream's rate is known are left out.
     */
    public NetworkModel withOneStream() {
        return new NetworkModel(
                siteList.stream()
                        .map(site -> SiteModel.of(site.id(), VmCaps.of(BOUNDLESS, BOUNDLESS), site.vmPrice()))
                        .toList(),
                linkList.stream()
                        .flatMap(link -> link.singleFlow().stream().map(rate -> link.withRates(RateCurve.of(1, rate))))
                        .toList());
    }

    /** This network without some of its links. */
    public NetworkModel without(Set<Link> unwanted) {
        return new NetworkModel(
                siteList,
                linkList.stream()
                        .filter(link -> !unwanted.contains(link.link()))
                        .toList());
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

    /** Most VMs of the usual type, at sites that have a choice. */
    public Map<SiteId, Integer> usualQuotas() {
        var quotas = new HashMap<SiteId, Integer>();
        for (SiteModel site : siteList) {
            if (!site.choices().isEmpty()) {
                quotas.put(site.id(), site.choices().get(0).quota());
            }
        }
        return quotas;
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
