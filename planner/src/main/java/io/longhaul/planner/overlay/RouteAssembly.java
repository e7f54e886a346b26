package io.longhaul.planner.overlay;

import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.Route;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Turns paths back into routes with streams. Confined to one thread. */
final class RouteAssembly {
    private final FlowNetwork network;
    private final OverlaySolution solution;
    private final Bandwidth rate;
    private final int streamsPerVm;
    /** Share of the data between the VMs of two nodes. */
    private final Map<Long, Double> flows = new TreeMap<>();

    RouteAssembly(FlowNetwork network, OverlaySolution solution, Bandwidth rate, int streamsPerVm) {
        this.streamsPerVm = streamsPerVm;
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
        Map<List<Integer>, int[]> streams = new LinkedHashMap<>();
        shares.forEach((nodes, share) -> streams.put(nodes, wholeStreams(nodes, share)));
        trim(streams, 0);
        trim(streams, 1);
        return shares.entrySet().stream()
                .map(entry -> route(entry.getKey(), entry.getValue(), streams.getOrDefault(entry.getKey(), new int[0])))
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

    /** As many whole streams on each hop as its part of the rate takes. */
    private int[] wholeStreams(List<Integer> nodes, double share) {
        int[] streams = new int[nodes.size() - 1];
        for (int i = 1; i < nodes.size(); i++) {
            int from = nodes.get(i - 1);
            int to = nodes.get(i);
            LinkModel model = network.model().getLink(new Link(network.site(from), network.site(to)));
            int pairs = Math.max(1, Math.min(solution.vms()[from], solution.vms()[to]));
            double flowShare = flows.getOrDefault(hop(nodes, i), share);
            double perPair = Math.min(flowShare * rate.bitsPerSecond() / pairs, (double)
                    model.rates().maxRate().bitsPerSecond());
            double onLink = pairs * model.rates().streamsFor(perPair);
            streams[i - 1] = (int) Math.max(1, Math.ceil(onLink * share / flowShare - 1e-6));
        }
        return streams;
    }

    /**
     * Takes streams off the routes with most of them where rounding up made them more than the VMs of a site have.
     */
    private void trim(Map<List<Integer>, int[]> streams, int side) {
        for (int v = 0; v < network.nodes; v++) {
            int node = v;
            if (solution.vms()[v] == 0) {
                continue;
            }
            List<List<Integer>> passing = streams.entrySet().stream()
                    .filter(entry -> hopAt(entry.getKey(), node, side) >= 0)
                    .sorted(Comparator.comparingInt(entry -> -entry.getValue()[hopAt(entry.getKey(), node, side)]))
                    .map(Map.Entry::getKey)
                    .toList();
            long over = -(long) solution.vms()[v] * streamsPerVm;
            for (List<Integer> nodes : passing) {
                over += streams.getOrDefault(nodes, new int[0])[hopAt(nodes, v, side)];
            }
            for (boolean taken = true; over > 0 && taken; ) {
                taken = false;
                for (List<Integer> nodes : passing) {
                    int[] counts = streams.getOrDefault(nodes, new int[0]);
                    int at = hopAt(nodes, v, side);
                    if (over > 0 && counts[at] > 1) {
                        counts[at]--;
                        over--;
                        taken = true;
                    }
                }
            }
        }
    }

    /** Which hop of a route leaves a node (side 0) or enters it (side 1); -1 where none does. */
    private static int hopAt(List<Integer> nodes, int v, int side) {
        int at = nodes.indexOf(v) - side;
        return at < 0 || at >= nodes.size() - 1 ? -1 : at;
    }

    private Route route(List<Integer> nodes, double share, int[] streams) {
        List<SiteId> sites = nodes.stream().map(network::site).toList();
        var types = new TreeMap<SiteId, String>();
        for (int node : nodes) {
            if (!network.sites.site[node].choices().isEmpty()) {
                types.put(network.site(node), network.sites.vm[node].type());
            }
        }
        Bandwidth ofRoute = Bandwidth.ofBitsPerSecond(share * rate.bitsPerSecond());
        var windows = new ArrayList<Optional<DataSize>>();
        for (int i = 1; i < sites.size(); i++) {
            LinkModel model = network.model().getLink(new Link(sites.get(i - 1), sites.get(i)));
            windows.add(model.windowFor(ofRoute, streams[i - 1]));
        }
        return new Route(sites, ofRoute, share, Arrays.stream(streams).boxed().toList(), windows, types);
    }
}
