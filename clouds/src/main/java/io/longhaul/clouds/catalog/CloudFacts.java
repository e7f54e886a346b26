package io.longhaul.clouds.catalog;

import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.VmType;
import io.longhaul.store.catalogue.CatalogueRenewal;
import io.longhaul.store.catalogue.EgressRule;
import io.longhaul.store.catalogue.SourceNote;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What one cloud said to one question. Immutable.
 *
 * @param question what it was asked
 * @param asked when
 * @param regions none, unless these were asked for; likewise the others
 * @param vmPrices on demand and spot
 */
public record CloudFacts(
        Question question,
        Instant asked,
        List<CloudRegion> regions,
        List<CloudVmType> vmTypes,
        List<CloudVmPrice> vmPrices,
        List<CloudEgress> egress,
        List<Quota> quotas) {
    public CloudFacts {
        regions = List.copyOf(regions);
        vmTypes = List.copyOf(vmTypes);
        vmPrices = List.copyOf(vmPrices);
        egress = List.copyOf(egress);
        quotas = List.copyOf(quotas);
    }

    /**
     * Writes them over a catalogue: caps, prices on demand, and egress prices. Spot prices are of the moment, and in no catalogue.
     *
     * @param added VM types, beside those that the catalogue has, that are to be added
     */
    public void renew(CatalogueRenewal catalogue, Set<String> added) {
        catalogue.vmTypes(
                vmTypes.stream()
                        .map(type -> new VmType(
                                type.provider(),
                                type.name(),
                                type.vcpus(),
                                type.wideArea(),
                                type.caps().text(),
                                type.caps().asOf()))
                        .toList(),
                added);
        catalogue.vmPrices(vmPrices.stream()
                .filter(price -> !price.spot())
                .map(price -> new VmPrice(
                        price.region().provider(),
                        Optional.of(price.region().name()),
                        price.vmType(),
                        price.price(),
                        price.origin().text(),
                        Optional.of(price.origin().asOf())))
                .toList());
        catalogue.egress(egress.stream()
                .map(line -> new EgressRule(
                        line.provider(),
                        List.of(line.from()),
                        line.to(),
                        line.tiers(),
                        new SourceNote(line.origin().text(), line.origin().asOf())))
                .toList());
    }
}
