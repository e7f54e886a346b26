package io.longhaul.clouds.catalog;

import io.longhaul.core.price.PriceTier;
import java.util.List;

/**
 * A line of a cloud's price list for data that leave its regions. Immutable.
 *
 * @param provider whose list
 * @param from region, continent, or {@code any}
 * @param to {@code provider:region}, {@code provider:continent} or {@code provider} inside it; {@code internet} outside
 * @param tiers steps of the month's volume, the last one open
 * @param origin where it comes from
 */
public record CloudEgress(String provider, String from, String to, List<PriceTier> tiers, Origin origin) {
    public CloudEgress {
        tiers = PriceTier.rising(tiers, provider + ":" + from + " to " + to);
    }
}
