package io.longhaul.planner.odds;

import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.VmChoice;
import io.longhaul.core.plan.VmGroup;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How fast a plan runs when its links run at some factors of their mean. Each route, or tree, goes as fast as its slowest
 * hop; a hop that is used below its capacity bears some loss without slowing the others; none exceeds the plan's rate by
 * more than the VM caps leave room for. Chunks go to whatever route or tree is free, so their rates add up. A tree whose
 * sites keep what their slower branches have yet to send would be done earlier, never later. Immutable.
 */
final class PlanSpeed {
    /** Links whose rates vary, in a fixed order. */
    final List<Link> varying;

    private final double[] treeRate;
    /** For each way, the indices into {@link #varying} of its hops. */
    private final int[][] hops;
    /** For each varying link, its mean capacity over the plan's flow. */
    private final double[] spare;

    private final double most;

    PlanSpeed(PlanningProblem problem, TransferPlan plan) {
        NetworkModel network = problem.network();
        Map<Link, Double> flows = plan.rates();
        varying = flows.keySet().stream()
                .filter(link -> network.getLink(link).variation().isPresent())
                .toList();
        var use = new StreamUse(problem, plan, flows);
        spare = varying.stream().mapToDouble(link -> 1 / use.of(link)).toArray();
        most = room(network, plan, flows);
        treeRate = plan.trees().stream()
                .mapToDouble(tree -> tree.rate().bitsPerSecond())
                .toArray();
        hops = plan.trees().stream()
                .map(tree -> tree.links().stream()
                        .mapToInt(varying::indexOf)
                        .filter(index -> index >= 0)
                        .distinct()
                        .toArray())
                .toArray(int[][]::new);
    }

    /** How many times its planned rate the whole plan could run before a VM cap binds; 1 where a bucket does. */
    private static double room(NetworkModel network, TransferPlan plan, Map<Link, Double> flows) {
        Map<SiteId, Double> sent = new TreeMap<>();
        Map<SiteId, Double> received = new TreeMap<>();
        flows.forEach((link, flow) -> {
            sent.merge(link.from(), flow, Double::sum);
            received.merge(link.to(), flow, Double::sum);
        });
        double room = Double.POSITIVE_INFINITY;
        for (var entry : sent.entrySet()) {
            boolean bucket = choices(network, entry.getKey())
                    .anyMatch(vm -> vm.caps().egressBucket().isPresent());
            double cap = cap(network, plan, entry.getKey(), VmCaps::egress);
            room = Math.min(room, bucket ? 1 : cap / entry.getValue());
        }
        for (var entry : received.entrySet()) {
            room = Math.min(room, cap(network, plan, entry.getKey(), VmCaps::ingress) / entry.getValue());
        }
        for (SiteModel site : network.sites()) {
            room = Math.min(room, room(site.uplink().out(), sent.get(site.id())));
            room = Math.min(room, room(site.uplink().in(), received.get(site.id())));
        }
        for (Link link : flows.keySet()) {
            LinkModel model = network.getLink(link);
            double flow = flows.getOrDefault(link, 1.0);
            room = Math.min(
                    room,
                    model.totalCap().map(cap -> cap.bitsPerSecond() / flow).orElse(Double.POSITIVE_INFINITY));
            if (model.variation().isEmpty()) {
                int pairs = Math.min(plan.vmsAt(link.from()), plan.vmsAt(link.to()));
                room = Math.min(room, (double) pairs * model.rates().maxRate().bitsPerSecond() / flow);
            }
        }
        return Math.max(1, room);
    }

    private static double room(Optional<Bandwidth> line, @Nullable Double carried) {
        return carried == null
                ? Double.POSITIVE_INFINITY
                : line.map(cap -> cap.bitsPerSecond() / carried).orElse(Double.POSITIVE_INFINITY);
    }

    private static Stream<VmChoice> choices(NetworkModel network, SiteId site) {
        return network.getSite(site).vmChoices().stream();
    }

    /** Bit/s of all VMs of a plan at a site, whatever their types. */
    private static double cap(NetworkModel network, TransferPlan plan, SiteId site, Function<VmCaps, Bandwidth> side) {
        boolean any = !network.getSite(site).choices().isEmpty();
        return choices(network, site)
                .mapToDouble(vm -> (double) plan.vmsAt(new VmGroup(site, any ? vm.type() : ""))
                        * side.apply(vm.caps()).bitsPerSecond())
                .sum();
    }

    /** Bit/s of the whole plan when the varying links run at these factors of their mean. */
    double bitsPerSecond(double[] factors) {
        double sum = 0;
        for (int way = 0; way < treeRate.length; way++) {
            double factor = most;
            for (int link : hops[way]) {
                factor = Math.min(factor, factors[link] * spare[link]);
            }
            sum += treeRate[way] * factor;
        }
        return sum;
    }
}
