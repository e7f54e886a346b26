package io.longhaul.core.plan;

import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerHour;
import java.util.Optional;

/**
 * One kind of VM that may be run at a site: a type, or VMs of one type in another state or at another price. Immutable.
 *
 * @param type the provider's name, as {@code c5.xlarge}, or what tells the kind from others; empty when unknown
 * @param caps what one VM of it carries
 * @param price of one VM
 * @param quota most VMs of this type at the site, zero or more
 * @param remainingCredit what is left in the token bucket of each; empty where that is said of all VMs of the site, or of
 *     none
 */
public record VmChoice(String type, VmCaps caps, PricePerHour price, int quota, Optional<DataSize> remainingCredit) {
    public VmChoice {
        if (quota < 0) {
            throw new IllegalArgumentException("a quota of " + type + " is negative: " + quota);
        }
    }

    /** VMs that are fresh, or as the site says. */
    public VmChoice(String type, VmCaps caps, PricePerHour price, int quota) {
        this(type, caps, price, quota, Optional.empty());
    }
}
