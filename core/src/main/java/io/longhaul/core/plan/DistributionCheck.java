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

    /**
     * What is wrong with a plan, one sentence each; empty when it is sound and meets the request. Where VM types could be
     * chosen among, a distribution runs the usual one.
     */
    public static List<String> violations(PlanningProblem problem, DistributionPlan plan) {
        PlanningProblem usual = problem.ofUsualTypes();
        var check = new DistributionCheck(usual, plan);
        check.ends();
        plan.trees().forEach(check::tree);
        check.sums();
        if (check.violations.isEmpty()) {
            new LoadCheck(usual, check.carried(), check.violations).run();
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
        var reached = new HashSet<SiteId>();
        for (Link link : tree.links()) {
            require(problem.network().findLink(link).isPresent(), "The link " + link + " is not in the network.");
            require(!link.to().equals(source), "The tree leads back to the source over " + link + ".");
            require(reached.add(link.to()), "The tree reaches " + link.to() + " twice.");
            boolean forwards = !link.from().equals(source);
            require(
                    !forwards || problem.request().limits().mayRelay(link.from()),
                    "The site " + link.from() + " may not send on.");
        }
        require(reached.containsAll(problem.request().to()), "A tree reaches only " + new TreeSet<>(reached) + ".");
        for (SiteId site : reached) {
            SiteId at = site;
            for (int hops = 0; hops <= tree.links().size() && !at.equals(source); hops++) {
                SiteId here = at;
                at = tree.links().stream()
                        .filter(link -> link.to().equals(here))
                        .map(Link::from)
                        .findFirst()
                        .orElse(here);
            }
            require(at.equals(source), "The site " + site + " is not connected to the source.");
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
        var sites = new TreeSet<SiteId>();
        plan.trees()
                .forEach(tree -> tree.links().forEach(link -> {
                    sites.add(link.from());
                    sites.add(link.to());
                }));
        require(
                sites.equals(plan.vms().keySet()),
                "VMs run at " + plan.vms().keySet() + ", but the trees pass " + sites + ".");
    }

    private LoadCheck.Carried carried() {
        var shares = new TreeMap<Link, Double>();
        var flows = new TreeMap<LoadCheck.Hop, Double>();
        var vms = new TreeMap<VmGroup, Integer>();
        plan.vms().forEach((site, count) -> vms.put(all(site), count));
        for (DistributionTree tree : plan.trees()) {
            for (Link link : tree.links()) {
                shares.merge(link, tree.share(), Double::sum);
                flows.merge(
                        new LoadCheck.Hop(link, all(link.from()), all(link.to())),
                        (double) tree.rate().bitsPerSecond(),
                        Double::sum);
            }
        }
        return new LoadCheck.Carried(plan.rate(), plan.time(), plan.cost(), plan.proof(), vms, shares, flows);
    }

    private static VmGroup all(SiteId site) {
        return new VmGroup(site, "");
    }
}
