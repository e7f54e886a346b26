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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Turns paths back into routes with streams. Confined to one thread. */
final class RouteAssembly {
    /** Rates are compared to this; where the last streams of a curve add less, they are not counted. */
    private static final double ROUNDING = 1e-6;

    private final FlowNetwork network;
    private final OverlaySolution solution;
    private final Bandwidth rate;
    private final int streamsPerVm;
    /** Share of the data on each leg. */
    private final Map<Leg, Double> flows = new HashMap<>();

    /** From the VMs of one node to those of another over a link. */
    private record Leg(int from, int to, Link link) {}

    RouteAssembly(FlowNetwork network, OverlaySolution solution, Bandwidth rate, int streamsPerVm) {
        this.streamsPerVm = streamsPerVm;
        this.network = network;
        this.solution = solution;
        this.rate = rate;
    }

    /** One route for each sequence of sites and VM types, the largest share first. */
    List<Route> routes() {
        Map<List<Leg>, Double> shares = new LinkedHashMap<>();
        for (int p = 0; p < solution.paths().length; p++) {
            shares.merge(legs(solution.paths()[p]), solution.shares()[p], Double::sum);
        }
        shares.forEach((legs, share) -> legs.forEach(leg -> flows.merge(leg, share, Double::sum)));
        Map<List<Leg>, int[]> streams = new LinkedHashMap<>();
        shares.forEach((legs, share) -> streams.put(legs, wholeStreams(legs, share)));
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

    /** The legs of a path, local arcs left out. */
    private List<Leg> legs(Path path) {
        return Arrays.stream(path.arcs)
                .filter(arc -> !network.local[arc])
                .mapToObj(arc -> new Leg(network.from[arc], network.to[arc], network.link[arc].link()))
                .toList();
    }

    /** As many whole streams on each hop as its part of the rate takes. */
    private int[] wholeStreams(List<Leg> legs, double share) {
        int[] streams = new int[legs.size()];
        for (int i = 0; i < legs.size(); i++) {
            Leg leg = legs.get(i);
            LinkModel model = network.model().getLink(leg.link);
            int pairs = Math.max(1, Math.min(solution.vms()[leg.from], solution.vms()[leg.to]));
            double flowShare = flows.getOrDefault(leg, share);
            double perPair = Math.min(flowShare * rate.bitsPerSecond() / pairs, (double)
                    model.rates().maxRate().bitsPerSecond());
            double onLink = pairs * model.rates().streamsFor(perPair * (1 - ROUNDING));
            streams[i] = (int) Math.max(1, Math.ceil(onLink * share / flowShare - 1e-6));
        }
        return streams;
    }

    /**
     * Takes streams off the routes with most of them where rounding up made them more than the VMs of a site have.
     */
    private void trim(Map<List<Leg>, int[]> streams, int side) {
        for (int v = 0; v < network.nodes; v++) {
            int node = v;
            if (solution.vms()[v] == 0) {
                continue;
            }
            List<List<Leg>> passing = streams.entrySet().stream()
                    .filter(entry -> hopAt(entry.getKey(), node, side) >= 0)
                    .sorted(Comparator.comparingInt(entry -> -entry.getValue()[hopAt(entry.getKey(), node, side)]))
                    .map(Map.Entry::getKey)
                    .toList();
            long over = -(long) solution.vms()[v] * streamsPerVm;
            for (List<Leg> legs : passing) {
                over += streams.getOrDefault(legs, new int[0])[hopAt(legs, v, side)];
            }
            for (boolean taken = true; over > 0 && taken; ) {
                taken = false;
                for (List<Leg> legs : passing) {
                    int[] counts = streams.getOrDefault(legs, new int[0]);
                    int at = hopAt(legs, v, side);
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
    private static int hopAt(List<Leg> legs, int v, int side) {
        for (int i = 0; i < legs.size(); i++) {
            if ((side == 0 ? legs.get(i).from : legs.get(i).to) == v) {
                return i;
            }
        }
        return -1;
    }

    private Route route(List<Leg> legs, double share, int[] streams) {
        var nodes = new ArrayList<Integer>();
        nodes.add(legs.get(0).from);
        legs.forEach(leg -> nodes.add(leg.to));
        List<SiteId> sites = nodes.stream().map(network::site).toList();
        var types = new TreeMap<SiteId, String>();
        for (int node : nodes) {
            if (!network.sites.site[node].choices().isEmpty()) {
                types.put(network.site(node), network.sites.vm[node].type());
            }
        }
        Bandwidth ofRoute = Bandwidth.ofBitsPerSecond(share * rate.bitsPerSecond());
        var windows = new ArrayList<Optional<DataSize>>();
        for (int i = 0; i < legs.size(); i++) {
            LinkModel model = network.model().getLink(legs.get(i).link);
            windows.add(model.windowFor(ofRoute, streams[i]));
        }
        List<String> classes = legs.stream().map(leg -> leg.link.linkClass()).toList();
        return new Route(sites, ofRoute, share, Arrays.stream(streams).boxed().toList(), windows, types, classes);
    }
}
