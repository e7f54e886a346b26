package io.longhaul.planner.joint;

import io.longhaul.core.plan.JointProblem;
import io.longhaul.core.plan.JointProblem.Item;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.Uplink;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Transfers one after the other where they cannot all start at once: whenever some end, those that fit into what is free
 * start, the earliest deadline first and the heavier of two. A rule, not a search. Confined to one thread.
 */
final class InTurn {
    private final JointProblem problem;
    private final NetworkModel network;
    private final Function<PlanningProblem, PlanOutcome> planner;
    private final BooleanSupplier outOfTime;
    private final List<Placed> placed = new ArrayList<>();

    /** A transfer with its plan and when it starts. */
    record Placed(Item item, Duration start, TransferPlan plan) {
        private Duration end() {
            return start.plus(plan.time().expected());
        }
    }

    /**
     * @param network at flat prices
     */
    InTurn(
            JointProblem problem,
            NetworkModel network,
            Function<PlanningProblem, PlanOutcome> planner,
            BooleanSupplier outOfTime) {
        this.problem = problem;
        this.network = network;
        this.planner = planner;
        this.outOfTime = outOfTime;
    }

    /** All that could be placed; those that are missing found no place before their deadline. */
    List<Placed> run() {
        Comparator<Item> byDeadline =
                Comparator.comparing(item -> item.request().deadline().orElse(Duration.ofSeconds(Long.MAX_VALUE)));
        List<Item> order = problem.transfers().stream()
                .sorted(byDeadline.thenComparing(Item::weight, Comparator.reverseOrder()))
                .toList();
        Set<Item> waiting = new LinkedHashSet<>(order);
        Optional<Duration> now = Optional.of(Duration.ZERO);
        while (now.isPresent() && !waiting.isEmpty() && !outOfTime.getAsBoolean()) {
            Duration moment = now.get();
            waiting.removeIf(item -> place(item, moment));
            now = placed.stream()
                    .map(Placed::end)
                    .filter(end -> end.compareTo(moment) > 0)
                    .min(Duration::compareTo);
        }
        return placed;
    }

    private boolean place(Item item, Duration moment) {
        TransferRequest request = item.request();
        if (request.deadline().isPresent()) {
            Duration left = request.deadline().get().minus(moment);
            if (left.compareTo(request.billing().vmBoot()) <= 0) {
                return false;
            }
            request = request.withDeadline(left);
        }
        List<TransferPlan> running = placed.stream()
                .filter(other -> other.end().compareTo(moment) > 0)
                .map(Placed::plan)
                .toList();
        Map<SiteId, Integer> free = free(running);
        if (free.getOrDefault(request.from(), 1) < 1 || free.getOrDefault(request.destination(), 1) < 1) {
            return false;
        }
        var quotas = new HashMap<>(request.limits().vmQuotas());
        free.forEach((site, count) -> quotas.merge(site, count, Math::min));
        Optional<TransferPlan> plan = planner.apply(
                        new PlanningProblem(request.withLimits(request.limits().withVmQuotas(quotas)), left(running)))
                .plan();
        plan.ifPresent(found -> placed.add(new Placed(item, moment, found)));
        return plan.isPresent();
    }

    private Map<SiteId, Integer> free(List<TransferPlan> running) {
        var free = new TreeMap<SiteId, Integer>();
        running.forEach(plan -> plan.vms()
                .forEach((site, count) ->
                        free.merge(site, problem.limits().maxVms(site) - count, (before, fresh) -> before - count)));
        return free;
    }

    /** The network without what running transfers take of total caps. */
    private NetworkModel left(List<TransferPlan> running) {
        var taken = new TreeMap<Link, Double>();
        for (TransferPlan plan : running) {
            plan.rates().forEach((link, rate) -> {
                if (network.getLink(link).totalCap().isPresent()) {
                    taken.merge(link, rate, Double::sum);
                }
            });
        }
        NetworkModel left = network;
        for (SiteModel site : network.sites()) {
            if (!site.uplink().equals(Uplink.NONE)) {
                left = left.with(site.withUplink(new Uplink(
                        rest(site.uplink().out(), running, Link::from, site.id()),
                        rest(site.uplink().in(), running, Link::to, site.id()))));
            }
        }
        for (Map.Entry<Link, Double> link : taken.entrySet()) {
            LinkModel model = network.getLink(link.getKey());
            double rest = model.totalCap().orElseThrow().bitsPerSecond() - link.getValue();
            left = rest < 1
                    ? left.without(Set.of(link.getKey()))
                    : left.with(model.withTotalCap(Bandwidth.ofBitsPerSecond(rest)));
        }
        return left;
    }

    /** What running transfers leave of a line, at least a bit per second. */
    private static Optional<Bandwidth> rest(
            Optional<Bandwidth> line, List<TransferPlan> running, Function<Link, SiteId> end, SiteId site) {
        double taken = running.stream()
                .flatMap(plan -> plan.rates().entrySet().stream())
                .filter(carried -> end.apply(carried.getKey()).equals(site))
                .mapToDouble(Map.Entry::getValue)
                .sum();
        return line.map(cap -> Bandwidth.ofBitsPerSecond(Math.max(1, cap.bitsPerSecond() - taken)));
    }
}
