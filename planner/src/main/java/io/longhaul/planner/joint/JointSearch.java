package io.longhaul.planner.joint;

import io.longhaul.core.plan.JointOutcome;
import io.longhaul.core.plan.JointPlan;
import io.longhaul.core.plan.JointPlan.Part;
import io.longhaul.core.plan.JointProblem;
import io.longhaul.core.plan.JointProblem.Item;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanCost;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlanOutcome.Ending;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.Proof;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Plans several transfers: all at once where they fit, else one after the other, else without those that matter least.
 * Confined to one thread.
 */
public final class JointSearch {
    /** Up to so many transfers, every way to leave some out is tried, the least weight first. */
    private static final int FEW = 8;

    private static final double SAME = 1e-7;

    /** Transfers that start at once and cost at most so much more than each alone are not tried one after the other. */
    private static final double GOOD_ENOUGH = 1e-4;

    private final JointProblem problem;
    private final Function<PlanningProblem, PlanOutcome> planner;
    private final double gap;
    private final BooleanSupplier outOfTime;
    private final Map<String, List<String>> leftOut = new LinkedHashMap<>();

    /**
     * @param planner plans one transfer at flat prices, unexplained
     * @param gap how near its bound a plan must be
     */
    public JointSearch(
            JointProblem problem,
            Function<PlanningProblem, PlanOutcome> planner,
            double gap,
            BooleanSupplier outOfTime) {
        this.problem = problem;
        this.planner = planner;
        this.gap = gap;
        this.outOfTime = outOfTime;
    }

    /** Plans that fit together. */
    private record Fit(List<InTurn.Placed> placed, double bound, boolean proven) {}

    /** The best found, and what is left out of it. */
    public JointOutcome run() {
        List<Item> possible = possible();
        if (possible.isEmpty()) {
            return new JointOutcome(Ending.INFEASIBLE, Optional.empty(), leftOut, List.of());
        }
        Optional<Fit> fit = fit(problem.with(possible));
        if (fit.isEmpty()) {
            fit = without(possible);
        }
        if (fit.isEmpty()) {
            return new JointOutcome(Ending.GAVE_UP, Optional.empty(), leftOut, List.of(unproven()));
        }
        JointPlan plan = plan(fit.get());
        boolean proven = fit.get().proven;
        Ending ending = leftOut.isEmpty() ? (proven ? Ending.FOUND : Ending.GAVE_UP) : Ending.INFEASIBLE;
        return new JointOutcome(ending, Optional.of(plan), leftOut, proven ? List.of() : List.of(unproven()));
    }

    private static String unproven() {
        return "The search ended without a proof; the gap says how far the plans may be from the best.";
    }

    /** The transfers that some plan does when they are alone. */
    private List<Item> possible() {
        var possible = new ArrayList<Item>();
        for (Item item : problem.transfers()) {
            PlanOutcome outcome = planner.apply(new PlanningProblem(item.request(), problem.network()));
            List<String> reasons =
                    outcome.fold(found -> List.<String>of(), no -> no.reasons(), late -> List.<String>of());
            if (reasons.isEmpty()) {
                possible.add(item);
            } else {
                leftOut.put(item.name(), reasons);
            }
        }
        return possible;
    }

    /** The better of all at once, which is proven, and one after the other. */
    private Optional<Fit> fit(JointProblem some) {
        var search = new TogetherSearch(some, planner, gap, outOfTime);
        TogetherSearch.Result together = search.run();
        Optional<Fit> atOnce = together.plans().map(plans -> {
            var placed = new ArrayList<InTurn.Placed>();
            for (int i = 0; i < plans.size(); i++) {
                placed.add(new InTurn.Placed(some.transfers().get(i), Duration.ZERO, plans.get(i)));
            }
            return new Fit(placed, together.bound(), together.finished());
        });
        boolean best = atOnce.isPresent() && value(atOnce.get()) <= together.alone() * (1 + Math.max(gap, GOOD_ENOUGH));
        if (best || !some.mayWait()) {
            return atOnce;
        }
        var pools = new EgressPools(some, Double.POSITIVE_INFINITY);
        NetworkModel network = pools.network(pools.choiceFor(Map.of()));
        List<InTurn.Placed> placed = new InTurn(some, network, planner, outOfTime).run();
        if (placed.size() < some.transfers().size()) {
            return atOnce;
        }
        double value = value(new Fit(placed, together.alone(), false));
        boolean proven = value * (1 - Math.max(gap, SAME)) <= together.alone();
        return atOnce.isEmpty() || value < value(atOnce.get())
                ? Optional.of(new Fit(placed, together.alone(), proven))
                : atOnce;
    }

