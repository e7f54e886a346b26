package io.longhaul.clouds.catalog;

import io.longhaul.clouds.CloudException;
import io.longhaul.core.topology.SiteId;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one cloud says of itself to one account. Every answer has all pages; calls that fail in passing are made again, within the
 * {@link Patience} it was opened with, and an interrupt ends them. All throw {@link CloudException}. Safe for any thread.
 */
public interface CloudCatalog extends AutoCloseable {
    /** All regions, those too that the account has not opened. */
    List<CloudRegion> regions();

    /** Every VM type of a region. */
    List<CloudVmType> vmTypes(SiteId region);

    /**
     * Prices of VM types in a region, on demand, and spot where the cloud says it.
     *
     * @param vmTypes the cloud's names; what it does not know is left out
     */
    List<CloudVmPrice> vmPrices(SiteId region, Set<String> vmTypes);

    /** Prices of data that leave a region, to others of the cloud and to the internet. */
    List<CloudEgress> egress(SiteId region);

    /** Limits of the account in the region of a site, and what is used of them. */
    List<Quota> quotas(SiteId site);

    /**
     * How much of which quotas one VM takes: by {@link Quota#id}, in the quota's unit. A quota that the account is not told of, or that
     * is not in {@link #quotas}, binds nobody.
     *
     * @param site region or zone
     * @param vmType the cloud's name
     * @param spot whether the VM may be taken back, which other quotas count
     */
    Map<String, Double> takes(SiteId site, String vmType, boolean spot);

    @Override
    void close();
}
