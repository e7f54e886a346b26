package io.longhaul.planner.explain;

import io.longhaul.core.plan.BillingTerms;
import io.longhaul.core.plan.Goal;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.Uplink;
import io.longhaul.core.plan.VmChoice;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import io.longhaul.planner.overlay.OverlaySolver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Why a request cannot be met, and the nearest one that can: the same sites and limits with the rate, the deadline or the
 * budget moved just far enough. Confined to one thread.
 */
public final class Diagnosis {
    private final PlanningProblem problem;
    private final TransferRequest request;
    private final OverlaySolver solver;
    private final List<String> reasons = new ArrayList<>();

    private Diagnosis(PlanningProblem problem, OverlaySolver solver) {
        this.problem = problem;
        this.solver = solver;
        request = problem.request();
    }

    /** The outcome for a request that no plan meets. */
    public static PlanOutcome.Infeasible of(PlanningProblem problem, OverlaySolver solver) {
        return new Diagnosis(problem, solver).run();
    }

    private PlanOutcome.Infeasible run() {
        Bandwidth most = solver.mostRate(request);
        if (most.isZero() && hasNoVms(request.sources())) {
            reasons.add("No VM is allowed at " + request.sourcesText() + ".");
            return new PlanOutcome.Infeasible(reasons, Optional.empty(), Optional.empty());
        }
        if (most.isZero() && hasNoVms(request.to())) {
            reasons.add("No VM is allowed at " + request.destination() + ".");
            return new PlanOutcome.Infeasible(reasons, Optional.empty(), Optional.empty());
        }
        if (most.isZero() && carryNothing(request.sources(), VmCaps::egress)) {
            reasons.add("VMs at " + request.sourcesText() + " send nothing: their egress cap is zero.");
            return new PlanOutcome.Infeasible(reasons, Optional.empty(), Optional.empty());
        }
        if (most.isZero() && carryNothing(request.to(), VmCaps::ingress)) {
            reasons.add("VMs at " + request.destination() + " receive nothing: their ingress cap is zero.");
            return new PlanOutcome.Infeasible(reasons, Optional.empty(), Optional.empty());
        }
        if (most.isZero()) {
            reasons.add("No measured and priced links, by sites that may relay, lead from " + request.sourcesText()
                    + " to " + request.destination() + ".");
            return new PlanOutcome.Infeasible(reasons, Optional.empty(), Optional.empty());
        }
        Optional<Bandwidth> needed = neededRate();
        if (needed.isPresent() && needed.get().compareTo(most) > 0) {
            tooFast(needed.get(), most);
            return nearest(slower(most));
        }
        return tooDear();
    }

    private boolean carryNothing(List<SiteId> sites, Function<VmCaps, Bandwidth> side) {
        return sites.stream()
                .allMatch(site -> problem.network().getSite(site).vmChoices().stream()
                        .allMatch(vm -> side.apply(vm.caps()).isZero()));
    }

    private boolean hasNoVms(List<SiteId> sites) {
        return sites.stream()
                .allMatch(site -> request.limits().maxVms(site) == 0
                        || problem.network().getSite(site).vmChoices().stream().allMatch(vm -> vm.quota() == 0));
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
        if (request.replicas().isEmpty()) {
            end(network.getSite(request.from()), "send", VmCaps::egress, Uplink::out, needed);
        } else {
            sources(needed);
        }
        end(network.getSite(request.destination()), "receive", VmCaps::ingress, Uplink::in, needed);
        if (!request.limits().relaysAllowed()) {
            reasons.add("Relays are not allowed.");
        }
    }

    /** What the VMs of all sources send together. */
    private void sources(Bandwidth needed) {
        Bandwidth total = Bandwidth.ZERO;
        for (SiteId source : request.sources()) {
            SiteModel site = problem.network().getSite(source);
            Bandwidth ofVms = most(site, VmCaps::egress, request.limits().maxVms(source));
            total = total.plus(site.uplink().out().map(ofVms::min).orElse(ofVms));
        }
        if (total.compareTo(needed) < 0) {
            reasons.add(
                    "The VMs allowed at " + request.sourcesText() + " send at most " + Show.rate(total) + " together.");
        }
    }

    private void end(
            SiteModel site,
            String verb,
            Function<VmCaps, Bandwidth> side,
            Function<Uplink, Optional<Bandwidth>> line,
            Bandwidth needed) {
        line.apply(site.uplink())
                .filter(cap -> cap.compareTo(needed) < 0)
                .ifPresent(cap -> reasons.add("All VMs at " + site.id() + " together " + verb + " at most "
                        + Show.rate(cap) + " over its uplink, however many they are."));
        int vms = request.limits().maxVms(site.id());
        Bandwidth total = most(site, side, vms);
        if (total.compareTo(needed) >= 0) {
            return;
        }
        String allowed = "The " + (vms == 1 ? "VM" : vms + " VMs") + " allowed at " + site.id();
        if (site.choices().isEmpty()) {
            int enough = (int) Math.ceil(needed.dividedBy(side.apply(site.caps())) - 1e-9);
            reasons.add(allowed + " " + verb + " at most " + Show.rate(total) + "; " + enough + " would be enough.");
        } else {
            reasons.add(allowed + ", of the types and quotas there, " + verb + " at most " + Show.rate(total) + ".");
        }
    }

    /** What so many VMs carry, the largest types first. */
    private static Bandwidth most(SiteModel site, Function<VmCaps, Bandwidth> side, int vms) {
        List<VmChoice> largestFirst = site.vmChoices().stream()
                .sorted(Comparator.comparing((VmChoice vm) -> side.apply(vm.caps()))
                        .reversed())
                .toList();
        Bandwidth total = Bandwidth.ZERO;
        int left = vms;
        for (VmChoice vm : largestFirst) {
            int taken = Math.min(left, vm.quota());
            total = total.plus(side.apply(vm.caps()).times((long) taken));
            left -= taken;
        }
        return total;
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
            Duration time = solver.solve(fastest)
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
        Optional<TransferPlan> cheapest = solver.solve(anyPrice).plan();
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
        Optional<TransferPlan> plan = solver.solve(relaxed).plan();
        return new PlanOutcome.Infeasible(reasons, plan.map(any -> relaxed), plan);
    }
}
