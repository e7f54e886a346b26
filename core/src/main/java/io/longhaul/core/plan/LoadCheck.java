package io.longhaul.core.plan;

import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceTier;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The part of a plan check that does not depend on the form of the trees: what links and VMs carry, how long it takes and
 * what it costs. Confined to one check.
 */
final class LoadCheck {
    /** Dollars that each sum may be off: money is whole billionths. */
    private static final double ROUNDED = 2e-9;

    private static final double TOLERANCE = 1e-6;

    private final PlanningProblem problem;
    private final TransferPlan plan;
    private final Map<VmGroup, Integer> vms;
    private final List<String> violations;

    LoadCheck(PlanningProblem problem, TransferPlan plan, List<String> violations) {
        this.problem = problem;
        this.plan = plan;
        vms = plan.movement().vms();
        this.violations = violations;
    }

    /** Adds a sentence for everything that is wrong. */
    void run() {
        vms();
        if (!violations.isEmpty()) {
            return;
        }
        links();
        time();
        cost();
        request();
    }

    private void require(boolean holds, String sentence) {
        if (!holds) {
            violations.add(sentence);
        }
    }

    private int vmsAt(VmGroup group) {
        return vms.getOrDefault(group, 0);
    }

    private static boolean atMost(double value, double limit) {
        return value <= limit * (1 + TOLERANCE) + 1;
    }

    private static double bps(Bandwidth rate) {
        return (double) rate.bitsPerSecond();
    }

    private void vms() {
        var bySite = new TreeMap<SiteId, Integer>();
        vms.forEach((group, count) -> {
            Optional<VmChoice> choice = choice(group);
            require(choice.isPresent(), "The VM type of " + group + " is none that may be run there.");
            int quota = choice.map(VmChoice::quota).orElse(0);
            require(
                    count >= 1 && count <= quota,
                    count + " VMs at " + group + ", where 1 to " + quota + " are allowed.");
            bySite.merge(group.site(), count, Integer::sum);
        });
        bySite.forEach((site, count) -> {
            int most = problem.request().limits().maxVms(site);
            require(count >= 1 && count <= most, count + " VMs at " + site + ", where 1 to " + most + " are allowed.");
        });
    }

    private Optional<VmChoice> choice(VmGroup group) {
        SiteModel site = problem.network().getSite(group.site());
        return site.vmChoices().stream()
                .filter(choice -> site.choices().isEmpty()
                        ? group.type().isEmpty()
                        : choice.type().equals(group.type()))
                .findFirst();
    }

    private void links() {
        var sends = new TreeMap<VmGroup, Load>();
        var receives = new TreeMap<VmGroup, Load>();
        var totals = new TreeMap<Link, Double>();
        plan.rateByLeg().forEach((hop, flow) -> {
            LinkModel model = problem.network().getLink(hop.link());
            totals.merge(hop.link(), flow, Double::sum);
            int pairs = Math.min(vmsAt(hop.from()), vmsAt(hop.to()));
            double perPair = flow / pairs;
            if (!atMost(perPair, bps(model.rates().maxRate()))) {
                violations.add("The link " + hop.from() + " -> " + hop.to() + " carries " + perPair
                        + " bit/s per VM pair, above " + model.rates().maxRate() + ".");
                return;
            }
            double streams = pairs
                    * model.rates()
                            .streamsFor(Math.min(
                                    perPair * (1 - TOLERANCE), bps(model.rates().maxRate())));
            sends.computeIfAbsent(hop.from(), group -> new Load()).add(flow, streams);
            receives.computeIfAbsent(hop.to(), group -> new Load()).add(flow, streams);
        });
        totals.forEach((link, flow) -> problem.network()
                .getLink(link)
                .totalCap()
                .ifPresent(cap -> require(
                        atMost(flow, bps(cap)),
                        "The link " + link + " carries " + flow + " bit/s, above its total of " + cap + ".")));
        uplinks(sends, Uplink::out, "sends");
        uplinks(receives, Uplink::in, "receives");
        sends.forEach((group, load) -> choice(group).ifPresent(choice -> sendsWithin(group, choice, load)));
        receives.forEach((group, load) -> choice(group).ifPresent(choice -> {
            int count = vmsAt(group);
            double cap = (double) count * choice.caps().ingress().bitsPerSecond();
            require(atMost(load.rate, cap), group + " receives " + load.rate + " bit/s with " + count + " VMs.");
            streamsWithin(group, load, "receives over");
        }));
    }

