package io.longhaul.planner.overlay;

import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.Route;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Turns paths back into routes with streams. Confined to one thread. */
final class RouteAssembly {
    private final FlowNetwork network;
    private final OverlaySolution solution;
    private final Bandwidth rate;
    /** Share of the data between the VMs of two nodes. */
    private final Map<Long, Double> flows = new TreeMap<>();

    RouteAssembly(FlowNetwork network, OverlaySolution solution, Bandwidth rate) {
        this.network = network;
        this.solution = solution;
        this.rate = rate;
    }

    /** One route for each sequence of sites and VM types, the largest share first. */
    List<Route> routes() {
        Map<List<Integer>, Double> shares = new LinkedHashMap<>();
        for (int p = 0; p < solution.paths().length; p++) {
            shares.merge(nodes(solution.paths()[p]), solution.shares()[p], Double::sum);
        }
        shares.forEach((nodes, share) -> {
            for (int i = 1; i < nodes.size(); i++) {
                flows.merge(hop(nodes, i), share, Double::sum);
            }
        });
        return shares.entrySet().stream()
                .map(entry -> route(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingDouble(Route::share)
                        .reversed()
                        .thenComparing(Route::toString)
                        .thenComparing(route -> route.vmTypes().toString()))
                .toList();
    }

    /** The nodes with VMs that a path passes. */
    private List<Integer> nodes(Path path) {
        var nodes = new ArrayList<Integer>();
        for (int arc : path.arcs) {
            if (nodes.isEmpty() && !network.sites.store[network.from[arc]]) {
                nodes.add(network.from[arc]);
            }
            if (!network.sites.store[network.to[arc]]) {
                nodes.add(network.to[arc]);
            }
        }
        return nodes;
    }

    private long hop(List<Integer> nodes, int i) {
        return (long) nodes.get(i - 1) * network.nodes + nodes.get(i);
    }

    private Route route(List<Integer> nodes, double share) {
        List<SiteId> sites = nodes.stream().map(network::site).toList();
        var streams = new ArrayList<Integer>();
        for (int i = 1; i < nodes.size(); i++) {
            LinkModel model = network.model().getLink(new Link(sites.get(i - 1), sites.get(i)));
            int pairs = Math.max(1, Math.min(solution.vms()[nodes.get(i - 1)], solution.vms()[nodes.get(i)]));
            double flowShare = flows.getOrDefault(hop(nodes, i), share);
            double perPair = Math.min(flowShare * rate.bitsPerSecond() / pairs, (double)
                    model.rates().maxRate().bitsPerSecond());
            double onLink = pairs * model.rates().streamsFor(perPair);
            streams.add((int) Math.max(1, Math.ceil(onLink * share / flowShare - 1e-6)));
        }
        var types = new TreeMap<SiteId, String>();
        for (int node : nodes) {
            if (network.sites.home[node] != node) {
                types.put(network.site(node), network.sites.vm[node].type());
            }
        }
        return new Route(sites, Bandwidth.ofBitsPerSecond(share * rate.bitsPerSecond()), share, streams, types);
    }
}
