package io.longhaul.core.topology;

import io.longhaul.core.units.Bandwidth;
import java.util.Optional;

/**
 * What one VM may carry over the wide area. Immutable.
 *
 * @param egress all streams that leave the VM together
 * @param ingress all streams that reach the VM together
 * @param perFlow one stream alone; empty when the provider states no such limit
 * @param egressBucket the token bucket behind the egress cap; empty when the cap does not depend on volume
 */
public record VmCaps(
        Bandwidth egress, Bandwidth ingress, Optional<Bandwidth> perFlow, Optional<TokenBucket> egressBucket) {
    public static VmCaps of(Bandwidth egress, Bandwidth ingress) {
        return new VmCaps(egress, ingress, Optional.empty(), Optional.empty());
    }
}
