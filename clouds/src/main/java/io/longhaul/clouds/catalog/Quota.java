package io.longhaul.clouds.catalog;

import io.longhaul.core.topology.SiteId;
import java.util.OptionalDouble;

/**
 * How much of something an account may have in a region. Immutable.
 *
 * @param region as {@code aws:us-east-1}
 * @param id the cloud's name of it for machines, as {@code L-1216C47A}, {@code N2_CPUS}, {@code standardDSv5Family}
 * @param name the cloud's name of it for people
 * @param limit in the quota's own unit: virtual processors, VMs, addresses
 * @param used of it now; empty where the cloud does not say
 * @param origin where limit and use come from
 */
public record Quota(SiteId region, String id, String name, double limit, OptionalDouble used, Origin origin) {
    /**
     * How many VMs more the quota lets be made, at most 2^31 - 1. What is used counts as nothing where it is not known.
     *
     * @param perVm how much of it one VM takes, above 0
     */
    public int room(double perVm) {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, Math.floor((limit - used.orElse(0)) / perVm)));
    }
}