    /** What the VMs of all types at a site carry together. */
    private void uplinks(Map<VmGroup, Load> loads, Function<Uplink, Optional<Bandwidth>> side, String verb) {
        var bySite = new TreeMap<SiteId, Double>();
        loads.forEach((group, load) -> bySite.merge(group.site(), load.rate, Double::sum));
        bySite.forEach((site, rate) -> side.apply(
                        problem.network().getSite(site).uplink())
                .ifPresent(cap -> require(
                        atMost(rate, bps(cap)),
                        site + " " + verb + " " + rate + " bit/s, above its uplink of " + cap + ".")));
    }

    private void sendsWithin(VmGroup group, VmChoice kind, Load load) {
        VmCaps caps = kind.caps();
        int count = vmsAt(group);
        double cap = (double) count * caps.egress().bitsPerSecond();
        require(atMost(load.rate, cap), group + " sends " + load.rate + " bit/s with " + count + " VMs.");
        streamsWithin(group, load, "sends over");
        caps.egressBucket().ifPresent(bucket -> {
            DataSize credit = kind.remainingCredit()
                    .or(() -> problem.network().getSite(group.site()).remainingCredit())
                    .orElse(bucket.budget());
            double seconds = load.rate == 0 ? 0 : wireBits() / plan.rate().bitsPerSecond();
            double most = Math.min(bps(bucket.high()), bps(caps.egress()));
            double drained = most - bps(bucket.refill());
            double emptyAfter = drained <= 0 ? seconds : credit.bytes() * 8.0 / drained;
            double high = Math.min(seconds, emptyAfter) * most;
            double low = Math.max(0, seconds - emptyAfter) * Math.min(most, bps(bucket.low()));
            require(
                    load.rate * seconds <= count * (high + low) * (1 + TOLERANCE),
                    group + " sends " + load.rate + " bit/s for " + seconds + " s, more than the buckets of " + count
                            + " VMs hold.");
        });
    }

    private void streamsWithin(VmGroup group, Load load, String verb) {
        double most = (double) vmsAt(group) * problem.request().limits().streamsPerVm();
        require(
                load.streams <= most * (1 + TOLERANCE),
                group + " " + verb + " " + load.streams + " streams, above " + most + ".");
    }

    private double wireBits() {
        return problem.request().wireSize().bytes() * 8.0;
    }

    private void time() {
        double seconds = wireBits() / plan.rate().bitsPerSecond();
        double stated = plan.time().transfer().toNanos() / 1e9;
        require(
                Math.abs(stated - seconds) <= seconds * (TOLERANCE + 1 / bps(plan.rate())) + 1e-6,
                "The transfer is said to take " + stated + " s, but takes " + seconds + " s at its rate.");
        double least = stated + problem.request().billing().vmBoot().toNanos() / 1e9;
        require(
                plan.time().expected().toNanos() / 1e9 >= least * (1 - TOLERANCE) - 1e-6,
                "The expected time leaves out boot or transfer.");
    }

    /** Worked out here from tiers and prices alone: no code is shared with what made the plan. */
    private void cost() {
        BillingTerms billing = problem.request().billing();
        double egress = 0;
        double byRate = 0;
        int parts = 0;
        for (var entry : plan.shares().entrySet()) {
            double copies = entry.getValue() < 1 + TOLERANCE ? Math.min(1, entry.getValue()) : entry.getValue();
            double copied = problem.request().wireSize().bytes() * copies;
            double left = copied;
            double sent = billing.alreadySent().bytes();
            EgressPrice price = problem.network().getLink(entry.getKey()).price();
            egress += price.fee().dollars() + byPercentile(price, left);
            byRate += price.percentile()
                    .map(terms ->
                            copied / 1e9 + roundedRate(copied) * terms.perMbps().dollars() / ROUNDED)
                    .orElse(0.0);
            for (PriceTier tier : price.tiers()) {
                double end = tier.upTo().map(size -> (double) size.bytes()).orElse(Double.POSITIVE_INFINITY);
                double inTier = Math.min(left, Math.max(0, end - sent));
                egress += inTier / 1e9 * tier.price().dollars();
                sent += inTier;
                left -= inTier;
                parts++;
            }
        }
        double seconds =
                plan.time().transfer().toNanos() / 1e9 + billing.vmBoot().toNanos() / 1e9;
        double billed = Math.max(seconds, billing.minimumBilling().toNanos() / 1e9);
        double vm = 0;
        int count = 0;
        for (var entry : vms.entrySet()) {
            count += entry.getValue();
            vm += entry.getValue()
                    * choice(entry.getKey()).orElseThrow().price().dollars()
                    / 3600
                    * billed;
        }
        double chunks = billing.chunk().isZero()
                ? 0
                : Math.ceil((double) problem.request().size().bytes()
                        / billing.chunk().bytes());
        double fees =
                chunks * billing.requestFee().dollars() * problem.request().to().size();
        agree("egress", plan.cost().egress(), egress, parts + byRate);
        agree("VM-hours", plan.cost().vm(), vm, count);
        agree("requests", plan.cost().requests(), fees, 1);
    }

