package io.longhaul.planner.overlay;

import io.longhaul.core.plan.DistributionOffer;
import io.longhaul.core.plan.DistributionPlan;
import io.longhaul.core.plan.DistributionTree;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.PlanCost;
import io.longhaul.core.plan.PlanTime;
import io.longhaul.core.plan.Route;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.planner.time.SlowStart;
import java.time.Duration;
import java.util.ArrayList;
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
        SortedMap<SiteId, Integer> vms = money.vms(solution);
        List<DistributionTree> trees = trees(solution, rate);
        SortedMap<Link, Double> shares = shares(trees);
        SortedMap<Link, Integer> streams = streams(shares, rate, vms);
        double wireBits = request.wireSize().bytes() * 8.0;
        Duration transfer = Durations.ofSeconds(wireBits / rate.bitsPerSecond());
        Duration expected = request.billing()
                .vmBoot()
                .plus(SlowStart.extra(setup.network.model(), ways(trees, streams), wireBits))
                .plus(transfer);
        PlanCost cost = money.cost(shares, solution.vms(), transfer);
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
                List.of(),
                List.of());
    }

    /** A single tree as something to compare with. */
    DistributionOffer offer(String kind, OverlayAnswer answer, boolean meetsRequest) {
        DistributionPlan plan = plan(answer);
        return new DistributionOffer(
                kind, plan.trees().get(0), plan.rate(), plan.time().expected(), plan.cost(), meetsRequest);
    }

    /** One tree for each set of links, the largest share first. */
    private List<DistributionTree> trees(OverlaySolution solution, Bandwidth rate) {
        Map<List<Link>, Double> shares = new LinkedHashMap<>();
        for (int p = 0; p < solution.paths().length; p++) {
            var links = new ArrayList<Link>();
            for (int arc : solution.paths()[p].arcs) {
                links.add(setup.network.link[arc].link());
            }
            Collections.sort(links);
            shares.merge(links, solution.shares()[p], Double::sum);
        }
        return shares.entrySet().stream()
                .map(entry -> new DistributionTree(
                        entry.getKey(),
                        Bandwidth.ofBitsPerSecond(entry.getValue() * rate.bitsPerSecond()),
                        entry.getValue()))
                .sorted(Comparator.comparingDouble(DistributionTree::share)
                        .reversed()
                        .thenComparing(tree -> tree.links().toString()))
                .toList();
    }

    private static SortedMap<Link, Double> shares(List<DistributionTree> trees) {
        var shares = new TreeMap<Link, Double>();
        trees.forEach(tree -> tree.links().forEach(link -> shares.merge(link, tree.share(), Double::sum)));
        return shares;
    }

    private SortedMap<Link, Integer> streams(Map<Link, Double> shares, Bandwidth rate, SortedMap<SiteId, Integer> vms) {
        var streams = new TreeMap<Link, Integer>();
        shares.forEach((link, share) -> {
            LinkModel model = setup.network.model().getLink(link);
            int pairs = Math.min(vms.getOrDefault(link.from(), 1), vms.getOrDefault(link.to(), 1));
            double most = model.rates().maxRate().bitsPerSecond();
            double perPair = Math.min(share * rate.bitsPerSecond() / pairs, most);
            double onLink = pairs * model.rates().streamsFor(perPair);
            streams.put(link, (int) Math.max(1, Math.ceil(onLink - 1e-6)));
        });
        return streams;
    }

    /** Every way from the source to a destination as a route of its tree's rate, for slow start. */
    private List<Route> ways(List<DistributionTree> trees, SortedMap<Link, Integer> streams) {
        var ways = new ArrayList<Route>();
        for (DistributionTree tree : trees) {
            for (SiteId destination : request.to()) {
                List<Link> links = tree.wayTo(request.from(), destination);
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
