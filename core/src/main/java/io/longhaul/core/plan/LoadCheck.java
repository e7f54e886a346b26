package io.longhaul.core.plan;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import java.util.List;
import java.util.Map;
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
     * @param flows bit/s on each link
     */
    record Carried(
            Bandwidth rate,
            PlanTime time,
            PlanCost cost,
            Proof proof,
            Map<SiteId, Integer> vms,
            Map<Link, Double> shares,
            Map<Link, Double> flows) {
        int vmsAt(SiteId site) {
            return vms.getOrDefault(site, 0);
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
        plan.vms().forEach((site, vms) -> {
            int most = problem.request().limits().maxVms(site);
            require(vms >= 1 && vms <= most, vms + " VMs at " + site + ", where 1 to " + most + " are allowed.");
        });
    }

    private void links() {
        var sends = new TreeMap<SiteId, Load>();
        var receives = new TreeMap<SiteId, Load>();
        plan.flows().forEach((link, flow) -> {
            LinkModel model = problem.network().getLink(link);
            int pairs = Math.min(plan.vmsAt(link.from()), plan.vmsAt(link.to()));
            double perPair = flow / pairs;
            if (!atMost(perPair, bps(model.rates().maxRate()))) {
                violations.add("The link " + link + " carries " + perPair + " bit/s per VM pair, above "
                        + model.rates().maxRate() + ".");
                return;
            }
            model.totalCap()
                    .ifPresent(cap -> require(
                            atMost(flow, bps(cap)),
                            "The link " + link + " carries " + flow + " bit/s, above its total of " + cap + "."));
            double streams = pairs
                    * model.rates()
                            .streamsFor(Math.min(perPair, bps(model.rates().maxRate())));
            sends.computeIfAbsent(link.from(), site -> new Load()).add(flow, streams);
            receives.computeIfAbsent(link.to(), site -> new Load()).add(flow, streams);
        });
        sends.forEach((site, load) -> sendsWithin(site, load));
        receives.forEach((site, load) -> {
            int vms = plan.vmsAt(site);
            double cap = (double) vms
                    * problem.network().getSite(site).caps().ingress().bitsPerSecond();
            require(atMost(load.rate, cap), site + " receives " + load.rate + " bit/s with " + vms + " VMs.");
            streamsWithin(site, load, "receives over");
        });
    }

    private void sendsWithin(SiteId site, Load load) {
        int vms = plan.vmsAt(site);
        SiteModel model = problem.network().getSite(site);
        double cap = (double) vms * model.caps().egress().bitsPerSecond();
        require(atMost(load.rate, cap), site + " sends " + load.rate + " bit/s with " + vms + " VMs.");
        streamsWithin(site, load, "sends over");
        model.caps().egressBucket().ifPresent(bucket -> {
            DataSize credit = model.remainingCredit().orElse(bucket.budget());
            double seconds = load.rate == 0 ? 0 : wireBits() / plan.rate().bitsPerSecond();
            double emptyAfter = credit.bytes()
                    * 8.0
                    / (bucket.high().bitsPerSecond() - bucket.refill().bitsPerSecond());
            double high = Math.min(seconds, emptyAfter) * bucket.high().bitsPerSecond();
            double low = Math.max(0, seconds - emptyAfter) * bucket.low().bitsPerSecond();
            require(
                    load.rate * seconds <= vms * (high + low) * (1 + TOLERANCE),
                    site + " sends " + load.rate + " bit/s for " + seconds + " s, more than the buckets of " + vms
                            + " VMs hold.");
        });
    }

    private void streamsWithin(SiteId site, Load load, String verb) {
        double most = (double) plan.vmsAt(site) * problem.request().limits().streamsPerVm();
        require(
                load.streams <= most * (1 + TOLERANCE),
                site + " " + verb + " " + load.streams + " streams, above " + most + ".");
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
                    * problem.network()
                            .getSite(entry.getKey())
                            .vmPrice()
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
