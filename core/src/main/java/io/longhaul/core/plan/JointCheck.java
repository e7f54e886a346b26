package io.longhaul.core.plan;

import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceTier;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerGigabyte;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Accepts or refuses plans for several transfers from first principles: each by {@link PlanCheck} at the mean prices that
 * all pay, then what they share: quotas and total caps at every moment, and the bill over all tiers. Shares no code with
 * any planner. Stateless, safe for any thread.
 */
public final class JointCheck {
    private static final double TOLERANCE = 1e-6;

    private final JointProblem problem;
    private final JointPlan plan;
    private final Map<String, JointProblem.Item> items = new HashMap<>();
    private final List<String> violations = new ArrayList<>();

    private JointCheck(JointProblem problem, JointPlan plan) {
        this.problem = problem;
        this.plan = plan;
        problem.transfers().forEach(item -> items.put(item.name(), item));
    }

    /** What is wrong with a plan, one sentence each; empty when it is sound and every transfer in it meets its request. */
    public static List<String> violations(JointProblem problem, JointPlan plan) {
        var check = new JointCheck(problem, plan);
        check.names();
        if (check.violations.isEmpty()) {
            check.each();
        }
        if (check.violations.isEmpty()) {
            plan.parts().forEach(part -> check.atMoment(part.start()));
            check.sums();
        }
        return List.copyOf(check.violations);
    }

    private void require(boolean holds, String sentence) {
        if (!holds) {
            violations.add(sentence);
        }
    }

    private void names() {
        Set<String> seen = new HashSet<>();
        require(!plan.parts().isEmpty(), "The plan carries out nothing.");
        for (JointPlan.Part part : plan.parts()) {
            require(items.containsKey(part.name()), "The transfer " + part.name() + " is none that was asked for.");
            require(seen.add(part.name()), "The transfer " + part.name() + " is carried out twice.");
            require(!part.start().isNegative(), "The transfer " + part.name() + " starts before the first moment.");
            require(problem.mayWait() || part.start().isZero(), "The transfer " + part.name() + " waits.");
        }
    }

    private TransferRequest request(JointPlan.Part part) {
        return Optional.ofNullable(items.get(part.name())).orElseThrow().request();
    }

    private void each() {
        NetworkModel averaged = averaged();
        for (JointPlan.Part part : plan.parts()) {
            TransferRequest request = request(part);
            if (request.deadline().isPresent()) {
                Duration left = request.deadline().get().minus(part.start());
                if (left.compareTo(request.billing().vmBoot()) <= 0) {
                    violations.add("The transfer " + part.name() + " starts when its deadline leaves no time.");
                    continue;
                }
                request = request.withDeadline(left);
            }
            PlanCheck.violations(new PlanningProblem(request, averaged), part.plan())
                    .forEach(sentence -> violations.add("The transfer " + part.name() + ": " + sentence));
        }
    }

    /** The network at the price that a GB costs on average in each pool of tiers. */
    private NetworkModel averaged() {
        var volumes = new HashMap<JointProblem.TierPool, Double>();
        for (JointPlan.Part part : plan.parts()) {
            part.plan().shares().forEach((link, share) -> {
                double gigabytes = share * request(part).wireSize().bytes() / 1e9;
                problem.network()
                        .findLink(link)
                        .ifPresent(model -> volumes.merge(JointProblem.poolOf(model), gigabytes, Double::sum));
            });
        }
        var links = new ArrayList<LinkModel>();
        for (LinkModel link : problem.network().links()) {
            double volume = volumes.getOrDefault(JointProblem.poolOf(link), 0.0);
            boolean tiered = link.price().tiers().size() > 1 && volume > 0;
            links.add(tiered ? link.withPrice(flat(link, billed(link.price(), volume) / volume)) : link);
        }
        return new NetworkModel(problem.network().sites(), links);
    }

    private static EgressPrice flat(LinkModel link, double dollars) {
        return EgressPrice.flat(
                link.link(),
                PricePerGigabyte.ofDollars(dollars),
                link.price().source(),
                link.price().asOf());
    }

