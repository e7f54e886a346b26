package io.longhaul.core.plan;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import java.util.ArrayList;
import java.util.List;
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
        }
        if (check.violations.isEmpty()) {
            check.streams();
            check.verdict();
            new LoadCheck(problem, plan, check.violations).run();
        }
        return List.copyOf(check.violations);
    }

    private void require(boolean holds, String sentence) {
        if (!holds) {
            violations.add(sentence);
        }
    }

    private void routes() {
        Limits limits = problem.request().limits();
        require(!plan.routes().isEmpty(), "The plan has no route.");
        double shares = 0;
        double rates = 0;
        for (Route route : plan.routes()) {
            List<SiteId> sites = route.sites();
            require(
                    problem.request().sources().contains(sites.get(0))
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
            double ofShare = route.share() * plan.rate().bitsPerSecond();
            require(
                    Math.abs(route.rate().bitsPerSecond() - ofShare) <= ofShare * TOLERANCE + 2,
                    "The route " + route + " carries " + route.share() + " of the data, but runs at " + route.rate()
                            + " of " + plan.rate() + ".");
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
        plan.vmTypes().forEach((site, byType) -> {
            int sum = byType.values().stream().mapToInt(Integer::intValue).sum();
            require(
                    sum == plan.vmsAt(site),
                    "The VMs at " + site + " by type, " + byType + ", are not " + plan.vmsAt(site) + ".");
        });
    }

    /** Whole streams: as many as the rate needs but for the rounding of each route at a site, and no more than the VMs have. */
    private void streams() {
        var listed = new TreeMap<Leg, Integer>();
        var rates = new TreeMap<Leg, Double>();
        var out = new TreeMap<VmGroup, int[]>();
        var in = new TreeMap<VmGroup, int[]>();
        for (Route route : plan.routes()) {
            List<Leg> legs = route.legs();
            for (int i = 0; i < legs.size(); i++) {
                Leg hop = legs.get(i);
                int streams = route.streamsByHop().get(i);
                require(streams >= 1, "The route " + route + " has " + streams + " streams on " + hop.link() + ".");
                listed.merge(hop, streams, Integer::sum);
                rates.merge(hop, (double) route.rate().bitsPerSecond(), Double::sum);
                for (int[] side : List.of(
                        out.computeIfAbsent(hop.from(), group -> new int[2]),
                        in.computeIfAbsent(hop.to(), group -> new int[2]))) {
                    side[0] += streams;
                    side[1]++;
                }
            }
        }
        rates.forEach((hop, rate) -> {
            RateCurve curve = problem.network().getLink(hop.link()).rates();
            int pairs = Math.min(vms(hop.from()), vms(hop.to()));
            double perPair =
                    Math.min(rate / Math.max(1, pairs), (double) curve.maxRate().bitsPerSecond());
            double needed = pairs * curve.streamsFor(perPair * (1 - TOLERANCE));
            int rounded =
                    Math.max(out.getOrDefault(hop.from(), new int[2])[1], in.getOrDefault(hop.to(), new int[2])[1]);
            int has = listed.getOrDefault(hop, 0) + rounded;
            require(
                    needed <= has * (1 + TOLERANCE),
                    "The link " + hop.from() + " -> " + hop.to() + " needs " + needed + " streams, but "
                            + listed.get(hop) + " are listed.");
        });
        List.of(out, in)
                .forEach(sides -> sides.forEach((group, side) -> {
                    long most = Math.max(
                            side[1],
                            (long) vms(group) * problem.request().limits().streamsPerVm());
                    require(
                            side[0] <= most,
                            side[0] + " streams are listed at " + group + ", where " + most + " are allowed.");
                }));
    }

    private int vms(VmGroup group) {
        return plan.vmGroups().getOrDefault(group, 0);
    }

    /** The verdict is the least of what the plan does: relays before VMs, VMs before streams. */
    private void verdict() {
        boolean relays = plan.routes().stream().anyMatch(route -> route.sites().size() > 2);
        boolean vms = plan.vms().values().stream().anyMatch(count -> count > 1);
        require(
                (plan.verdict() == Verdict.RELAY) == relays,
                "The verdict is " + plan.verdict() + " on " + plan.routes() + ".");
        require(
                relays || (plan.verdict() == Verdict.MORE_VMS) == vms,
                "The verdict is " + plan.verdict() + " with VMs " + plan.vms() + ".");
    }
}
