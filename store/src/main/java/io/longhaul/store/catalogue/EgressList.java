package io.longhaul.store.catalogue;

import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Price lists of all providers. The rule that names the destination most narrowly counts; among equals the one that
 * names the source most narrowly. Immutable.
 */
final class EgressList {
    private record Key(String provider, String from, String to) {}

    private final Map<Key, EgressRule> rules = new HashMap<>();
    private final Function<SiteId, Optional<Region>> regions;

    EgressList(List<EgressRule> rules, Function<SiteId, Optional<Region>> regions) {
        this.regions = regions;
        rules.forEach(rule ->
                rule.from().forEach(from -> this.rules.put(new Key(rule.provider(), from, rule.to()), rule)));
    }

    /** The price of a link between two regions; empty when the lists have none, or a region is not known. */
    Optional<EgressPrice> find(Link link) {
        Optional<Region> from = regions.apply(link.from());
        Optional<Region> to = regions.apply(link.to());
        if (from.isEmpty() || to.isEmpty() || from.get().equals(to.get())) {
            return Optional.empty();
        }
        for (String destination : destinations(from.get(), to.get())) {
            for (String source : List.of(from.get().site().name(), from.get().continent(), "any")) {
                EgressRule rule = rules.get(new Key(link.from().provider(), source, destination));
                if (rule != null) {
                    return Optional.of(new EgressPrice(
                            link,
                            rule.tiers(),
                            rule.source().text(),
                            Optional.of(rule.source().asOf())));
                }
            }
        }
        return Optional.empty();
    }

    private static List<String> destinations(Region from, Region to) {
        String provider = to.site().provider();
        return from.site().provider().equals(provider)
                ? List.of(to.site().toString(), provider + ":" + to.continent(), provider)
                : List.of("internet:" + to.country(), "internet");
    }
}
