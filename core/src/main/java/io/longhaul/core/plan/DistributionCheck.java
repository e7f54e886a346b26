package io.longhaul.core.plan;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Accepts or refuses a plan for several destinations from first principles, as {@link PlanCheck} does for one. Shares no
 * code with any planner. Stateless, safe for any thread.
 */
public final class DistributionCheck {
    private static final double TOLERANCE = 1e-6;

    private final PlanningProblem problem;
    private final DistributionPlan plan;
    private final List<String> violations = new ArrayList<>();

    private DistributionCheck(PlanningProblem problem, DistributionPlan plan) {
        this.problem = problem;
        this.plan = plan;
    }

    /** What is wrong with a plan, one sentence each; empty when it is sound and meets the request. */
    public static List<String> violations(PlanningProblem problem, DistributionPlan plan) {
        var check = new DistributionCheck(problem, plan);
        check.ends();
        plan.trees().forEach(check::tree);
        check.sums();
        if (check.violations.isEmpty()) {
            check.streams();
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
        require(!plan.trees().isEmpty(), "The plan has no tree.");
    }

    private void tree(DistributionTree tree) {
        SiteId source = problem.request().from();
        var receivers = new HashSet<VmGroup>();
        var reached = new TreeSet<SiteId>();
        for (Leg leg : tree.legs()) {
            Link link = leg.link();
            require(problem.network().findLink(link).isPresent(), "The link " + link + " is not in the network.");
            require(
                    leg.from().site().equals(link.from()) && leg.to().site().equals(link.to()),
                    "The VMs " + leg.from() + " and " + leg.to() + " are not at the ends of " + link + ".");
            require(!link.to().equals(source), "The tree leads back to the source over " + link + ".");
            require(receivers.add(leg.to()), "The tree reaches " + leg.to() + " twice.");
            reached.add(link.to());
            boolean forwards = !link.from().equals(source);
            require(
                    !forwards || problem.request().limits().mayRelay(link.from()),
                    "The site " + link.from() + " may not send on.");
        }
        require(reached.containsAll(problem.request().to()), "A tree reaches only " + reached + ".");
        for (VmGroup receiver : receivers) {
            VmGroup at = receiver;
            for (int hops = 0; hops <= tree.legs().size() && !at.site().equals(source); hops++) {
                VmGroup here = at;
                at = tree.legs().stream()
                        .filter(leg -> leg.to().equals(here))
                        .map(Leg::from)
                        .findFirst()
                        .orElse(here);
            }
            require(at.site().equals(source), receiver + " is not connected to the source.");
        }
        require(tree.share() > 0, "A tree has no share of the data.");
        double rate = tree.share() * plan.rate().bitsPerSecond();
        require(
                Math.abs(tree.rate().bitsPerSecond() - rate) <= rate * TOLERANCE + 1,
                "A tree with a share of " + tree.share() + " runs at " + tree.rate() + ".");
    }

    private void sums() {
        double shares =
                plan.trees().stream().mapToDouble(DistributionTree::share).sum();
        require(Math.abs(shares - 1) <= TOLERANCE, "The shares of the trees sum to " + shares + ", not 1.");
        var passed = new TreeSet<VmGroup>();
        plan.trees()
                .forEach(tree -> tree.legs().forEach(leg -> {
                    passed.add(leg.from());
                    passed.add(leg.to());
                }));
        require(
                passed.equals(plan.vmGroups().keySet()),
                "VMs run at " + plan.vmGroups().keySet() + ", but the trees pass " + passed + ".");
    }

    /** Whole streams: as many as the rate needs, and no more than the VMs at both ends have but for the rounding. */
    private void streams() {
        var rates = new TreeMap<Leg, Double>();
        plan.trees()
                .forEach(tree -> tree.legs()
                        .forEach(leg -> rates.merge(leg, (double) tree.rate().bitsPerSecond(), Double::sum)));
        var needed = new TreeMap<Link, Double>();
        rates.forEach((leg, rate) -> {
            RateCurve curve = problem.network().getLink(leg.link()).rates();
            int pairs = Math.max(1, Math.min(plan.vmsAt(leg.from()), plan.vmsAt(leg.to())));
            double perPair = Math.min(rate / pairs, (double) curve.maxRate().bitsPerSecond());
            needed.merge(leg.link(), pairs * curve.streamsFor(perPair), Double::sum);
        });
        require(
                plan.streams().keySet().equals(needed.keySet()),
                "Streams are listed for " + plan.streams().keySet() + ", but the trees take " + needed.keySet() + ".");
        var leave = new TreeMap<SiteId, int[]>();
        var enter = new TreeMap<SiteId, int[]>();
        needed.forEach((link, least) -> {
            int listed = plan.streams().getOrDefault(link, 0);
            require(
                    listed >= 1 && listed >= least * (1 - TOLERANCE),
                    "The link " + link + " needs " + least + " streams, but " + listed + " are listed.");
            for (int[] side : List.of(
                    leave.computeIfAbsent(link.from(), site -> new int[2]),
                    enter.computeIfAbsent(link.to(), site -> new int[2]))) {
                side[0] += listed;
                side[1]++;
            }
        });
        for (Map<SiteId, int[]> sides : List.of(leave, enter)) {
            sides.forEach((site, side) -> {
                long most = (long) plan.vmsAt(site) * problem.request().limits().streamsPerVm() + side[1];
                require(
                        side[0] <= most,
                        side[0] + " streams are listed at " + site + ", where " + most + " are allowed.");
            });
        }
    }
}
