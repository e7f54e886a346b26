package io.longhaul.planner.explain;

import io.longhaul.core.plan.BillingTerms;
import io.longhaul.core.plan.Goal;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import io.longhaul.planner.overlay.OverlaySolver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Why a request cannot be met, and the nearest one that can: the same sites and limits with the rate, the deadline or the
 * budget moved just far enough. Confined to one thread.
 */
public final class Diagnosis {
    private final PlanningProblem problem;
    private final TransferRequest request;
    private final OverlaySolver solver;
    private final PlannerOptions options;
    private final List<String> reasons = new ArrayList<>();

    private Diagnosis(PlanningProblem problem, OverlaySolver solver, PlannerOptions options) {
        this.problem = problem;
        this.solver = solver;
        this.options = options;
        request = problem.request();
    }

    /** The outcome for a request that no plan meets. */
    public static PlanOutcome.Infeasible of(PlanningProblem problem, OverlaySolver solver, PlannerOptions options) {
        return new Diagnosis(problem, solver, options).run();
    }

    private PlanOutcome.Infeasible run() {
        Bandwidth most = solver.mostRate(request);
        if (most.isZero()) {
            reasons.add("No measured and priced links, by sites that may relay, lead from " + request.from() + " to "
                    + request.destination() + ".");
            return new PlanOutcome.Infeasible(reasons, Optional.empty(), Optional.empty());
        }
        Optional<Bandwidth> needed = neededRate();
        if (needed.isPresent() && needed.get().compareTo(most) > 0) {
            tooFast(needed.get(), most);
            return nearest(slower(most));
        }
        return tooDear();
    }

    /** The rate that rate floor and deadline ask for. */
    private Optional<Bandwidth> neededRate() {
        Optional<Bandwidth> byDeadline = request.deadline().map(limit -> {
            Duration left = limit.minus(request.billing().vmBoot());
            return Bandwidth.ofBitsPerSecond(request.wireSize().bytes() * 8e9 / left.toNanos());
        });
        if (request.rate().isEmpty()) {
            return byDeadline;
        }
        return Optional.of(byDeadline
                .map(rate -> rate.max(request.rate().get()))
                .orElseGet(() -> request.rate().get()));
    }

    private void tooFast(Bandwidth needed, Bandwidth most) {
        NetworkModel network = problem.network();
        BillingTerms billing = request.billing();
        String asked = request.deadline()
                .filter(limit ->
                        request.rate().isEmpty() || request.rate().get().compareTo(needed) < 0)
                .map(limit -> "The deadline of " + Show.time(limit)
                        + (billing.vmBoot().isZero() ? "" : ", with " + Show.time(billing.vmBoot()) + " of boot,")
                        + " needs " + Show.rate(needed))
                .orElse("The request asks for " + Show.rate(needed));
        reasons.add(asked + "; the most over all paths is " + Show.rate(most) + ".");
        end(request.from(), "send", network.getSite(request.from()).caps().egress(), needed);
        end(
                request.destination(),
                "receive",
                network.getSite(request.destination()).caps().ingress(),
                needed);
        if (!request.limits().relaysAllowed()) {
            reasons.add("Relays are not allowed.");
        }
    }

    private void end(SiteId site, String verb, Bandwidth cap, Bandwidth needed) {
        int vms = request.limits().maxVms(site);
        Bandwidth total = cap.times((long) vms);
        if (total.compareTo(needed) < 0) {
            int enough = (int) Math.ceil(needed.dividedBy(cap) - 1e-9);
            reasons.add("The " + (vms == 1 ? "VM" : vms + " VMs") + " allowed at " + site + " " + verb + " at most "
                    + Show.rate(total) + "; " + enough + " would be enough.");
        }
    }

    /** The same request at the most rate, a part in a million below it so that rounding cannot break it. */
    private TransferRequest slower(Bandwidth most) {
        Bandwidth rate = most.times(1 - 1e-6);
        TransferRequest relaxed = request.unconstrained();
        if (request.rate().isPresent()) {
            relaxed = request.rateExactly() ? relaxed.withRateExactly(rate) : relaxed.withRateAtLeast(rate);
        }
        if (request.deadline().isPresent()) {
            TransferRequest fastest = request.unconstrained().withObjective(Objective.FASTEST);
            Duration time = solver.solve(fastest, options)
                    .plan()
                    .map(plan -> plan.time().expected())
                    .orElse(request.deadline().get());
            Duration whole = Duration.ofSeconds(time.toSeconds() + 1);
            relaxed = relaxed.withDeadline(
                    whole.compareTo(request.deadline().get()) > 0
                            ? whole
                            : request.deadline().get());
        }
        return relaxed;
    }

    private PlanOutcome.Infeasible tooDear() {
        var goal = request.goal();
        TransferRequest anyPrice = request.with(new Goal(
                Objective.CHEAPEST,
                goal.deadline(),
                Optional.empty(),
                goal.rate(),
                goal.rateExactly(),
                goal.confidence()));
        Optional<TransferPlan> cheapest = solver.solve(anyPrice, options).plan();
        if (request.budget().isPresent() && cheapest.isPresent()) {
            reasons.add("The cheapest plan " + pace() + "costs "
                    + Show.money(cheapest.get().cost().total()) + ", above the budget of "
                    + Show.money(request.budget().get()) + ".");
            return new PlanOutcome.Infeasible(
                    reasons,
                    Optional.of(anyPrice.withObjective(request.objective())
                            .withBudget(cheapest.get().cost().total())),
                    cheapest);
        }
        if (request.rateExactly() && request.deadline().isPresent()) {
            reasons.add(
                    "At exactly " + Show.rate(request.rate().orElseThrow()) + " the transfer misses the deadline of "
                            + Show.time(request.deadline().get()) + ".");
        } else {
            reasons.add("Boot and slow start leave too little of the deadline of "
                    + Show.time(request.deadline().orElse(Duration.ZERO)) + ".");
        }
        return nearest(slower(request.rate().orElseGet(() -> solver.mostRate(request))));
    }

    private String pace() {
        return request.rate().isPresent() || request.deadline().isPresent() ? "fast enough " : "";
    }

    private PlanOutcome.Infeasible nearest(TransferRequest relaxed) {
        Optional<TransferPlan> plan = solver.solve(relaxed, options).plan();
        return new PlanOutcome.Infeasible(reasons, plan.map(any -> relaxed), plan);
    }
}
