package io.longhaul.core.price;

import io.longhaul.core.topology.Link;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerGigabyte;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * What it costs to send data over a link, paid to the provider of its source. Immutable.
 *
 * @param link the directed link
 * @param tiers volume steps in rising order, the last one open; never empty
 * @param source where the price comes from
 * @param asOf the date of the price list; empty when the source does not date it
 * @param fee paid once when anything is sent over the link, as for a port of an interconnect
 */
public record EgressPrice(Link link, List<PriceTier> tiers, String source, Optional<LocalDate> asOf, Money fee) {
    /** The source of a price that nobody listed. */
    public static final String ASSUMED = "assumed";

    public EgressPrice {
        tiers = List.copyOf(tiers);
        if (tiers.isEmpty() || tiers.get(tiers.size() - 1).upTo().isPresent()) {
            throw new IllegalArgumentException("price tiers of " + link + " must end with an open one: " + tiers);
        }
        for (int i = 1; i < tiers.size() - 1; i++) {
            if (tiers.get(i)
                            .upTo()
                            .orElseThrow()
                            .compareTo(tiers.get(i - 1).upTo().orElseThrow())
                    <= 0) {
                throw new IllegalArgumentException("price tiers of " + link + " do not rise: " + tiers);
            }
        }
    }

    /** A price without a fixed fee. */
    public EgressPrice(Link link, List<PriceTier> tiers, String source, Optional<LocalDate> asOf) {
        this(link, tiers, source, asOf, Money.ZERO);
    }

    public EgressPrice withFee(Money fixed) {
        return new EgressPrice(link, tiers, source, asOf, fixed);
    }

    public static EgressPrice flat(Link link, PricePerGigabyte price, String source, Optional<LocalDate> asOf) {
        return new EgressPrice(link, List.of(new PriceTier(Optional.empty(), price)), source, asOf);
    }

    /** Whether nobody listed this price. */
    public boolean isAssumed() {
        return source.equals(ASSUMED);
    }

    /** The price of the first GB of the month. */
    public PricePerGigabyte firstTier() {
        return tiers.get(0).price();
    }

    /**
     * The cost of an amount, with the fixed fee.
     *
     * @param alreadySent volume already billed in this month, which decides the step the amount starts in
     */
    public Money cost(DataSize size, DataSize alreadySent) {
        long position = alreadySent.bytes();
        long remaining = size.bytes();
        Money total = size.isZero() ? Money.ZERO : fee;
        for (PriceTier tier : tiers) {
            long end = tier.upTo().map(DataSize::bytes).orElse(Long.MAX_VALUE);
            long inTier = Math.min(remaining, Math.max(0, end - position));
            total = total.plus(tier.price().times(DataSize.ofBytes(inTier)));
            position += inTier;
            remaining -= inTier;
        }
        return total;
    }
}
