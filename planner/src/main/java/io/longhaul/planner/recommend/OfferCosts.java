package io.longhaul.planner.recommend;

import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;

/** What more VMs and the best relay cost for one size. Immutable. */
record OfferCosts(DataSize size, Money vms, Money relay) {}
