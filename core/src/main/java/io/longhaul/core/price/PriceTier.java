package io.longhaul.core.price;

import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerGigabyte;
import java.util.List;
import java.util.Optional;

/**
 * One step of a volume price. Immutable.
 *
 * @param upTo end of the step in octets of the billing month; empty for the last step
 * @param price price of each GB inside the step
 */
public record PriceTier(Optional<DataSize> upTo, PricePerGigabyte price) {
    /**
     * Steps as they were given.
     *
     * @param of whose they are, for the message
     * @throws IllegalArgumentException when they do not rise, or do not end with an open one
     */
    public static List<PriceTier> rising(List<PriceTier> tiers, Object of) {
        if (tiers.isEmpty() || tiers.get(tiers.size() - 1).upTo().isPresent()) {
            throw new IllegalArgumentException("price tiers of " + of + " must end with an open one: " + tiers);
        }
        Optional<DataSize> before = Optional.empty();
        for (PriceTier tier : tiers.subList(0, tiers.size() - 1)) {
            boolean rises = tier.upTo().isPresent()
                    && (before.isEmpty() || tier.upTo().get().compareTo(before.get()) > 0);
            if (!rises) {
                throw new IllegalArgumentException("price tiers of " + of + " do not rise: " + tiers);
            }
            before = tier.upTo();
        }
        return List.copyOf(tiers);
    }
}