    /** Dollars of all, or weighted seconds. */
    private double value(Fit fit) {
        JointPlan plan = plan(fit);
        return problem.objective() == Objective.CHEAPEST
                ? plan.cost().total().dollars()
                : Durations.seconds(plan.weightedEnd(weights()))
                        * fit.placed.stream()
                                .mapToDouble(placed -> placed.item().weight())
                                .sum();
    }

    private Map<String, Double> weights() {
        var weights = new HashMap<String, Double>();
        problem.transfers().forEach(item -> weights.put(item.name(), item.weight()));
        return weights;
    }

    /** The heaviest transfers that fit. */
    private Optional<Fit> without(List<Item> all) {
        if (all.size() > FEW) {
            return heaviestFirst(all);
        }
        List<List<Item>> some = new ArrayList<>();
        for (int set = 1; set < (1 << all.size()) - 1; set++) {
            var kept = new ArrayList<Item>();
            for (int i = 0; i < all.size(); i++) {
                if ((set >> i & 1) == 1) {
                    kept.add(all.get(i));
                }
            }
            some.add(kept);
        }
        some.sort(Comparator.comparingDouble(JointSearch::weight).reversed());
        for (List<Item> kept : some) {
            if (outOfTime.getAsBoolean()) {
                break;
            }
            Optional<Fit> fit = fit(problem.with(kept));
            if (fit.isPresent()) {
                leaveOut(all, kept);
                return fit;
            }
        }
        return Optional.empty();
    }

    private Optional<Fit> heaviestFirst(List<Item> all) {
        List<Item> kept = new ArrayList<>();
        Optional<Fit> best = Optional.empty();
        for (Item item : all.stream()
                .sorted(Comparator.comparingDouble(Item::weight).reversed())
                .toList()) {
            var more = new ArrayList<>(kept);
            more.add(item);
            Optional<Fit> fit = fit(problem.with(more));
            if (fit.isPresent()) {
                kept = more;
                best = fit;
            }
        }
        leaveOut(all, kept);
        return best;
    }

    private static double weight(List<Item> items) {
        return items.stream().mapToDouble(Item::weight).sum();
    }

    private void leaveOut(List<Item> all, List<Item> kept) {
        for (Item item : all) {
            if (!kept.contains(item)) {
                leftOut.put(
                        item.name(),
                        List.of(
                                "It would be possible alone; beside the others, which weigh more, the VMs allowed do not"
                                        + " suffice."));
            }
        }
    }

    /** The bill of all, each transfer at the mean price of what all send. */
    private JointPlan plan(Fit fit) {
        List<TransferPlan> plans = fit.placed.stream().map(InTurn.Placed::plan).toList();
        var pools = new EgressPools(problem, Double.POSITIVE_INFINITY);
        NetworkModel averaged = pools.averaged(TogetherSearch.gigabytes(problem, plans));
        var byName = new HashMap<String, Part>();
        for (InTurn.Placed placed : fit.placed) {
            byName.put(placed.item().name(), part(placed, averaged, averaged == problem.network()));
        }
        List<Part> parts = problem.transfers().stream()
                .flatMap(item -> Optional.ofNullable(byName.get(item.name())).stream())
                .toList();
        PlanCost cost = parts.stream()
                .map(part -> part.plan().cost())
                .reduce((a, b) -> new PlanCost(
                        a.egress().plus(b.egress()),
                        a.vm().plus(b.vm()),
                        a.requests().plus(b.requests())))
                .orElseThrow();
        double bound = Math.max(0, fit.bound);
        if (problem.objective() == Objective.CHEAPEST) {
            return new JointPlan(parts, cost, Proof.ofCost(Money.ofDollars(bound), cost.total()));
        }
        double all = fit.placed.stream()
                .mapToDouble(placed -> placed.item().weight())
                .sum();
        Duration end =
                new JointPlan(parts, cost, Proof.ofTime(Duration.ZERO, Duration.ofSeconds(1))).weightedEnd(weights());
        return new JointPlan(parts, cost, Proof.ofTime(Durations.ofSeconds(bound / all), end));
    }

    private static Part part(InTurn.Placed placed, NetworkModel averaged, boolean flat) {
        TransferPlan plan = placed.plan();
        Money egress = Money.ZERO;
        long bytes = placed.item().request().wireSize().bytes();
        for (Map.Entry<Link, Double> share : plan.shares().entrySet()) {
            DataSize volume = DataSize.ofBytes((long) Math.ceil(bytes * Math.min(1, share.getValue())));
            egress = egress.plus(averaged.getLink(share.getKey()).price().cost(volume, DataSize.ZERO));
        }
        var cost = new PlanCost(egress, plan.cost().vm(), plan.cost().requests());
        Proof proof = plan.proof();
        if (proof.costBound().isPresent()) {
            proof = Proof.ofCost(flat ? proof.costBound().get() : Money.ZERO, cost.total());
        }
        return new Part(placed.item().name(), placed.start(), plan.withCost(cost, proof));
    }
}
