package io.longhaul.campaign.run;

import io.longhaul.campaign.plan.Budget;
import io.longhaul.campaign.plan.CampaignPlan;
import io.longhaul.campaign.plan.Cost;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The budget with tests under way: the most that an order can cost is set aside before it is given, and what it did not spend comes back
 * with its record. Spent and set aside together never pass a limit, so that no record can. Thread-safe.
 */
final class Escrow {
    private final Budget budget;
    private final Map<String, Cost> spent = new TreeMap<>();
    private final Map<String, Map<String, Cost>> reserved = new HashMap<>();

    Escrow(Budget budget) {
        this.budget = budget;
    }

    /** Sets so much aside, unless a limit would be passed if all of it were spent. */
    synchronized boolean reserve(String order, Map<String, Cost> most) {
        Map<String, Cost> all = committed();
        most.forEach((provider, cost) -> all.merge(provider, cost, Cost::plus));
        boolean fits = budget.whole().allows(CampaignPlan.sum(all))
                && budget.providers().entrySet().stream()
                        .allMatch(limit -> limit.getValue().allows(all.getOrDefault(limit.getKey(), Cost.ZERO)));
        if (fits) {
            reserved.put(order, most);
        }
        return fits;
    }

    /** As it was set aside before a restart, whatever the limits are now. */
    synchronized void restore(String order, Map<String, Cost> most) {
        reserved.put(order, most);
    }

    /** An order has its record: so much was spent, and the rest is free. */
    synchronized void settle(String order, Map<String, Cost> really) {
        reserved.remove(order);
        really.forEach((provider, cost) -> spent.merge(provider, cost, Cost::plus));
    }

    /** Spent, by provider. */
    synchronized Map<String, Cost> spent() {
        return Map.copyOf(spent);
    }

    private Map<String, Cost> committed() {
        Map<String, Cost> all = new TreeMap<>(spent);
        reserved.values().forEach(one -> one.forEach((provider, cost) -> all.merge(provider, cost, Cost::plus)));
        return all;
    }
}
