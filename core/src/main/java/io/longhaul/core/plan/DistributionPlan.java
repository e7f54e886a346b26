package io.longhaul.core.plan;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * A way to bring a full copy of some data to several destinations, with its proof and its reasons. Immutable.
 *
 * @param from source
 * @param to destinations
 * @param size octets of data, before compression
 * @param rate octets on the wire that each destination receives over transfer time, all trees together
 * @param time how long it takes until the last destination has everything
 * @param cost what it costs
 * @param trees the ways the data take; their shares sum to 1
 * @param streams TCP connections on each link over all VM pairs
 * @param vmGroups VMs to run, by site and type, at least 1 each
 * @param proof bound and gap
 * @param deadlineOdds probability that all destinations meet the deadline; empty without deadline or variation
 * @param offers the simple trees it was compared with
 * @param explanation why this plan, in short sentences with numbers
 */
public record DistributionPlan(
        SiteId from,
        List<SiteId> to,
        DataSize size,
        Bandwidth rate,
        PlanTime time,
        PlanCost cost,
        List<DistributionTree> trees,
        SortedMap<Link, Integer> streams,
        SortedMap<VmGroup, Integer> vmGroups,
        Proof proof,
        Optional<DeadlineOdds> deadlineOdds,
        List<DistributionOffer> offers,
        List<String> explanation)
        implements Plan {
    public DistributionPlan {
        to = List.copyOf(to);
        trees = List.copyOf(trees);
        streams = Collections.unmodifiableSortedMap(new TreeMap<>(streams));
        vmGroups = Collections.unmodifiableSortedMap(new TreeMap<>(vmGroups));
        offers = List.copyOf(offers);
        explanation = List.copyOf(explanation);
    }

    @Override
    public List<DistributionTree> ways() {
        return trees;
    }

    /** VMs of all types by site. */
    public SortedMap<SiteId, Integer> vms() {
        var bySite = new TreeMap<SiteId, Integer>();
        vmGroups.forEach((group, count) -> bySite.merge(group.site(), count, Integer::sum));
        return bySite;
    }

    /** VMs of each type at each site where there is a choice. */
    public SortedMap<SiteId, SortedMap<String, Integer>> vmTypes() {
        var byType = new TreeMap<SiteId, SortedMap<String, Integer>>();
        vmGroups.forEach((group, count) -> {
            if (!group.type().isEmpty()) {
                byType.computeIfAbsent(group.site(), site -> new TreeMap<>()).put(group.type(), count);
            }
        });
        return byType;
    }

    /** Sites that are neither source nor destination. */
    public SortedSet<SiteId> relays() {
        var relays = new TreeSet<>(vms().keySet());
        relays.remove(from);
        relays.removeAll(Set.copyOf(to));
        return Collections.unmodifiableSortedSet(relays);
    }

    /** Relay when data pass through any other site, a destination included; else more VMs, or direct. */
    public Verdict verdict() {
        boolean direct = trees.stream()
                .flatMap(tree -> tree.links().stream())
                .allMatch(link -> link.from().equals(from));
        if (!direct) {
            return Verdict.RELAY;
        }
        return vms().values().stream().anyMatch(count -> count > 1) ? Verdict.MORE_VMS : Verdict.DIRECT;
    }

    public DistributionPlan withExplanation(List<DistributionOffer> compared, List<String> sentences) {
        return new DistributionPlan(
                from, to, size, rate, time, cost, trees, streams, vmGroups, proof, deadlineOdds, compared, sentences);
    }

    public DistributionPlan withOdds(PlanTime withQuantile, Optional<DeadlineOdds> odds) {
        return new DistributionPlan(
                from, to, size, rate, withQuantile, cost, trees, streams, vmGroups, proof, odds, offers, explanation);
    }

    public DistributionPlan withProof(Proof of) {
        return new DistributionPlan(
                from, to, size, rate, time, cost, trees, streams, vmGroups, of, deadlineOdds, offers, explanation);
    }

    /** This plan of usual VM types in a network where there is a choice of types: each is named. */
    public DistributionPlan withTypes(NetworkModel network) {
        UnaryOperator<VmGroup> named = group -> network.getSite(group.site()).choices().stream()
                .findFirst()
                .map(usual -> new VmGroup(group.site(), usual.type()))
                .orElse(group);
        var groups = new TreeMap<VmGroup, Integer>();
        vmGroups.forEach((group, count) -> groups.put(named.apply(group), count));
        return new DistributionPlan(
                from,
                to,
                size,
                rate,
                time,
                cost,
                trees.stream().map(tree -> tree.withVms(named)).toList(),
                streams,
                groups,
                proof,
                deadlineOdds,
                offers,
                explanation);
    }
}
