package io.longhaul.core.plan;

import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.PricePerHour;

/**
 * One VM type that may be run at a site. Immutable.
 *
 * @param type the provider's name, as {@code c5.xlarge}; empty when unknown
 * @param caps what one VM of it carries
 * @param price of one VM
 * @param quota most VMs of this type at the site, zero or more
 */
public record VmChoice(String type, VmCaps caps, PricePerHour price, int quota) {
    public VmChoice {
        if (quota < 0) {
            throw new IllegalArgumentException("a quota of " + type + " is negative: " + quota);
        }
    }
}
