package io.longhaul.core.plan;

import io.longhaul.core.topology.SiteId;

/**
 * The VMs of one type at a site; all its VMs where there is no choice. Immutable; ordered by site, then type.
 *
 * @param site where they run
 * @param type the chosen type; empty where there is no choice
 */
public record VmGroup(SiteId site, String type) implements Comparable<VmGroup> {
    @Override
    public int compareTo(VmGroup other) {
        int bySite = site.compareTo(other.site);
        return bySite != 0 ? bySite : type.compareTo(other.type);
    }

    /** {@code aws:us-east-1} or {@code aws:us-east-1 (c5.xlarge)}. */
    @Override
    public String toString() {
        return type.isEmpty() ? site.toString() : site + " (" + type + ")";
    }
}
