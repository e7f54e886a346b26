package io.longhaul.clouds.catalog;

import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.PricePerHour;

/**
 * What an hour of a VM costs, Linux, without disks and addresses. Immutable.
 *
 * @param region as {@code aws:us-east-1}
 * @param vmType the cloud's name
 * @param spot the price of a VM that the cloud may take back, as it was last; else on demand
 * @param price per hour; for spot on AWS the cheapest zone's
 * @param origin where it comes from
 */
public record CloudVmPrice(SiteId region, String vmType, boolean spot, PricePerHour price, Origin origin) {}
