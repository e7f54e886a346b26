package io.longhaul.planner.explain;

import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.Sensitivity;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import io.longhaul.planner.baseline.Baselines;
import io.longhaul.planner.lp.DenseSimplex;
import io.longhaul.planner.overlay.FlowNetwork;
import io.longhaul.planner.overlay.OverlaySolver;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Finds, for every link a plan uses, how much lower its rate would have to be to change the verdict or the relays, by
 * planning again on changed networks, most of them small. The nearest one is what to measure next. Confined to one thread.
 */
final class SensitivitySearch {
    private static final double LOWEST = 0.05;
    private static final int ROUNDS = 6;
    private static final double STEP = 1 / 128.0;
    /** Another plan wins only by more than this share; less is below what a measurement can tell. */
    private static final double MATTERS = 1e-3;

    private static final int MOST_LINKS = 6;
    private static final double ROUGH = MATTERS;
    private static final double EXACT = 1e-5;
    /** Gaps below this are those of rounding. */
    private static final double SAME = 1e-5;

    private static final int CONFIRMATIONS = 5;

    private final PlanningProblem problem;
    private final TransferPlan plan;
    private final FlowNetwork network;
    private final TransferRequest onOurRelays;
    private final BooleanSupplier outOfTime;

    SensitivitySearch(PlanningProblem problem, TransferPlan plan, FlowNetwork network, BooleanSupplier outOfTime) {
        this.outOfTime = outOfTime;
        this.problem = problem;
        this.plan = plan;
        this.network = network;
        Limits limits = problem.request().limits();
        var others = new HashSet<>(limits.noTransit());
        problem.network().sites().forEach(site -> others.add(site.id()));
        others.removeAll(plan.relays());
        onOurRelays = problem.request().withLimits(limits.withNoTransit(others));
    }

    /** The links the verdict hangs on, the one nearest to flipping it first; empty when that was not searched to the end. */
    Optional<List<Sensitivity>> run() {
        Set<Link> links = new LinkedHashSet<>();
        links.addAll(plan.rates().keySet());
        var found = new ArrayList<Sensitivity>();
        for (Link link : links.stream().limit(MOST_LINKS).toList()) {
            Optional<Sensitivity> hangs = of(link);
            if (outOfTime.getAsBoolean()) {
                return Optional.empty();
            }
            hangs.ifPresent(found::add);
        }
        found.sort(Comparator.comparingDouble(Sensitivity::drop).thenComparing(Sensitivity::link));
        return Optional.of(found);
    }

    /**
     * Starts from the plan for a very slow link and asks down from which rate plans like ours lose to it, which needs
     * only small problems over our own relays; a full plan just above tells whether another one wins there still.
     */
    private Optional<Sensitivity> of(Link link) {
        double range = new Slack(problem, plan).range(link, LOWEST, STEP);
        if (range <= LOWEST) {
            return Optional.empty();
        }
        var ours = new OwnKind(value(Optional.of(plan)), range, factor -> {
            Optional<TransferPlan> own = replan(link, factor, onOurRelays);
            return same(own) ? value(own) : Double.POSITIVE_INFINITY;
        });
        double flips = LOWEST;
        Optional<TransferPlan> then = replan(link, flips, problem.request());
        if (!wins(then, flips, ours)) {
            return Optional.empty();
        }
        for (int round = 0; round < ROUNDS; round++) {
            flips = ours.crossing(flips, value(then) * (1 + MATTERS), STEP);
            double above = flips + (1 - flips) * STEP;
            Optional<TransferPlan> next = replan(link, above, problem.request());
            if (!wins(next, above, ours)) {
                break;
            }
            flips = above;
            then = next;
        }
        return confirmed(link, flips);
    }

    /** What the exact plan is there, or a little below: plans within a thousandth of each other are not told apart before. */
    private Optional<Sensitivity> confirmed(Link link, double flips) {
        double factor = flips;
        for (int i = 0; i < CONFIRMATIONS && factor >= LOWEST && !outOfTime.getAsBoolean(); i++) {
            OverlaySolver.Solved solved = solved(link, factor, problem.request(), EXACT);
            boolean proven = solved.finished()
                    && solved.plan().stream().anyMatch(other -> other.proof().gap() <= SAME);
            if (!proven && (!solved.finished() || isBeaten(solved.plan(), link, factor))) {
                return Optional.empty();
            }
            if (!same(solved.plan())) {
                Bandwidth now = problem.network().getLink(link).rates().maxRate();
                Bandwidth at = now.times(factor);
                Verdict becomes = solved.plan().map(TransferPlan::verdict).orElse(plan.verdict());
                return Optional.of(new Sensitivity(link, now, at, becomes, consequence(link, now, at, solved.plan())));
            }
            factor -= STEP * (1 << i);
        }
        return Optional.empty();
    }

    /** Whether some simple way is better, as it may be where slow start counts. */
    private boolean isBeaten(Optional<TransferPlan> other, Link link, double factor) {
        LinkModel model = problem.network().getLink(link);
        var changed = problem.network().with(model.withRates(model.rates().times(factor)));
        boolean cheapest = problem.request().objective() == Objective.CHEAPEST;
        return Baselines.thatMeet(problem.with(changed)).stream()
                .mapToDouble(way -> cheapest ? way.cost().total().dollars() : Durations.seconds(way.time()))
                .anyMatch(value -> value < value(other));
    }

    /** Whether another plan is of another kind and better than all of ours by more than a little. */
    private boolean wins(Optional<TransferPlan> other, double factor, OwnKind ours) {
        return !same(other) && ours.loses(factor, value(other) * (1 + MATTERS));
    }

    private double value(Optional<TransferPlan> any) {
        boolean cheapest = problem.request().objective() == Objective.CHEAPEST;
        return any.map(known -> cheapest
                        ? known.cost().total().dollars()
                        : Durations.seconds(known.time().expected()))
                .orElse(Double.POSITIVE_INFINITY);
    }

    private Optional<TransferPlan> replan(Link link, double factor, TransferRequest request) {
        return solved(link, factor, request, ROUGH).plan();
    }

    private OverlaySolver.Solved solved(Link link, double factor, TransferRequest request, double gap) {
        return new OverlaySolver(network.withRate(link, factor), DenseSimplex::new, gap, outOfTime).solve(request);
    }

    private boolean same(Optional<TransferPlan> other) {
        return other.isPresent()
                && other.get().verdict() == plan.verdict()
                && other.get().relays().equals(plan.relays());
    }

    private String consequence(Link link, Bandwidth now, Bandwidth at, Optional<TransferPlan> then) {
        String condition = "Measure " + link + " next: if it carried " + Show.rate(at) + " instead of " + Show.rate(now)
                + " (" + Show.percent(1 - at.dividedBy(now)) + " less), ";
        if (then.isEmpty()) {
            return condition + "no plan would meet the request.";
        }
        TransferPlan other = then.get();
        String cost = " for " + Show.money(other.cost().total()) + ".";
        if (other.verdict() != plan.verdict()) {
            return condition + "the answer would be " + other.verdict().id().replace('-', ' ') + cost;
        }
        String relays = other.relays().stream().map(SiteId::toString).collect(Collectors.joining(" and "));
        return condition + "relaying over " + relays + " would be best," + cost;
    }
}
