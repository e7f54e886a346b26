package io.longhaul.core.plan;

import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** What a plan is, whether to one destination or to several. Immutable. */
public sealed interface Plan permits TransferPlan, DistributionPlan {
    /** Octets on the wire that reach each destination over transfer time, all ways together. */
    Bandwidth rate();

    /** How long it takes until the last destination has everything. */
    PlanTime time();

    PlanCost cost();

    Proof proof();

    /** The ways the data take; their shares sum to 1. */
    List<? extends Way> ways();

    /** Probability that every destination has everything by the deadline; empty without deadline or variation. */
    Optional<DeadlineOdds> deadlineOdds();

    /** Every VM of the plan, by site and type. */
    SortedMap<VmGroup, Integer> vmGroups();

    /** VMs of one type at a site, or all of them where there is no choice. */
    default int vmsAt(VmGroup group) {
        return vmGroups().getOrDefault(group, 0);
    }

    /** VMs of all types at a site; zero where the plan runs none. */
    default int vmsAt(SiteId site) {
        return vmGroups().entrySet().stream()
                .filter(entry -> entry.getKey().site().equals(site))
                .mapToInt(entry -> entry.getValue())
                .sum();
    }

    /** {@code 2 at aws:us-east-1, 1 c5.xlarge at azure:eastus}. */
    default String vmsText() {
        return vmGroups().entrySet().stream()
                .map(entry -> entry.getValue()
                        + (entry.getKey().type().isEmpty()
                                ? ""
                                : " " + entry.getKey().type()) + " at "
                        + entry.getKey().site())
                .collect(Collectors.joining(", "));
    }
}
