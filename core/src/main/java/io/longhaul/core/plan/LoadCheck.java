package io.longhaul.core.plan;

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

/**
 * The part of a plan check that does not depend on the form of the ways: what links and VMs carry, how long it takes and
 * what it costs. Confined to one check.
 */
final class LoadCheck {
    private static final double TOLERANCE = 1e-6;

    private final PlanningProblem problem;
    private final Carried plan;
    private final List<String> violations;

    /**
     * What is common to all plans.
     *
     * @param rate octets on the wire that reach a destination over transfer time
     * @param shares part of the data on each link
     * @param vms VMs by site and type
     * @param flows bit/s between the VMs of two sites
     */
    record Carried(
            Bandwidth rate,
            PlanTime time,
            PlanCost cost,
            Proof proof,
            Map<VmGroup, Integer> vms,
            Map<Link, Double> shares,
            Map<Hop, Double> flows) {
        int vmsAt(VmGroup group) {
            return vms.getOrDefault(group, 0);
        }
    }

    /** From the VMs of one type at a site to those of one type at the next. */
    record Hop(VmGroup from, VmGroup to) implements Comparable<Hop> {
        Link link() {
            return new Link(from.site(), to.site());
        }

        @Override
        public int compareTo(Hop other) {
            int byFrom = from.compareTo(other.from);
            return byFrom != 0 ? byFrom : to.compareTo(other.to);
        }
    }

    LoadCheck(PlanningProblem problem, Carried plan, List<String> violations) {
        this.problem = problem;
        this.plan = plan;
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

    private static boolean atMost(double value, double limit) {
        return value <= limit * (1 + TOLERANCE) + 1;
    }

    private static double bps(Bandwidth rate) {
        return (double) rate.bitsPerSecond();
    }

    private void vms() {
        var bySite = new TreeMap<SiteId, Integer>();
        plan.vms().forEach((group, vms) -> {
            Optional<VmChoice> choice = choice(group);
            require(choice.isPresent(), "The VM type of " + group + " is none that may be run there.");
            int quota = choice.map(VmChoice::quota).orElse(0);
            require(vms >= 1 && vms <= quota, vms + " VMs at " + group + ", where 1 to " + quota + " are allowed.");
            bySite.merge(group.site(), vms, Integer::sum);
        });
        bySite.forEach((site, vms) -> {
            int most = problem.request().limits().maxVms(site);
            require(vms >= 1 && vms <= most, vms + " VMs at " + site + ", where 1 to " + most + " are allowed.");
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
        plan.flows().forEach((hop, flow) -> {
            LinkModel model = problem.network().getLink(hop.link());
            totals.merge(hop.link(), flow, Double::sum);
            int pairs = Math.min(plan.vmsAt(hop.from()), plan.vmsAt(hop.to()));
            double perPair = flow / pairs;
            if (!atMost(perPair, bps(model.rates().maxRate()))) {
                violations.add("The link " + hop.from() + " -> " + hop.to() + " carries " + perPair
                        + " bit/s per VM pair, above " + model.rates().maxRate() + ".");
                return;
            }
            double streams = pairs
                    * model.rates()
                            .streamsFor(Math.min(perPair, bps(model.rates().maxRate())));
            sends.computeIfAbsent(hop.from(), group -> new Load()).add(flow, streams);
            receives.computeIfAbsent(hop.to(), group -> new Load()).add(flow, streams);
        });
        totals.forEach((link, flow) -> problem.network()
                .getLink(link)
                .totalCap()
                .ifPresent(cap -> require(
                        atMost(flow, bps(cap)),
                        "The link " + link + " carries " + flow + " bit/s, above its total of " + cap + ".")));
        sends.forEach((group, load) -> choice(group).ifPresent(choice -> sendsWithin(group, choice.caps(), load)));
        receives.forEach((group, load) -> choice(group).ifPresent(choice -> {
            int vms = plan.vmsAt(group);
            double cap = (double) vms * choice.caps().ingress().bitsPerSecond();
            require(atMost(load.rate, cap), group + " receives " + load.rate + " bit/s with " + vms + " VMs.");
            streamsWithin(group, load, "receives over");
        }));
    }

    private void sendsWithin(VmGroup group, VmCaps caps, Load load) {
        int vms = plan.vmsAt(group);
        double cap = (double) vms * caps.egress().bitsPerSecond();
        require(atMost(load.rate, cap), group + " sends " + load.rate + " bit/s with " + vms + " VMs.");
        streamsWithin(group, load, "sends over");
        caps.egressBucket().ifPresent(bucket -> {
            DataSize credit =
                    problem.network().getSite(group.site()).remainingCredit().orElse(bucket.budget());
            double seconds = load.rate == 0 ? 0 : wireBits() / plan.rate().bitsPerSecond();
            double emptyAfter = credit.bytes()
                    * 8.0
                    / (bucket.high().bitsPerSecond() - bucket.refill().bitsPerSecond());
            double high = Math.min(seconds, emptyAfter) * bucket.high().bitsPerSecond();
            double low = Math.max(0, seconds - emptyAfter) * bucket.low().bitsPerSecond();
            require(
                    load.rate * seconds <= vms * (high + low) * (1 + TOLERANCE),
                    group + " sends " + load.rate + " bit/s for " + seconds + " s, more than the buckets of " + vms
                            + " VMs hold.");
        });
    }

    private void streamsWithin(VmGroup group, Load load, String verb) {
        double most = (double) plan.vmsAt(group) * problem.request().limits().streamsPerVm();
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
                Math.abs(stated - seconds) <= seconds * TOLERANCE + 1e-6,
                "The transfer is said to take " + stated + " s, but takes " + seconds + " s at its rate.");
        double least = stated + problem.request().billing().vmBoot().toNanos() / 1e9;
        require(
                plan.time().expected().toNanos() / 1e9 >= least * (1 - TOLERANCE) - 1e-6,
                "The expected time leaves out boot or transfer.");
    }

    private void cost() {
        DataSize sent = problem.request().billing().alreadySent();
        double egress = 0;
        for (var entry : plan.shares().entrySet()) {
            var volume = DataSize.ofBytes(
                    (long) Math.ceil(problem.request().wireSize().bytes() * Math.min(1, entry.getValue())));
            egress += problem.network()
                    .getLink(entry.getKey())
                    .price()
                    .cost(volume, sent)
                    .dollars();
        }
        double vm = 0;
        for (var entry : plan.vms().entrySet()) {
            vm += entry.getValue()
                    * choice(entry.getKey())
                            .orElseThrow()
                            .price()
                            .times(problem.request()
                                    .billing()
                                    .billed(plan.time().transfer()))
                            .dollars();
        }
        agree("egress", plan.cost().egress(), egress);
        agree("VM-hours", plan.cost().vm(), vm);
        agree(
                "requests",
                plan.cost().requests(),
                problem.request().to().size()
                        * problem.request()
                                .billing()
                                .requestFees(problem.request().size())
                                .dollars());
    }

    private void agree(String what, Money stated, double recomputed) {
        require(
                Math.abs(stated.dollars() - recomputed) <= recomputed * TOLERANCE + 1e-6,
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
                        plan.cost().total().dollars() <= budget.dollars() * (1 + TOLERANCE),
                        "The plan costs " + plan.cost().total() + ", above the budget of " + budget + "."));
        plan.proof()
                .costBound()
                .ifPresent(bound -> require(
                        bound.dollars() <= plan.cost().total().dollars() * (1 + TOLERANCE) + 1e-9,
                        "The bound " + bound + " is above the cost "
                                + plan.cost().total() + "."));
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
