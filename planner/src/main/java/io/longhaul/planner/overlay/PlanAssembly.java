package io.longhaul.planner.overlay;

import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.PlanCost;
import io.longhaul.core.plan.PlanTime;
import io.longhaul.core.plan.Proof;
import io.longhaul.core.plan.Route;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.Verdict;
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

/** Turns arrays back into a plan with units: routes, VMs, time, money and proof. Confined to one thread. */
final class PlanAssembly {
    /** How far above 1 shares that make up all of the data may be. */
    private static final double ROUNDING = 1e-6;

    private final OverlaySetup setup;
    private final TransferRequest request;

    PlanAssembly(OverlaySetup setup) {
        this.setup = setup;
        request = setup.request;
    }

    /** The plan of an answer that has a solution. */
    TransferPlan plan(OverlayAnswer answer) {
        OverlaySolution solution = answer.solution().orElseThrow();
        Bandwidth rate = request.rateExactly() ? request.rate().orElseThrow() : answer.wholeRate();
        SortedMap<SiteId, Integer> vms = vms(solution);
        List<Route> routes = new RouteAssembly(
                        setup.network, solution, rate, request.limits().streamsPerVm())
                .routes();
        double wireBits = request.wireSize().bytes() * 8.0;
        Duration transfer = Durations.ofSeconds(wireBits / rate.bitsPerSecond());
        Duration expected = request.billing()
                .vmBoot()
                .plus(SlowStart.extra(setup.network.model(), routes, wireBits))
                .plus(transfer);
        PlanCost cost = cost(routes, solution.vms(), transfer);
        return new TransferPlan(
                request.from(),
                request.destination(),
                request.size(),
                verdict(routes, vms),
                rate,
                new PlanTime(expected, Optional.empty(), transfer),
                cost,
                routes,
                vms,
                proof(answer, solution, cost, expected),
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(),
                vmTypes(solution));
    }

    /** VMs by site, where there are any. */
    SortedMap<SiteId, Integer> vms(OverlaySolution solution) {
        var vms = new TreeMap<SiteId, Integer>();
        for (int v = 0; v < solution.vms().length; v++) {
            if (solution.vms()[v] > 0 && !setup.network.sites.store[v]) {
                vms.merge(setup.network.site(v), solution.vms()[v], Integer::sum);
            }
        }
        return vms;
    }

    /** VMs by type at the sites that have a choice. */
    private SortedMap<SiteId, SortedMap<String, Integer>> vmTypes(OverlaySolution solution) {
        var byType = new TreeMap<SiteId, SortedMap<String, Integer>>();
        for (int[] choice : setup.network.sites.choices) {
            for (int v : choice) {
                if (solution.vms()[v] > 0) {
                    byType.computeIfAbsent(setup.network.site(v), site -> new TreeMap<>())
                            .put(setup.network.sites.vm[v].type(), solution.vms()[v]);
                }
            }
        }
        return byType;
    }

    private PlanCost cost(List<Route> routes, int[] vms, Duration transfer) {
        var shares = new TreeMap<Link, Double>();
        routes.forEach(route -> route.hops().forEach(hop -> shares.merge(hop, route.share(), Double::sum)));
        return cost(shares, vms, transfer);
    }

    /** What shares of the data on links, and VMs, cost. */
    PlanCost cost(Map<Link, Double> shares, int[] vms, Duration transfer) {
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

    private Verdict verdict(List<Route> routes, Map<SiteId, Integer> vms) {
        if (routes.stream().anyMatch(route -> !route.relays().isEmpty())) {
            return Verdict.RELAY;
        }
        if (vms.values().stream().anyMatch(count -> count > 1)) {
            return Verdict.MORE_VMS;
        }
        LinkModel direct = setup.network.model().getLink(routes.get(0).hops().get(0));
        boolean several = routes.get(0).streamsByHop().get(0) > 1;
        return several && direct.singleFlow().isPresent() ? Verdict.MORE_STREAMS : Verdict.DIRECT;
    }

    /** Bound and gap of an answer. */
    Proof proof(OverlayAnswer answer, OverlaySolution solution, PlanCost cost, Duration expected) {
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
