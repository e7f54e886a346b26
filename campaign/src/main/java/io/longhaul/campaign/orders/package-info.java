/** What coordinators and agents say to each other: orders, leases and how they stand. Values, and their JSON. */
@NullMarked
package io.longhaul.campaign.orders;

import org.jspecify.annotations.NullMarked;