    /** Dollars for an amount in GB after what was sent before. */
    private double billed(EgressPrice price, double gigabytes) {
        double from = problem.billing().alreadySent().bytes() / 1e9;
        double to = from + gigabytes;
        double dollars = 0;
        for (PriceTier tier : price.tiers()) {
            double end = tier.upTo().map(size -> size.bytes() / 1e9).orElse(Double.POSITIVE_INFINITY);
            double inTier = Math.max(0, Math.min(to, end) - from);
            dollars += inTier * tier.price().dollars();
            from += inTier;
        }
        return dollars;
    }

    /** VMs and links of the transfers that run at a moment. */
    private void atMoment(Duration moment) {
        var vms = new TreeMap<SiteId, Integer>();
        var rates = new TreeMap<Link, Double>();
        var sent = new TreeMap<SiteId, Double>();
        var received = new TreeMap<SiteId, Double>();
        for (JointPlan.Part part : plan.parts()) {
            if (part.start().compareTo(moment) <= 0 && part.end().compareTo(moment) > 0) {
                part.plan().vms().forEach((site, count) -> vms.merge(site, count, Integer::sum));
                part.plan().rates().forEach((link, rate) -> rates.merge(link, rate, Double::sum));
            }
        }
        vms.forEach((site, count) -> {
            int most = problem.limits().maxVms(site);
            require(
                    count <= most,
                    "At " + moment + ", " + count + " VMs run at " + site + ", where " + most + " are allowed.");
        });
        rates.forEach((link, rate) -> {
            sent.merge(link.from(), rate, Double::sum);
            received.merge(link.to(), rate, Double::sum);
        });
        sent.forEach((site, rate) -> uplink(
                moment,
                site,
                "send",
                rate,
                problem.network().getSite(site).uplink().out()));
        received.forEach((site, rate) -> uplink(
                moment,
                site,
                "receive",
                rate,
                problem.network().getSite(site).uplink().in()));
        rates.forEach((link, rate) -> problem.network()
                .getLink(link)
                .totalCap()
                .ifPresent(cap -> require(
                        rate
                                <= cap.bitsPerSecond() * (1 + TOLERANCE)
                                        + plan.parts().size(),
                        "At " + moment + ", the link " + link + " carries " + rate + " bit/s, above its total of " + cap
                                + ".")));
    }

    private void uplink(Duration moment, SiteId site, String verb, double rate, Optional<Bandwidth> line) {
        line.ifPresent(cap -> require(
                rate <= cap.bitsPerSecond() * (1 + TOLERANCE) + plan.parts().size(),
                "At " + moment + ", all VMs at " + site + " " + verb + " " + rate + " bit/s, above the uplink of " + cap
                        + "."));
    }

    private void sums() {
        Money egress = Money.ZERO;
        Money vm = Money.ZERO;
        Money requests = Money.ZERO;
        for (JointPlan.Part part : plan.parts()) {
            egress = egress.plus(part.plan().cost().egress());
            vm = vm.plus(part.plan().cost().vm());
            requests = requests.plus(part.plan().cost().requests());
        }
        require(
                plan.cost().equals(new PlanCost(egress, vm, requests)),
                "The transfers cost " + new PlanCost(egress, vm, requests) + ", not " + plan.cost() + ".");
        Proof proof = plan.proof();
        boolean fastest = problem.objective() == Objective.FASTEST;
        var weights = new HashMap<String, Double>();
        items.forEach((name, item) -> weights.put(name, item.weight()));
        double value = fastest
                ? plan.weightedEnd(weights).toNanos() / 1e9
                : plan.cost().total().dollars();
        double bound = fastest
                ? proof.timeBound().map(time -> time.toNanos() / 1e9).orElse(Double.NaN)
                : proof.costBound().map(Money::dollars).orElse(Double.NaN);
        require(bound <= value * (1 + TOLERANCE) + 1e-8, "The bound " + bound + " is above the plan's " + value + ".");
        double gap = value <= 0 ? 0 : Math.max(0, 1 - bound / value);
        require(
                Math.abs(proof.gap() - gap) <= TOLERANCE + 1e-8 / Math.max(1e-8, value),
                "The gap is said to be " + proof.gap() + ", but is " + gap + ".");
    }
}
