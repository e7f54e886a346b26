package io.longhaul.campaign.plan;

import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What a campaign may have at most, failures and what is under way included. Immutable.
 *
 * @param whole of all providers together
 * @param time from its first order to its last
 * @param providers those that have limits of their own
 */
public record Budget(Limit whole, Optional<Duration> time, Map<String, Limit> providers) {
    /** No limit at all. */
    public static final Budget NONE = new Budget(Limit.NONE, Optional.empty(), Map.of());

    /**
     * Of money and of payload sent. Immutable.
     *
     * @param money in dollars
     * @param volume octets of payload
     */
    public record Limit(Optional<Money> money, Optional<DataSize> volume) {
        static final Limit NONE = new Limit(Optional.empty(), Optional.empty());

        /** Whether so much is within. */
        public boolean allows(Cost cost) {
            return money.map(most -> cost.money().compareTo(most) <= 0).orElse(true)
                    && volume.map(most -> cost.volume().compareTo(most) <= 0).orElse(true);
        }
    }

    public Budget {
        providers = Map.copyOf(providers);
    }

    /** Whether it limits money anywhere, so that prices must be known. */
    public boolean limitsMoney() {
        return whole.money().isPresent()
                || providers.values().stream().anyMatch(limit -> limit.money().isPresent());
    }
}