    /** Mbit/s that a rate may be off: a part in a million, as every load, a bit per second, and an octet: both are whole ones. */
    private double roundedRate(double bytes) {
        double seconds = plan.time().transfer().toNanos() / 1e9;
        return (1 + 8 / seconds * (1 + bytes * TOLERANCE)) / 1e6;
    }

    /** Dollars for what is sent above the rate that is paid for, unless it is over before the percentile moves. */
    private double byPercentile(EgressPrice price, double bytes) {
        double seconds = plan.time().transfer().toNanos() / 1e9;
        return price.percentile()
                .filter(terms -> seconds > terms.free().toNanos() / 1e9)
                .map(terms -> Math.max(0, bytes * 8 / seconds - bps(terms.paid()))
                        / 1e6
                        * terms.perMbps().dollars())
                .orElse(0.0);
    }

    /** Equal to a part in a million and a billionth of a dollar for every sum, or price of a GB, that was rounded. */
    private void agree(String what, Money stated, double recomputed, double rounded) {
        require(
                Math.abs(stated.dollars() - recomputed) <= recomputed * TOLERANCE + ROUNDED * (1 + rounded),
                "The plan says " + what + " cost " + stated + ", but they cost USD " + recomputed + ".");
    }

    private void request() {
        TransferRequest request = problem.request();
        request.rate().ifPresent(rate -> {
            double asked = rate.bitsPerSecond();
            double planned = plan.rate().bitsPerSecond();
            require(
                    planned >= asked * (1 - TOLERANCE) && (!request.rateExactly() || atMost(planned, asked)),
                    "The plan runs at " + plan.rate() + ", but " + rate + " is asked for.");
        });
        request.deadline()
                .ifPresent(deadline -> require(
                        plan.time().expected().toNanos() <= deadline.toNanos() * (1 + TOLERANCE),
                        "The plan takes " + plan.time().expected() + ", beyond the deadline of " + deadline + "."));
        request.budget()
                .ifPresent(budget -> require(
                        plan.cost().total().isWithin(budget),
                        "The plan costs " + plan.cost().total() + ", above the budget of " + budget + "."));
        proof();
    }

    /** One bound, no better than the plan, and the gap between them. */
    private void proof() {
        Proof proof = plan.proof();
        require(
                proof.costBound().isPresent() != proof.timeBound().isPresent(),
                "The proof bounds not one of cost and time: " + proof + ".");
        proof.costBound()
                .ifPresent(bound -> gap(bound.dollars(), plan.cost().total().dollars()));
        proof.timeBound()
                .ifPresent(bound ->
                        gap(bound.toNanos() / 1e9, plan.time().expected().toNanos() / 1e9));
    }

    private void gap(double bound, double value) {
        require(bound <= value * (1 + TOLERANCE) + 1e-9, "The bound " + bound + " is above the plan's " + value + ".");
        double gap = value <= 0 ? 0 : Math.max(0, 1 - bound / value);
        require(
                Math.abs(plan.proof().gap() - gap) <= TOLERANCE + 1e-9 / Math.max(1e-9, value),
                "The gap is said to be " + plan.proof().gap() + ", but is " + gap + ".");
    }

    /** What one side of a site carries. */
    private static final class Load {
        private double rate;
        private double streams;

        void add(double flow, double used) {
            rate += flow;
            streams += used;
        }
    }
}
