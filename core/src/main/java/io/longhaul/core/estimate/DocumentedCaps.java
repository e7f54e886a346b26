package io.longhaul.core.estimate;

import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import java.util.Optional;

/** Where the estimator finds what a provider documents of a VM type. Implementations are safe for any thread. */
@FunctionalInterface
public interface DocumentedCaps {
    /** Knows nothing. */
    DocumentedCaps NONE = (site, vmType) -> Optional.empty();

    /** The documented caps of a VM type at a site; empty when none are known. */
    Optional<VmCaps> find(SiteId site, String vmType);
}
