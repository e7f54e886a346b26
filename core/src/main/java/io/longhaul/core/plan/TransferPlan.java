package io.longhaul.core.plan;

import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A way to carry out a transfer to one destination, with its proof and its reasons. Immutable.
 *
 * @param from source
 * @param to destination
 * @param size octets of data, before compression
 * @param verdict the kind of answer
 * @param rate octets on the wire over transfer time, all routes together
 * @param time how long it takes
 * @param cost what it costs
 * @param routes the ways the data take; their shares sum to 1
 * @param vms VMs to run at each site, at least 1 each
 * @param proof bound and gap
 * @param deadlineOdds probability of meeting the deadline; empty without deadline or variation
 * @param offers the simple alternatives it was compared with
 * @param explanation why this plan, in short sentences with numbers
 * @param certificate proof that no relay can be faster; empty when one could
 * @param sensitivity what the verdict hangs on, nearest first
 * @param vmTypes VMs of each type at each site where there is a choice; they sum to {@code vms} there
 */
public record TransferPlan(
        SiteId from,
        SiteId to,
        DataSize size,
        Verdict verdict,
        Bandwidth rate,
        PlanTime time,
        PlanCost cost,
        List<Route> routes,
        SortedMap<SiteId, Integer> vms,
        Proof proof,
        Optional<DeadlineOdds> deadlineOdds,
        List<Offer> offers,
        List<String> explanation,
        Optional<RelayCertificate> certificate,
        List<Sensitivity> sensitivity,
        SortedMap<SiteId, SortedMap<String, Integer>> vmTypes)
        implements Plan {
    public TransferPlan {
        routes = List.copyOf(routes);
        vms = Collections.unmodifiableSortedMap(new TreeMap<>(vms));
        offers = List.copyOf(offers);
        explanation = List.copyOf(explanation);
        sensitivity = List.copyOf(sensitivity);
        var copy = new TreeMap<SiteId, SortedMap<String, Integer>>();
        vmTypes.forEach((site, counts) -> copy.put(site, Collections.unmodifiableSortedMap(new TreeMap<>(counts))));
        vmTypes = Collections.unmodifiableSortedMap(copy);
    }

    /** A plan over sites without a choice of VM types. */
    public TransferPlan(
            SiteId from,
            SiteId to,
            DataSize size,
            Verdict verdict,
            Bandwidth rate,
            PlanTime time,
            PlanCost cost,
            List<Route> routes,
            SortedMap<SiteId, Integer> vms,
            Proof proof,
            Optional<DeadlineOdds> deadlineOdds,
            List<Offer> offers,
            List<String> explanation,
            Optional<RelayCertificate> certificate,
            List<Sensitivity> sensitivity) {
        this(
                from,
                to,
                size,
                verdict,
                rate,
                time,
                cost,
                routes,
                vms,
                proof,
                deadlineOdds,
                offers,
                explanation,
                certificate,
                sensitivity,
                Collections.emptySortedMap());
    }

    /** The sites the data are read at, the one that gives the most first. */
    public List<SiteId> sources() {
        return routes.stream().map(route -> route.sites().get(0)).distinct().toList();
    }

    /** Every site data pass through. */
    public SortedSet<SiteId> relays() {
        var relays = new TreeSet<SiteId>();
        routes.forEach(route -> relays.addAll(route.relays()));
        return Collections.unmodifiableSortedSet(relays);
    }

    public TransferPlan withExplanation(
            List<Offer> compared,
            List<String> sentences,
            Optional<RelayCertificate> proofOfNoRelay,
            List<Sensitivity> hangsOn) {
        return new TransferPlan(
                from,
                to,
                size,
                verdict,
                rate,
                time,
                cost,
                routes,
                vms,
                proof,
                deadlineOdds,
                compared,
                sentences,
                proofOfNoRelay,
                hangsOn,
                vmTypes);
    }

    /** The same for another price, with its proof. */
    public TransferPlan withCost(PlanCost other, Proof of) {
        return new TransferPlan(
                from,
                to,
                size,
                verdict,
                rate,
                time,
                other,
                routes,
                vms,
                of,
                deadlineOdds,
                offers,
                explanation,
                certificate,
                sensitivity,
                vmTypes);
    }

    /** The same with other VMs, at sites without a choice of types, and what comes of that. */
    public TransferPlan withVms(SortedMap<SiteId, Integer> others, Verdict kind, PlanCost money, Proof of) {
        return new TransferPlan(
                from,
                to,
                size,
                kind,
                rate,
                time,
                money,
                routes,
                others,
                of,
                deadlineOdds,
                offers,
                explanation,
                certificate,
                sensitivity,
                vmTypes);
    }

    public TransferPlan withProof(Proof of) {
        return new TransferPlan(
                from,
                to,
                size,
                verdict,
                rate,
                time,
                cost,
                routes,
                vms,
                of,
                deadlineOdds,
                offers,
                explanation,
                certificate,
                sensitivity,
                vmTypes);
    }

    public TransferPlan withOdds(PlanTime withQuantile, Optional<DeadlineOdds> odds) {
        return new TransferPlan(
                from,
                to,
                size,
                verdict,
                rate,
                withQuantile,
                cost,
                routes,
                vms,
                proof,
                odds,
                offers,
                explanation,
                certificate,
                sensitivity,
                vmTypes);
    }

    @Override
    public List<Route> ways() {
        return routes;
    }

    @Override
    public int vmsAt(SiteId site) {
        return vms.getOrDefault(site, 0);
    }

    /** The kernel settings that the windows of the routes need beyond the defaults, each once. */
    public List<String> commands() {
        return routes.stream()
                .flatMap(route -> IntStream.range(0, route.windowByHop().size())
                        .boxed()
                        .flatMap(hop -> route.windowByHop().get(hop).stream()
                                .flatMap(window -> Remedy.windows(route.hops().get(hop), window, 1).stream())))
                .distinct()
                .toList();
    }

    @Override
    public SortedMap<VmGroup, Integer> vmGroups() {
        var groups = new TreeMap<VmGroup, Integer>();
        vms.forEach((site, count) -> {
            SortedMap<String, Integer> byType = vmTypes.get(site);
            if (byType == null) {
                groups.put(new VmGroup(site, ""), count);
            } else {
                byType.forEach((type, some) -> groups.put(new VmGroup(site, type), some));
            }
        });
        return groups;
    }
}
