package io.longhaul.planner.overlay;

import io.longhaul.core.plan.Hop;
import io.longhaul.core.plan.Movement;
import io.longhaul.core.plan.PlanCost;
import io.longhaul.core.plan.PlanTime;
import io.longhaul.core.plan.Proof;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.Tree;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.plan.VmGroup;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import io.longhaul.planner.time.SlowStart;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Turns arrays back into a plan with units: trees, VMs, time, money and proof. Confined to one thread. */
final class PlanAssembly {
    /** How far above 1 shares that make up all of the data may be. */
    private static final double ROUNDING = 1e-6;

    /** Seconds from which on a transfer is beyond counting: half of what nanoseconds can hold, 146 years. */
    private static final double FOREVER = Long.MAX_VALUE / 2e9;

    private final OverlaySetup setup;
    private final TransferRequest request;

    PlanAssembly(OverlaySetup setup) {
        this.setup = setup;
        request = setup.request;
    }

    /** The plan of an answer that has a solution. */
    TransferPlan plan(OverlayAnswer answer) {
        OverlaySolution solution = answer.solution().orElseThrow();
        boolean exactly = request.rateExactly();
        Bandwidth rate = exactly ? request.rate().orElseThrow() : answer.wholeRate();
        var assembly =
                new TreeAssembly(setup.network, solution, rate, request.limits().streamsPerVm());
        SortedMap<VmGroup, Integer> vms = assembly.vms();
        List<Tree> trees = assembly.trees();
        double wireBits = request.wireSize().bytes() * 8.0;
        // a rate is a whole number of bit/s, which few of them are not: the time is not rounded with it
        Duration transfer = lasting(wireBits / (exactly ? rate.bitsPerSecond() : answer.rate() * 1e9));
        Duration expected = request.billing()
                .vmBoot()
                .plus(SlowStart.extra(setup.network.model(), trees, wireBits))
                .plus(transfer);
        var time = new PlanTime(expected, Optional.empty(), transfer);
        var free = new PlanCost(Money.ZERO, Money.ZERO, Money.ZERO);
        var unpriced = new TransferPlan(
                Movement.of(request, trees, vms, rate, time, free),
                verdict(trees, vms),
                Proof.ofCost(Money.ZERO, Money.ZERO));
        PlanCost cost = cost(unpriced.shares(), solution.vms(), transfer);
        return unpriced.withCost(cost, proof(answer, solution, cost, expected));
    }

    private static Duration lasting(double seconds) {
        if (seconds > FOREVER) {
            throw new ArithmeticException("a transfer of " + seconds + " s");
        }
        return Durations.ofSeconds(seconds);
    }

    /** What shares of the data on links, and VMs, cost. */
    private PlanCost cost(Map<Link, Double> shares, int[] vms, Duration transfer) {
        Money egress = Money.ZERO;
        for (var entry : shares.entrySet()) {
            double copies = entry.getValue() < 1 + ROUNDING ? Math.min(1, entry.getValue()) : entry.getValue();
            DataSize volume =
                    DataSize.ofBytes((long) Math.ceil(request.wireSize().bytes() * copies));
            egress = egress.plus(setup.network
                    .model()
                    .getLink(entry.getKey())
                    .price()
                    .cost(volume, request.billing().alreadySent()));
        }
        Money vm = Money.ZERO;
        Duration billed = request.billing().billed(transfer);
        for (int v = 0; v < vms.length; v++) {
            if (vms[v] > 0 && !setup.network.sites.store[v]) {
                vm = vm.plus(setup.network.sites.vm[v].price().times(vms[v]).times(billed));
            }
        }
        Money fees = request.billing().requestFees(request.size()).times((long)
                request.to().size());
        return new PlanCost(egress, vm, fees);
    }

    private Verdict verdict(List<Tree> trees, Map<VmGroup, Integer> vms) {
        if (trees.stream().anyMatch(tree -> !tree.forwarders().isEmpty())) {
            return Verdict.RELAY;
        }
        var bySite = new TreeMap<SiteId, Integer>();
        vms.forEach((group, count) -> bySite.merge(group.site(), count, Integer::sum));
        if (bySite.values().stream().anyMatch(count -> count > 1)) {
            return Verdict.MORE_VMS;
        }
        Hop first = trees.get(0).hops().get(0);
        boolean known = request.to().size() == 1
                && setup.network.model().getLink(first.link()).singleFlow().isPresent();
        return first.streams() > 1 && known ? Verdict.MORE_STREAMS : Verdict.DIRECT;
    }

    /** Bound and gap of an answer. */
    private Proof proof(OverlayAnswer answer, OverlaySolution solution, PlanCost cost, Duration expected) {
        if (Double.isNaN(answer.timeBound())) {
            double dollars = Math.max(0, answer.dollarBound());
            return Proof.ofCost(Money.ofDollars(dollars).plus(cost.requests()), cost.total());
        }
        double time = Math.max(0, Math.min(answer.timeBound(), solution.time()));
        double least = time * answer.problem().secondsPerTime();
        double start = setup.starts.least(setup.volume / Math.max(least, 1e-12));
        Duration bound = request.billing().vmBoot().plus(Durations.ofSeconds(least + start));
        return Proof.ofTime(bound, expected);
    }
}
