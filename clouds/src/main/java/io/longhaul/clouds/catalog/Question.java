package io.longhaul.clouds.catalog;

import io.longhaul.core.topology.SiteId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one cloud is asked of itself. Immutable.
 *
 * @param provider as {@code aws}
 * @param what which facts
 * @param regions of which regions, in order; empty for regions themselves
 * @param vmTypes of which VM types, in order; empty but for prices
 * @param account whose answer it is: the profile, project or subscription; empty for what is the same for all
 */
public record Question(String provider, What what, List<SiteId> regions, List<String> vmTypes, String account) {
    /** Which facts. */
    public enum What {
        REGIONS,
        VM_TYPES,
        PRICES,
        QUOTAS;

        /** As in a command and in names of files: {@code vm-types}. */
        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public Question {
        regions = List.copyOf(new TreeSet<>(regions));
        vmTypes = List.copyOf(new TreeSet<>(vmTypes));
    }

    /** Asks a cloud. */
    public CloudFacts ask(CloudCatalog catalog, Instant now) {
        List<CloudRegion> places = what == What.REGIONS ? catalog.regions() : List.of();
        var types = new ArrayList<CloudVmType>();
        var prices = new ArrayList<CloudVmPrice>();
        var egress = new ArrayList<CloudEgress>();
        var quotas = new ArrayList<Quota>();
        for (SiteId region : regions) {
            switch (what) {
                case VM_TYPES -> addNew(types, catalog.vmTypes(region));
                case PRICES -> {
                    prices.addAll(catalog.vmPrices(region, Set.copyOf(vmTypes)));
                    egress.addAll(catalog.egress(region));
                }
                case QUOTAS -> quotas.addAll(catalog.quotas(region));
                default -> throw new IllegalArgumentException("regions have no regions");
            }
        }
        return new CloudFacts(this, now, places, types, prices, egress, quotas);
    }

    /** A type is the same wherever it is offered. */
    private static void addNew(List<CloudVmType> all, Collection<CloudVmType> more) {
        Set<String> known = new TreeSet<>();
        all.forEach(type -> known.add(type.name()));
        more.stream().filter(type -> known.add(type.name())).forEach(all::add);
    }
}
