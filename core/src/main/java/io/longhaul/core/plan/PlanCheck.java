package io.longhaul.core.plan;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
        check.ends();
        plan.trees().forEach(check::tree);
        check.sums();
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

    private void ends() {
        TransferRequest request = problem.request();
        require(
                plan.from().equals(request.from()) && Set.copyOf(plan.to()).equals(Set.copyOf(request.to())),
                "The plan is from " + plan.from() + " to " + plan.to() + ", not as asked.");
        require(plan.size().equals(request.size()), "The plan moves " + plan.size() + ", not " + request.size() + ".");
        require(!plan.trees().isEmpty(), "The plan has no way for the data.");
    }

    /** Every hop leads on from the source, none back, all destinations are reached, and nothing ends elsewhere. */
    private void tree(Tree tree) {
        TransferRequest request = problem.request();
        require(
                request.sources().contains(tree.source()),
                "The way " + tree + " starts at " + tree.source() + ", which has no data.");
        var reached = new HashSet<VmGroup>();
        var sites = new TreeSet<SiteId>();
        var leaves = new HashSet<VmGroup>();
        for (Hop hop : tree.hops()) {
            Link link = hop.link();
            require(problem.network().findLink(link).isPresent(), "The link " + link + " is not in the network.");
            require(
                    hop.from().site().equals(link.from()) && hop.to().site().equals(link.to()),
                    "The VMs " + hop.from() + " and " + hop.to() + " are not at the ends of " + link + ".");
            boolean forwards = !link.from().equals(tree.source());
            require(
                    !forwards || reached.contains(hop.from()),
                    "The way " + tree + " is not connected to its source over " + link + ".");
            require(!forwards || request.limits().mayRelay(link.from()), "The site " + link.from() + " may not relay.");
            require(
                    !link.to().equals(tree.source()),
                    "The way " + tree + " leads back to its source over " + link + ".");
            boolean again = !sites.add(link.to()) && request.to().size() == 1;
            require(reached.add(hop.to()) && !again, "The way " + tree + " visits " + hop.to() + " twice.");
            leaves.add(hop.to());
        }
        tree.hops().forEach(hop -> leaves.remove(hop.from()));
        require(sites.containsAll(request.to()), "The way " + tree + " does not lead from source to destination.");
        leaves.stream()
                .filter(leaf -> !request.to().contains(leaf.site()))
                .forEach(leaf -> violations.add("The way " + tree + " ends at " + leaf + ", no destination."));
        require(tree.share() > 0, "The way " + tree + " has no share of the data.");
        double ofShare = tree.share() * plan.rate().bitsPerSecond();
        require(
                Math.abs(tree.rate().bitsPerSecond() - ofShare) <= ofShare * TOLERANCE + 2,
                "The way " + tree + " carries " + tree.share() + " of the data, but runs at " + tree.rate() + " of "
                        + plan.rate() + ".");
    }

    private void sums() {
        double shares = plan.trees().stream().mapToDouble(Tree::share).sum();
        require(Math.abs(shares - 1) <= TOLERANCE, "The shares of the ways sum to " + shares + ", not 1.");
        double rates = plan.trees().stream()
                .mapToDouble(tree -> tree.rate().bitsPerSecond())
                .sum();
        double planned = plan.rate().bitsPerSecond();
        require(
                Math.abs(rates - planned) <= planned * TOLERANCE + plan.trees().size(),
                "The rates of the ways sum to " + rates + " bit/s, not " + plan.rate() + ".");
        var passed = new TreeSet<VmGroup>();
        plan.trees()
                .forEach(tree -> tree.hops().forEach(hop -> {
                    passed.add(hop.from());
                    passed.add(hop.to());
                }));
        require(
                passed.equals(plan.movement().vms().keySet()),
                "VMs run at " + plan.movement().vms().keySet() + ", but the data pass " + passed + ".");
    }

    /** Whole streams: as many as the rate needs but for the rounding of each part at a site, and no more than the VMs have. */
    private void streams() {
        var listed = new TreeMap<Leg, Integer>();
        var out = new TreeMap<VmGroup, int[]>();
        var in = new TreeMap<VmGroup, int[]>();
        for (Tree tree : plan.trees()) {
            for (Hop hop : tree.hops()) {
                require(
                        hop.streams() >= 1,
                        "The way " + tree + " has " + hop.streams() + " streams on " + hop.link() + ".");
                listed.merge(hop.leg(), hop.streams(), Integer::sum);
                for (int[] side : List.of(
                        out.computeIfAbsent(hop.from(), group -> new int[2]),
                        in.computeIfAbsent(hop.to(), group -> new int[2]))) {
                    side[0] += hop.streams();
                    side[1]++;
                }
            }
        }
        plan.rateByLeg().forEach((hop, rate) -> {
            RateCurve curve = problem.network().getLink(hop.link()).rates();
            int pairs = Math.min(plan.vmsAt(hop.from()), plan.vmsAt(hop.to()));
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
                            (long) plan.vmsAt(group)
                                    * problem.request().limits().streamsPerVm());
                    require(
                            side[0] <= most,
                            side[0] + " streams are listed at " + group + ", where " + most + " are allowed.");
                }));
    }

    /** The verdict is the least of what the plan does: relays before VMs, VMs before streams. */
    private void verdict() {
        boolean relays =
                plan.trees().stream().anyMatch(tree -> !tree.forwarders().isEmpty());
        boolean vms = plan.vms().values().stream().anyMatch(count -> count > 1);
        require(
                (plan.verdict() == Verdict.RELAY) == relays,
                "The verdict is " + plan.verdict() + " on " + plan.trees() + ".");
        require(
                relays || (plan.verdict() == Verdict.MORE_VMS) == vms,
                "The verdict is " + plan.verdict() + " with VMs " + plan.vms() + ".");
    }
}
