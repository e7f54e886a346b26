package io.longhaul.core.estimate;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.NearestSites;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** All estimates at one time. Immutable; lookups are constant-time and safe for any thread. */
public final class Snapshot {
    private final Instant asOf;
    private final Map<SiteId, SiteEstimate> sites = new LinkedHashMap<>();
    private final Map<Link, LinkEstimate> links = new LinkedHashMap<>();

    private final List<FailedRun> failedRuns;
    private final List<Prediction> predictions;
    private final Map<Link, RateVariation> variations;

    /** A snapshot that lists no failed runs. */
    public Snapshot(Instant asOf, Collection<SiteEstimate> sites, Collection<LinkEstimate> links) {
        this(asOf, sites, links, List.of());
    }

    /** A snapshot without predictions. */
    public Snapshot(
            Instant asOf, Collection<SiteEstimate> sites, Collection<LinkEstimate> links, List<FailedRun> failedRuns) {
        this(asOf, sites, links, failedRuns, List.of());
    }

    /**
     * Keeps sites and links in their natural order, so that equal contents print equally.
     *
     * @param failedRuns runs left out because they failed with a number
     * @param predictions as the estimator makes them
     * @throws InvalidInputException when a site or a link is given twice
     */
    public Snapshot(
            Instant asOf,
            Collection<SiteEstimate> sites,
            Collection<LinkEstimate> links,
            List<FailedRun> failedRuns,
            List<Prediction> predictions) {
        this(asOf, sites, links, failedRuns, predictions, Map.of());
    }

    private Snapshot(
            Instant asOf,
            Collection<SiteEstimate> sites,
            Collection<LinkEstimate> links,
            List<FailedRun> failedRuns,
            List<Prediction> predictions,
            Map<Link, RateVariation> variations) {
        this.variations = Map.copyOf(variations);
        this.asOf = asOf;
        this.failedRuns = List.copyOf(failedRuns);
        this.predictions = List.copyOf(predictions);
        sites.stream().sorted(Comparator.comparing(SiteEstimate::id)).forEach(site -> {
            requireOnce(this.sites.put(site.id(), site) == null, "site " + site.id());
        });
        links.stream().sorted(Comparator.comparing(LinkEstimate::link)).forEach(link -> {
            requireOnce(this.links.put(link.link(), link) == null, "link " + link.link());
        });
    }

    private static void requireOnce(boolean isNew, String what) {
        if (!isNew) {
            throw new InvalidInputException(
                    "The " + what + " stands in the snapshot twice.", "Keep one of the two, or estimate the log anew.");
        }
    }

    public Instant asOf() {
        return asOf;
    }

    public List<SiteEstimate> sites() {
        return List.copyOf(sites.values());
    }

    public List<SiteId> siteIds() {
        return List.copyOf(sites.keySet());
    }

    public List<LinkEstimate> links() {
        return List.copyOf(links.values());
    }

    /** Runs that were left out because they failed with a number; see {@link FailedRun}. */
    public List<FailedRun> failedRuns() {
        return failedRuns;
    }

    /** Predictions that were asked for: links never measured, and measured ones that break the pattern. */
    public List<Prediction> predictions() {
        return predictions;
    }

    /** This snapshot with predictions. */
    public Snapshot withPredictions(List<Prediction> made) {
        return new Snapshot(asOf, sites.values(), links.values(), failedRuns, made, variations);
    }

    public Optional<SiteEstimate> findSite(SiteId id) {
        return Optional.ofNullable(sites.get(id));
    }

    public Optional<LinkEstimate> findLink(Link link) {
        return Optional.ofNullable(links.get(link));
    }

    /** min(sender's egress cap, receiver's ingress cap), as far as they are known: no rate of one VM pair is above. */
    public Optional<Bandwidth> bound(Link link) {
        Optional<Bandwidth> egress =
                findSite(link.from()).flatMap(site -> site.egressTo(link.to())).map(CapEstimate::value);
        Optional<Bandwidth> ingress = findSite(link.to())
                .flatMap(site -> site.ingressFrom(link.from()))
                .map(CapEstimate::value);
        return egress.map(out -> ingress.map(out::min).orElse(out)).or(() -> ingress);
    }

    /** The same with how the rates of some links vary. */
    public Snapshot withVariations(Map<Link, RateVariation> ofLinks) {
        return new Snapshot(asOf, sites.values(), links.values(), failedRuns, predictions, ofLinks);
    }

    /** How each link's rate varies, for links that were measured often or long enough. */
    public Map<Link, RateVariation> variations() {
        return variations;
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
                && failedRuns.equals(snapshot.failedRuns)
                && predictions.equals(snapshot.predictions)
                && variations.equals(snapshot.variations);
    }

    @Override
    public int hashCode() {
        return Objects.hash(asOf, sites, links, failedRuns, predictions);
    }

    @Override
    public String toString() {
        return "Snapshot[as of " + asOf + ", " + sites.size() + " sites, " + links.size() + " links]";
    }
}
