package io.longhaul.store.catalogue;

import io.longhaul.core.price.PriceTier;
import java.util.List;

/**
 * A line of a provider's price list for data that leave its regions. Immutable.
 *
 * @param provider whose list
 * @param from regions, continents, or {@code any}
 * @param to {@code provider:region}, {@code provider:continent} or {@code provider} inside it; {@code internet:country}
 *     or {@code internet} outside
 * @param tiers volume steps
 * @param source where the price comes from
 */
public record EgressRule(String provider, List<String> from, String to, List<PriceTier> tiers, SourceNote source) {
    public EgressRule {
        from = List.copyOf(from);
        tiers = PriceTier.rising(tiers, provider + " to " + to);
    }
}
