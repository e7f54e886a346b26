package io.longhaul.planner.overlay;

import io.longhaul.core.plan.Hop;
import io.longhaul.core.plan.Leg;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.Tree;
import io.longhaul.core.plan.VmGroup;
import io.longhaul.core.units.Bandwidth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Turns arcs back into paths and trees with streams. Confined to one thread. */
final class TreeAssembly {
    /** Rates are compared to this; where the last streams of a curve add less, they are not counted. */
    private static final double ROUNDING = 1e-6;

    private final FlowNetwork network;
    private final OverlaySolution solution;
    private final Bandwidth rate;
    private final int streamsPerVm;
    private final SortedMap<VmGroup, Integer> vms = new TreeMap<>();
    /** Share of the data on each leg. */
    private final Map<Leg, Double> flows = new HashMap<>();

    TreeAssembly(FlowNetwork network, OverlaySolution solution, Bandwidth rate, int streamsPerVm) {
        this.streamsPerVm = streamsPerVm;
        this.network = network;
        this.solution = solution;
        this.rate = rate;
        for (int v = 0; v < network.nodes; v++) {
            if (solution.vms()[v] > 0 && !network.sites.store[v]) {
                vms.put(group(v), solution.vms()[v]);
            }
        }
    }

    /** VMs by site and type, where there are any. */
    SortedMap<VmGroup, Integer> vms() {
        return vms;
    }

    private VmGroup group(int node) {
        return network.sites.site[node].vmsOf(network.sites.vm[node]);
    }

    /** One tree for each set of legs, the largest share first. */
    List<Tree> trees() {
        Map<List<Leg>, Double> shares = new LinkedHashMap<>();
        for (int p = 0; p < solution.paths().length; p++) {
            shares.merge(legs(solution.paths()[p]), solution.shares()[p], Double::sum);
        }
        shares.forEach((legs, share) -> legs.forEach(leg -> flows.merge(leg, share, Double::sum)));
        Map<List<Leg>, int[]> streams = new LinkedHashMap<>();
        shares.forEach((legs, share) -> streams.put(legs, wholeStreams(legs, share)));
        vms.keySet().forEach(group -> {
            trim(streams, group, Leg::from);
            trim(streams, group, Leg::to);
        });
        return shares.entrySet().stream()
                .map(entry -> tree(entry.getKey(), entry.getValue(), streams.getOrDefault(entry.getKey(), new int[0])))
                .sorted(Tree.LARGEST_FIRST)
                .toList();
    }

    /** The legs of a path or tree from the source on, local arcs left out. */
    private List<Leg> legs(Path path) {
        List<Leg> open = new ArrayList<>(Arrays.stream(path.arcs)
                .filter(arc -> !network.local[arc])
                .mapToObj(arc -> new Leg(network.link[arc].link(), group(network.from[arc]), group(network.to[arc])))
                .sorted()
                .toList());
        var ordered = new ArrayList<Leg>();
        while (!open.isEmpty()) {
            var waiting = new HashSet<VmGroup>();
            open.forEach(leg -> waiting.add(leg.to()));
            List<Leg> next =
                    open.stream().filter(leg -> !waiting.contains(leg.from())).toList();
            ordered.addAll(next);
            open.removeAll(next);
        }
        return ordered;
    }

    /** As many whole streams on each leg as its part of the rate takes. */
    private int[] wholeStreams(List<Leg> legs, double share) {
        int[] streams = new int[legs.size()];
        for (int i = 0; i < legs.size(); i++) {
            Leg leg = legs.get(i);
            LinkModel model = network.model().getLink(leg.link());
            int pairs = Math.max(1, Math.min(vms.getOrDefault(leg.from(), 0), vms.getOrDefault(leg.to(), 0)));
            double flowShare = flows.getOrDefault(leg, share);
            double perPair = Math.min(flowShare * rate.bitsPerSecond() / pairs, (double)
                    model.rates().maxRate().bitsPerSecond());
            double onLink = pairs * model.rates().streamsFor(perPair * (1 - ROUNDING));
            streams[i] = (int) Math.max(1, Math.ceil(onLink * share / flowShare - 1e-6));
        }
        return streams;
    }

    /** One leg of one tree: where its streams are counted. */
    private static final class Place {
        private final int[] streams;
        private final int leg;

        Place(int[] streams, int leg) {
            this.streams = streams;
            this.leg = leg;
        }
    }

    /** Takes streams off the legs with most of them where rounding up made them more than some VMs have at one side. */
    private void trim(Map<List<Leg>, int[]> streams, VmGroup group, Function<Leg, VmGroup> side) {
        var places = new ArrayList<Place>();
        streams.forEach((legs, counts) -> {
            for (int i = 0; i < legs.size(); i++) {
                if (side.apply(legs.get(i)).equals(group)) {
                    places.add(new Place(counts, i));
                }
            }
        });
        places.sort(Comparator.comparingInt(place -> -place.streams[place.leg]));
        long over = -(long) vms.getOrDefault(group, 0) * streamsPerVm;
        for (Place place : places) {
            over += place.streams[place.leg];
        }
        for (boolean taken = true; over > 0 && taken; ) {
            taken = false;
            for (Place place : places) {
                if (over > 0 && place.streams[place.leg] > 1) {
                    place.streams[place.leg]--;
                    over--;
                    taken = true;
                }
            }
        }
    }

    private Tree tree(List<Leg> legs, double share, int[] streams) {
        Bandwidth ofTree = Bandwidth.ofBitsPerSecond(share * rate.bitsPerSecond());
        var hops = new ArrayList<Hop>();
        for (int i = 0; i < legs.size(); i++) {
            LinkModel model = network.model().getLink(legs.get(i).link());
            hops.add(new Hop(legs.get(i), streams[i], model.windowFor(ofTree, streams[i])));
        }
        return new Tree(hops, ofTree, share);
    }
}
