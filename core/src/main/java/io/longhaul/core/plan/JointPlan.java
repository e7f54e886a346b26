package io.longhaul.core.plan;

import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Plans for several transfers that share an account. Immutable.
 *
 * @param parts each transfer that is carried out, in the order asked
 * @param cost of all together, price tiers shared
 * @param proof bound and gap: of the cost of all, or where the fastest is asked for of {@link #weightedEnd}
 */
public record JointPlan(List<Part> parts, PlanCost cost, Proof proof) {
    /**
     * One transfer.
     *
     * @param name the name it was asked by
     * @param start when its VMs are asked for
     * @param plan from then on; its egress is its share of what all pay, at the mean price of each pool of tiers; its
     *     bound is that of this transfer alone
     */
    public record Part(String name, Duration start, TransferPlan plan) {
        /** When its last octet arrives. */
        public Duration end() {
            return start.plus(plan.time().expected());
        }
    }

    public JointPlan {
        parts = List.copyOf(parts);
    }

    /** When the last transfer ends. */
    public Duration end() {
        return parts.stream().map(Part::end).max(Duration::compareTo).orElse(Duration.ZERO);
    }

    /** The mean of the ends, each counted by the weight of its transfer. */
    public Duration weightedEnd(Map<String, Double> weights) {
        double sum = 0;
        double all = 0;
        for (Part part : parts) {
            double weight = weights.getOrDefault(part.name(), 1.0);
            sum += weight * Durations.seconds(part.end());
            all += weight;
        }
        return Durations.ofSeconds(all == 0 ? 0 : sum / all);
    }
}
