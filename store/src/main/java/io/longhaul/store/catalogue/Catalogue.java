package io.longhaul.store.catalogue;

import io.longhaul.core.estimate.DocumentedCaps;
import io.longhaul.core.plan.BillingTerms;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.topology.VmType;
import io.longhaul.store.FileAccess;
import io.longhaul.store.json.PriceBookJson;
import io.longhaul.store.log.MeasurementLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of the clouds without asking them: regions with coordinates, VM types with the caps their providers
 * document, VM prices and egress price lists. Every entry has its source and date, and measurements go before it; see
 * {@code docs/formats/catalogue.md}. Immutable, safe for any thread.
 */
public final class Catalogue implements DocumentedCaps {
    private record TypeKey(String provider, String name) {}

    private static final Map<String, String> USUAL =
            Map.of("aws", "us-east-1", "azure", "eastus", "gcp", "us-central1");

    private final Map<TypeKey, VmType> vmTypes = new LinkedHashMap<>();
    private final Map<SiteId, Region> regions = new LinkedHashMap<>();
    private final List<VmPrice> vmPrices;
    private final EgressList egress;
    private final Map<String, BillingTerms> billing;

    private Catalogue(CatalogueFile catalogue, CatalogueFile places) {
        catalogue.vmTypes().forEach(type -> vmTypes.put(new TypeKey(type.provider(), type.name()), type));
        places.regions().forEach(region -> regions.put(region.site(), region));
        vmPrices = catalogue.vmPrices();
        billing = catalogue.billing();
        egress = new EgressList(catalogue.egress(), this::findRegion);
    }

    /** The catalogue that ships with this version. Reads it anew on each call: keep it. */
    public static Catalogue shipped() {
        return of(shippedText(), "catalogue.json");
    }

    /**
     * A catalogue in a file, with the shipped regions.
     *
     * @throws io.longhaul.core.error.InvalidInputException when the file is no catalogue
     */
    public static Catalogue read(Path file) {
        return of(FileAccess.readText(file), file.toString());
    }

    /** The region whose VM prices stand for all regions of a provider that have none of their own, and which has the most VM types. */
    public static Optional<SiteId> usualRegion(String provider) {
        return Optional.ofNullable(USUAL.get(provider)).map(name -> new SiteId(provider, name));
    }

    static Catalogue of(String text, String name) {
        return new Catalogue(
                CatalogueFile.of(text, name, "longhaul-catalogue/1"),
                CatalogueFile.of(
                        CatalogueFile.shipped(SiteId.class, "regions.json"), "regions.json", "longhaul-regions/1"));
    }

    static String shippedText() {
        return CatalogueFile.shipped(Catalogue.class, "catalogue.json");
    }

    public List<VmType> vmTypes() {
        return List.copyOf(vmTypes.values());
    }

    public Optional<VmType> findVmType(String provider, String name) {
        return Optional.ofNullable(vmTypes.get(new TypeKey(provider, name)));
    }

    /** The documented caps of a VM type, which are the same at every site of its provider. */
    @Override
    public Optional<VmCaps> find(SiteId site, String vmType) {
        return findVmType(site.provider(), vmType).flatMap(VmType::caps);
    }

    public List<Region> regions() {
        return List.copyOf(regions.values());
    }

    /** The region of a site; a zone finds its region. */
    public Optional<Region> findRegion(SiteId site) {
        Region exact = regions.get(site);
        return exact != null ? Optional.of(exact) : Optional.ofNullable(regions.get(site.withoutZone()));
    }

    /** The list price of a link; empty when the lists have none, or a region is not known. */
    public Optional<EgressPrice> findEgress(Link link) {
        return egress.find(link);
    }

    /** All VM prices, and the list prices of the links among some sites. */
    public PriceBook prices(Collection<SiteId> sites) {
        List<EgressPrice> links = sites.stream()
                .flatMap(from -> sites.stream()
                        .filter(to -> !to.equals(from))
                        .flatMap(to -> findEgress(new Link(from, to)).stream()))
                .toList();
        return new PriceBook(links, vmPrices);
    }

    /** The list prices of some sites with a log's own price book on top: what every command and program plans with. */
    public PriceBook prices(Collection<SiteId> sites, MeasurementLog log) {
        PriceBook listed = prices(sites);
        return Files.exists(log.pricesFile()) ? listed.with(new PriceBookJson().read(log.pricesFile())) : listed;
    }

    /**
     * How fresh VMs at some sites are billed: the longest boot and the longest minimum among their providers, and by the
     * transfer's duration alone at providers that are not listed.
     */
    public BillingTerms billing(Collection<SiteId> sites) {
        BillingTerms longest = BillingTerms.DURATION_ONLY;
        for (SiteId site : sites) {
            BillingTerms terms = billing.getOrDefault(site.provider(), BillingTerms.DURATION_ONLY);
            longest = longest.withVmBoot(Collections.max(List.of(longest.vmBoot(), terms.vmBoot())))
                    .withMinimumBilling(Collections.max(List.of(longest.minimumBilling(), terms.minimumBilling())));
        }
        return longest;
    }
}
