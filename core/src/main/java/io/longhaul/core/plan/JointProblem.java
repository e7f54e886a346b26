package io.longhaul.core.plan;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.price.PriceTier;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Money;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Several transfers of one account. Each runs VMs of its own; those that run at the same time share the quota of every
 * site and what all VM pairs of a link carry together, and all of them share the price tiers of the month. Immutable.
 *
 * @param transfers what is asked, at least one; all with the same limits, billing and objective
 * @param network what the network can do; where VM types could be chosen among, the usual one is run
 * @param mayWait whether some may start when others end; otherwise all start at once
 */
public record JointProblem(List<Item> transfers, NetworkModel network, boolean mayWait) {
    /**
     * One of the transfers.
     *
     * @param name tells it from the others
     * @param request with one destination, without a budget, an exact rate or a confidence
     * @param weight how much it matters beside the others: which are left out when not all can be done, and whose time
     *     counts how much where the fastest is asked for; above zero
     */
    public record Item(String name, TransferRequest request, double weight) {
        public Item {
            require(
                    request.to().size() == 1,
                    "The transfer " + name + " has several destinations.",
                    "Name each destination in a row of its own.");
            require(
                    request.replicas().isEmpty(),
                    "The transfer " + name + " has several sources.",
                    "Name the one to read from, or plan this transfer by itself.");
            boolean single = request.budget().isPresent()
                    || request.rateExactly()
                    || request.confidence().isPresent();
            require(
                    !single,
                    "The transfer " + name + " has a budget, an exact rate or a confidence.",
                    "Leave it out, or plan this transfer by itself.");
            require(
                    weight > 0 && weight < Double.POSITIVE_INFINITY,
                    "The weight of the transfer " + name + " (" + weight + ") is not above zero.",
                    "Write it like 1 or 2.5.");
        }

        /** The same within further quotas. */
        private Item with(Map<SiteId, Integer> further) {
            if (further.isEmpty()) {
                return this;
            }
            Limits limits = request.limits();
            var quotas = new HashMap<>(limits.vmQuotas());
            further.forEach((site, most) -> quotas.merge(site, most, Math::min));
            return new Item(name, request.withLimits(limits.withVmQuotas(quotas)), weight);
        }
    }

    /** Links whose volumes count together towards the price tiers: those of one provider with the same tiers. */
    public record TierPool(String provider, List<PriceTier> tiers) {
        public TierPool {
            tiers = List.copyOf(tiers);
        }
    }

    public JointProblem {
        Map<SiteId, Integer> typeQuotas = network.usualQuotas();
        transfers = transfers.stream().map(item -> item.with(typeQuotas)).toList();
        network = network.withoutChoices();
        require(!transfers.isEmpty(), "There are no transfers to plan.", "Name at least one.");
        Optional<LinkModel> withFee = network.links().stream()
                .filter(link -> link.price().fee().compareTo(Money.ZERO) > 0)
                .findFirst();
        require(
                withFee.isEmpty(),
                "The link " + withFee.map(LinkModel::link) + " has a fixed fee, which several transfers would share.",
                "Leave the fee out and add it to the bill, or plan the transfers by themselves.");
        Set<String> names = new HashSet<>();
        TransferRequest first = transfers.get(0).request();
        for (Item item : transfers) {
            require(names.add(item.name()), "The transfer " + item.name() + " is named twice.", "Name each once.");
            TransferRequest request = item.request();
            require(
                    request.limits().equals(first.limits())
                            && request.wireRatio() == first.wireRatio()
                            && request.billing().equals(first.billing())
                            && request.objective() == first.objective(),
                    "The transfer " + item.name() + " has limits, billing or an objective of its own.",
                    "Plan it by itself, or give all of them the same.");
        }
    }

    private static void require(boolean holds, String message, String advice) {
        if (!holds) {
            throw new InvalidInputException(message, advice);
        }
    }

    public Objective objective() {
        return transfers.get(0).request().objective();
    }

    public Limits limits() {
        return transfers.get(0).request().limits();
    }

    public BillingTerms billing() {
        return transfers.get(0).request().billing();
    }

    /** The same without the others. */
    public JointProblem with(List<Item> some) {
        return new JointProblem(some, network, mayWait);
    }

    /** The pool a link belongs to; of use only where it has several tiers. */
    public static TierPool poolOf(LinkModel link) {
        return new TierPool(link.link().from().provider(), link.price().tiers());
    }
}
