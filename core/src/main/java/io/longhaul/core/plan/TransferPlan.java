package io.longhaul.core.plan;

import io.longhaul.core.topology.Link;
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
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A way to carry out a transfer to one destination or to several, with its proof and its reasons. Immutable.
 *
 * @param movement what goes where, over what, how fast and for how much
 * @param verdict the kind of answer; with several destinations a relay when any site sends on
 * @param proof bound and gap
 * @param deadlineOdds probability that every destination has everything by the deadline; empty without deadline or
 *     variation
 * @param reasons why this plan
 */
public record TransferPlan(
        Movement movement, Verdict verdict, Proof proof, Optional<DeadlineOdds> deadlineOdds, Reasons reasons) {
    /** A plan whose odds and reasons nobody asked for. */
    public TransferPlan(Movement movement, Verdict verdict, Proof proof) {
        this(movement, verdict, proof, Optional.empty(), Reasons.NONE);
    }

    public SiteId from() {
        return movement.from();
    }

    public List<SiteId> to() {
        return movement.to();
    }

    /** The destination of a plan to one. */
    public SiteId destination() {
        return movement.to().get(0);
    }

    public DataSize size() {
        return movement.size();
    }

    public List<Tree> trees() {
        return movement.trees();
    }

    public Bandwidth rate() {
        return movement.rate();
    }

    public PlanTime time() {
        return movement.time();
    }

    public PlanCost cost() {
        return movement.cost();
    }

    /** Why this plan, in short sentences with numbers. */
    public List<String> explanation() {
        return reasons.sentences();
    }

    public TransferPlan withReasons(Reasons why) {
        return new TransferPlan(movement, verdict, proof, deadlineOdds, why);
    }

    /** The same for another price, with its proof. */
    public TransferPlan withCost(PlanCost other, Proof of) {
        return new TransferPlan(movement.withCost(other), verdict, of, deadlineOdds, reasons);
    }

    /** The same with other VMs, at sites without a choice of types, and what comes of that. */
    public TransferPlan withVms(SortedMap<SiteId, Integer> others, Verdict kind, PlanCost money, Proof of) {
        var groups = new TreeMap<VmGroup, Integer>();
        others.forEach((site, count) -> groups.put(new VmGroup(site, ""), count));
        return new TransferPlan(movement.withVms(trees(), groups).withCost(money), kind, of, deadlineOdds, reasons);
    }

    public TransferPlan withProof(Proof of) {
        return new TransferPlan(movement, verdict, of, deadlineOdds, reasons);
    }

    public TransferPlan withOdds(PlanTime withQuantile, Optional<DeadlineOdds> odds) {
        return new TransferPlan(movement.withTime(withQuantile), verdict, proof, odds, reasons);
    }

    /** This plan of usual VM types in a network where there is a choice of types: each is named. */
    public TransferPlan withTypes(NetworkModel network) {
        UnaryOperator<VmGroup> named = group -> network.getSite(group.site()).usualVms();
        var groups = new TreeMap<VmGroup, Integer>();
        movement.vms().forEach((group, count) -> groups.put(named.apply(group), count));
        List<Tree> over = trees().stream().map(tree -> tree.withVms(named)).toList();
        return new TransferPlan(movement.withVms(over, groups), verdict, proof, deadlineOdds, reasons);
    }

    /** The sites the data are read at, the one that gives the most first. */
    public List<SiteId> sources() {
        return trees().stream().map(Tree::source).distinct().toList();
    }

    /** Every site data pass through that is neither source nor destination. */
    public SortedSet<SiteId> relays() {
        var relays = new TreeSet<SiteId>();
        trees().forEach(tree -> relays.addAll(tree.sites()));
        sources().forEach(relays::remove);
        to().forEach(relays::remove);
        return Collections.unmodifiableSortedSet(relays);
    }

    /** VMs of all types by site. */
    public SortedMap<SiteId, Integer> vms() {
        var bySite = new TreeMap<SiteId, Integer>();
        movement.vms().forEach((group, count) -> bySite.merge(group.site(), count, Integer::sum));
        return bySite;
    }

    /** VMs of each type at each site where there is a choice. */
    public SortedMap<SiteId, SortedMap<String, Integer>> vmTypes() {
        var byType = new TreeMap<SiteId, SortedMap<String, Integer>>();
        movement.vms().forEach((group, count) -> {
            if (!group.type().isEmpty()) {
                byType.computeIfAbsent(group.site(), site -> new TreeMap<>()).put(group.type(), count);
            }
        });
        return byType;
    }

    /** VMs of one type at a site, or all of them where there is no choice. */
    public int vmsAt(VmGroup group) {
        return movement.vms().getOrDefault(group, 0);
    }

    /** VMs of all types at a site; zero where the plan runs none. */
    public int vmsAt(SiteId site) {
        return movement.vms().entrySet().stream()
                .filter(entry -> entry.getKey().site().equals(site))
                .mapToInt(entry -> entry.getValue())
                .sum();
    }

    /** {@code 2 at aws:us-east-1, 1 c5.xlarge at azure:eastus}. */
    public String vmsText() {
        return movement.vms().entrySet().stream()
                .map(entry -> entry.getValue()
                        + (entry.getKey().type().isEmpty()
                                ? ""
                                : " " + entry.getKey().type()) + " at "
                        + entry.getKey().site())
                .collect(Collectors.joining(", "));
    }

    /** Share of the data on each link, copies to several destinations counted as often as they pass it. */
    public SortedMap<Link, Double> shares() {
        var shares = new TreeMap<Link, Double>();
        trees().forEach(tree -> tree.links().forEach(link -> shares.merge(link, tree.share(), Double::sum)));
        return shares;
    }

    /** Bit/s on each link. */
    public SortedMap<Link, Double> rates() {
        var rates = new TreeMap<Link, Double>();
        trees().forEach(tree -> tree.links()
                .forEach(link -> rates.merge(link, (double) tree.rate().bitsPerSecond(), Double::sum)));
        return rates;
    }

    /** Bit/s between the VMs of each two types, over each link. */
    public SortedMap<Leg, Double> rateByLeg() {
        var rates = new TreeMap<Leg, Double>();
        trees().forEach(tree ->
                tree.legs().forEach(leg -> rates.merge(leg, (double) tree.rate().bitsPerSecond(), Double::sum)));
        return rates;
    }

    /** TCP connections on each link over all VM pairs and trees. */
    public SortedMap<Link, Integer> streams() {
        var streams = new TreeMap<Link, Integer>();
        trees().forEach(tree -> tree.hops().forEach(hop -> streams.merge(hop.link(), hop.streams(), Integer::sum)));
        return streams;
    }

    /** The kernel settings that the windows need beyond the defaults, each once. */
    public List<String> commands() {
        return trees().stream()
                .flatMap(tree -> tree.hops().stream())
                .flatMap(hop -> hop.window().stream().flatMap(window -> Remedy.windows(hop.link(), window, 1).stream()))
                .distinct()
                .toList();
    }
}
