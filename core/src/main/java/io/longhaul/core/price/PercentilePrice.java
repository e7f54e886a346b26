package io.longhaul.core.price;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Money;
import java.time.Duration;

/**
 * Billing of a link by a percentile of its rate, mostly the 95th of the samples of a month: what is sent above the rate
 * that the month's bill holds already costs by its rate, not by its volume, and nothing while it lasts no longer than the
 * samples that the percentile drops. Immutable.
 *
 * @param perMbps what 1 Mbit/s more of the percentile costs in a month
 * @param paid the rate the month's bill holds already, above what else is sent
 * @param free how long the rate may be above that without moving the percentile: what is left of the samples dropped (5 %
 *     of a month are 36 h)
 */
public record PercentilePrice(Money perMbps, Bandwidth paid, Duration free) {
    public PercentilePrice {
        if (perMbps.compareTo(Money.ZERO) < 0 || free.isNegative()) {
            throw new InvalidInputException(
                    "The price by percentile (" + perMbps + " for 1 Mbit/s, free for " + free + ") is negative.",
                    "Give a price and a time of zero or more.");
        }
    }
}
