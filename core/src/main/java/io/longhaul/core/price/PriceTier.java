package io.longhaul.core.price;

import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerGigabyte;
import java.util.Optional;

/**
 * One step of a volume price. Immutable.
 *
 * @param upTo end of the step in octets of the billing month; empty for the last step
 * @param price price of each GB inside the step
 */
public record PriceTier(Optional<DataSize> upTo, PricePerGigabyte price) {}
