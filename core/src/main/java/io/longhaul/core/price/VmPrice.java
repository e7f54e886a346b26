package io.longhaul.core.price;

import io.longhaul.core.units.PricePerHour;
import java.time.LocalDate;
import java.util.Optional;

/**
 * The on-demand price of a VM type, at one region or wherever no regional price is known. Immutable.
 *
 * @param provider as {@code aws}
 * @param region region name without zone; empty when the price stands for every region that has none of its own
 * @param vmType the provider's name, as {@code m5.8xlarge}
 * @param price per hour
 * @param source where the price comes from
 * @param asOf the date of the price list; empty when the source does not date it
 */
public record VmPrice(
        String provider,
        Optional<String> region,
        String vmType,
        PricePerHour price,
        String source,
        Optional<LocalDate> asOf) {}
