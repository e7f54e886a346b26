package io.longhaul.core.plan;

import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerHour;
import java.util.Optional;

/**
 * A site as the planner sees it: every VM there is alike. Immutable.
 *
 * @param id the site
 * @param caps what one VM carries
 * @param vmPrice price of one VM
 * @param vmType the VM type the caps are of; empty when unknown
 * @param remainingCredit what is left in each VM's token bucket; empty for fresh VMs, whose bucket is full
 */
public record SiteModel(
        SiteId id, VmCaps caps, PricePerHour vmPrice, Optional<String> vmType, Optional<DataSize> remainingCredit) {
    public static SiteModel of(SiteId id, VmCaps caps, PricePerHour vmPrice) {
        return new SiteModel(id, caps, vmPrice, Optional.empty(), Optional.empty());
    }

    public SiteModel withVmType(String type) {
        return new SiteModel(id, caps, vmPrice, Optional.of(type), remainingCredit);
    }

    public SiteModel withRemainingCredit(DataSize credit) {
        return new SiteModel(id, caps, vmPrice, vmType, Optional.of(credit));
    }
}
