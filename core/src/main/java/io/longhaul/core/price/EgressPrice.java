package io.longhaul.core.price;

import io.longhaul.core.topology.Link;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerGigabyte;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
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
 * @param percentile what is billed by the rate beside that; empty for most links
 */
public record EgressPrice(
        Link link,
        List<PriceTier> tiers,
        String source,
        Optional<LocalDate> asOf,
        Money fee,
        Optional<PercentilePrice> percentile) {
    /** The source of a price that nobody listed. */
    public static final String ASSUMED = "assumed";

    private static final double MEGABITS_OF_GB = 8000;

    public EgressPrice {
        tiers = PriceTier.rising(tiers, link);
    }

    /** A price without a fixed fee. */
    public EgressPrice(Link link, List<PriceTier> tiers, String source, Optional<LocalDate> asOf) {
        this(link, tiers, source, asOf, Money.ZERO, Optional.empty());
    }

    public EgressPrice withFee(Money fixed) {
        return new EgressPrice(link, tiers, source, asOf, fixed, percentile);
    }

    public EgressPrice withPercentile(PercentilePrice byRate) {
        return new EgressPrice(link, tiers, source, asOf, fee, Optional.of(byRate));
    }

    /**
     * The price of what is sent evenly over a time, with tiers for what is billed by the rate: that time at the rate paid
     * for is a volume, and each GB above it raises the rate by as much as it costs. Exact but for the rounding of a price to
     * a billionth of a dollar for a GB.
     *
     * @param alreadySent volume billed in this month
     */
    public EgressPrice over(Duration transfer, DataSize alreadySent) {
        var plain = new EgressPrice(link, tiers, source, asOf, fee, Optional.empty());
        if (percentile.isEmpty() || transfer.compareTo(percentile.get().free()) <= 0) {
            return plain;
        }
        double seconds = Durations.seconds(transfer);
        PercentilePrice byRate = percentile.get();
        double paid = alreadySent.bytes() + byRate.paid().bitsPerSecond() / 8.0 * seconds;
        PricePerGigabyte more = PricePerGigabyte.ofDollars(byRate.perMbps().dollars() * MEGABITS_OF_GB / seconds);
        var raised = new ArrayList<PriceTier>();
        double start = 0;
        for (PriceTier tier : tiers) {
            double end = tier.upTo().map(size -> (double) size.bytes()).orElse(Double.POSITIVE_INFINITY);
            if (start < paid && paid < Math.min(end, (double) Long.MAX_VALUE)) {
                raised.add(new PriceTier(Optional.of(DataSize.ofBytes((long) paid)), tier.price()));
            }
            raised.add(
                    end <= paid || paid >= Long.MAX_VALUE
                            ? tier
                            : new PriceTier(tier.upTo(), tier.price().plus(more)));
            start = end;
        }
        return new EgressPrice(link, raised, source, asOf, fee, Optional.empty());
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
