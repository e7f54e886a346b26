package io.longhaul.core.plan;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Accepts or refuses a plan from first principles. Shares no code with any planner; run it on every plan before it is
 * shown or carried out. Rates are compared to one part in a million. Stateless, safe for any thread.
 */
public final class PlanCheck {
    private static final double TOLERANCE = 1e-6;

    private final PlanningProblem problem;
    private final TransferPlan plan;
    private final List<String> violations = new ArrayList<>();

    private PlanCheck(PlanningProblem problem, TransferPlan plan) {
        this.problem = problem;
        this.plan = plan;
    }

    /** What is wrong with a plan, one sentence each; empty when it is sound and meets the request. */
    public static List<String> violations(PlanningProblem problem, TransferPlan plan) {
        var check = new PlanCheck(problem, plan);
        check.routes();
        if (check.violations.isEmpty()) {
            check.vms();
            check.links();
            check.time();
            check.cost();
            check.request();
        }
        return List.copyOf(check.violations);
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

    private void routes() {
        Limits limits = problem.request().limits();
        require(!plan.routes().isEmpty(), "The plan has no route.");
        double shares = 0;
        double rates = 0;
        for (Route route : plan.routes()) {
            List<SiteId> sites = route.sites();
            require(
                    sites.get(0).equals(problem.request().from())
                            && sites.get(sites.size() - 1)
                                    .equals(problem.request().destination()),
                    "The route " + route + " does not lead from source to destination.");
            require(new TreeSet<>(sites).size() == sites.size(), "The route " + route + " visits a site twice.");
            for (SiteId relay : route.relays()) {
                require(limits.mayRelay(relay), "The site " + relay + " may not relay.");
            }
            for (Link hop : route.hops()) {
                require(problem.network().findLink(hop).isPresent(), "The link " + hop + " is not in the network.");
            }
            shares += route.share();
            rates += route.rate().bitsPerSecond();
        }
        require(Math.abs(shares - 1) <= TOLERANCE, "The shares of the routes sum to " + shares + ", not 1.");
        double planned = plan.rate().bitsPerSecond();
        require(
                Math.abs(rates - planned) <= planned * TOLERANCE + plan.routes().size(),
                "The rates of the routes sum to " + rates + " bit/s, not " + plan.rate() + ".");
    }

    private void vms() {
        var onRoutes = new TreeSet<SiteId>();
        plan.routes().forEach(route -> onRoutes.addAll(route.sites()));
        require(
                onRoutes.equals(plan.vms().keySet()),
                "VMs run at " + plan.vms().keySet() + ", but the routes pass " + onRoutes + ".");
        plan.vms().forEach((site, vms) -> {
            int most = problem.request().limits().maxVms(site);
            require(vms >= 1 && vms <= most, vms + " VMs at " + site + ", where 1 to " + most + " are allowed.");
        });
    }

    private void links() {
        var flows = new TreeMap<Link, Double>();
        for (Route route : plan.routes()) {
            route.hops().forEach(hop -> flows.merge(hop, (double) route.rate().bitsPerSecond(), Double::sum));
        }
        var sends = new TreeMap<SiteId, Load>();
        var receives = new TreeMap<SiteId, Load>();
        flows.forEach((link, flow) -> {
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
        Map<Link, Double> shares = new TreeMap<>();
        for (Route route : plan.routes()) {
            route.hops().forEach(hop -> shares.merge(hop, route.share(), Double::sum));
        }
        DataSize sent = problem.request().billing().alreadySent();
        double egress = 0;
        for (var entry : shares.entrySet()) {
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
                problem.request()
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
