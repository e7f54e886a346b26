package io.longhaul.planner.overlay;

import io.longhaul.core.plan.DistributionPlan;
import io.longhaul.core.plan.DistributionTree;
import io.longhaul.core.plan.Leg;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.PlanCost;
import io.longhaul.core.plan.PlanTime;
import io.longhaul.core.plan.Route;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.VmGroup;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.planner.time.SlowStart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Turns arrays back into a plan for several destinations: trees, VMs, time, money and proof. Confined to one thread. */
final class DistributionAssembly {
    private final OverlaySetup setup;
    private final TransferRequest request;
    private final PlanAssembly money;

    DistributionAssembly(OverlaySetup setup) {
        this.setup = setup;
        request = setup.request;
        money = new PlanAssembly(setup);
    }

    /** The plan of an answer that has a solution. */
    DistributionPlan plan(OverlayAnswer answer) {
        OverlaySolution solution = answer.solution().orElseThrow();
        Bandwidth rate = request.rateExactly() ? request.rate().orElseThrow() : answer.wholeRate();
        SortedMap<VmGroup, Integer> vms = vms(solution);
        List<DistributionTree> trees = trees(solution, rate);
        SortedMap<Link, Integer> streams = streams(trees, vms);
        double wireBits = request.wireSize().bytes() * 8.0;
        Duration transfer = Durations.ofSeconds(wireBits / rate.bitsPerSecond());
        Duration expected = request.billing()
                .vmBoot()
                .plus(SlowStart.extra(setup.network.model(), ways(trees, streams), wireBits))
                .plus(transfer);
        PlanCost cost = money.cost(shares(trees), solution.vms(), transfer);
        return new DistributionPlan(
                request.from(),
                request.to(),
                request.size(),
                rate,
                new PlanTime(expected, Optional.empty(), transfer),
                cost,
                trees,
                streams,
                vms,
                money.proof(answer, solution, cost, expected),
                Optional.empty(),
                List.of(),
                List.of());
    }

    private VmGroup group(int node) {
        boolean choice = !setup.network.sites.site[node].choices().isEmpty();
        return new VmGroup(setup.network.site(node), choice ? setup.network.sites.vm[node].type() : "");
    }

    private SortedMap<VmGroup, Integer> vms(OverlaySolution solution) {
        var vms = new TreeMap<VmGroup, Integer>();
        for (int v = 0; v < solution.vms().length; v++) {
            if (solution.vms()[v] > 0 && !setup.network.sites.store[v]) {
                vms.put(group(v), solution.vms()[v]);
            }
        }
        return vms;
    }

    /** One tree for each set of legs, the largest share first. */
    private List<DistributionTree> trees(OverlaySolution solution, Bandwidth rate) {
        Map<List<Leg>, Double> shares = new LinkedHashMap<>();
        FlowNetwork network = setup.network;
        for (int p = 0; p < solution.paths().length; p++) {
            List<Leg> legs = Arrays.stream(solution.paths()[p].arcs)
                    .filter(arc -> !network.local[arc])
                    .mapToObj(
                            arc -> new Leg(network.link[arc].link(), group(network.from[arc]), group(network.to[arc])))
                    .sorted()
                    .toList();
            shares.merge(legs, solution.shares()[p], Double::sum);
        }
        return shares.entrySet().stream()
                .map(entry -> new DistributionTree(
                        entry.getKey(),
                        Bandwidth.ofBitsPerSecond(entry.getValue() * rate.bitsPerSecond()),
                        entry.getValue()))
                .sorted(Comparator.comparingDouble(DistributionTree::share)
                        .reversed()
                        .thenComparing(tree -> tree.legs().toString()))
                .toList();
    }

    private static SortedMap<Link, Double> shares(List<DistributionTree> trees) {
        var shares = new TreeMap<Link, Double>();
        trees.forEach(tree -> tree.links().forEach(link -> shares.merge(link, tree.share(), Double::sum)));
        return shares;
    }

    /** As many whole streams on each link as what it carries between all types of VMs takes. */
    private SortedMap<Link, Integer> streams(List<DistributionTree> trees, SortedMap<VmGroup, Integer> vms) {
        var rates = new TreeMap<Leg, Double>();
        trees.forEach(tree ->
                tree.legs().forEach(leg -> rates.merge(leg, (double) tree.rate().bitsPerSecond(), Double::sum)));
        var onLinks = new TreeMap<Link, Double>();
        rates.forEach((leg, rate) -> {
            LinkModel model = setup.network.model().getLink(leg.link());
            int pairs = Math.max(1, Math.min(vms.getOrDefault(leg.from(), 1), vms.getOrDefault(leg.to(), 1)));
            double perPair =
                    Math.min(rate / pairs, (double) model.rates().maxRate().bitsPerSecond());
            onLinks.merge(leg.link(), pairs * model.rates().streamsFor(perPair), Double::sum);
        });
        var streams = new TreeMap<Link, Integer>();
        onLinks.forEach((link, count) -> streams.put(link, (int) Math.max(1, Math.ceil(count - 1e-6))));
        return streams;
    }

    /** Every way from the source to some VMs as a route of its tree's rate, for slow start. */
    private List<Route> ways(List<DistributionTree> trees, SortedMap<Link, Integer> streams) {
        var ways = new ArrayList<Route>();
        for (DistributionTree tree : trees) {
            for (VmGroup receiver : tree.receivers()) {
                List<Link> links = tree.wayTo(request.from(), receiver);
                var sites = new ArrayList<SiteId>(List.of(request.from()));
                links.forEach(link -> sites.add(link.to()));
                ways.add(new Route(
                        sites,
                        tree.rate(),
                        tree.share(),
                        links.stream()
                                .map(link -> streams.getOrDefault(link, 1))
                                .toList(),
                        List.of(),
                        Collections.emptySortedMap(),
                        links.stream().map(Link::linkClass).toList()));
            }
        }
        return ways;
    }
}
