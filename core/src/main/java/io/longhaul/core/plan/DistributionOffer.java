package io.longhaul.core.plan;

import io.longhaul.core.units.Bandwidth;
import java.time.Duration;

/**
 * One simple way to reach several destinations: a single tree, not optimised. Immutable.
 *
 * @param kind {@code star}: every copy straight from the source; {@code shortest-paths}: each along its cheapest path,
 *     shared where paths meet
 * @param tree its links
 * @param rate what each destination receives
 * @param time how long it takes
 * @param cost what it costs
 * @param meetsRequest whether it keeps rate, deadline and budget
 */
public record DistributionOffer(
        String kind, DistributionTree tree, Bandwidth rate, Duration time, PlanCost cost, boolean meetsRequest) {}
