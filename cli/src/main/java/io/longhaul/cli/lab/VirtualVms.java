package io.longhaul.cli.lab;

import io.longhaul.campaign.desk.OrderedStudy;
import io.longhaul.campaign.orders.Order;
import io.longhaul.campaign.orders.OrderResult;
import io.longhaul.campaign.orders.Task;
import io.longhaul.campaign.plan.Participant;
import io.longhaul.campaign.run.AgentPort;
import io.longhaul.campaign.run.AnsweringAgent;
import io.longhaul.campaign.run.Rehearsal;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.probes.spec.ProbeTarget;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Agents at the sites of a topology, in virtual time: every probe and study is carried by the lab that computes. A load takes its two
 * ends for its time, so that what follows there begins after it; what a sender's token bucket has left is kept from load to load. Loads of
 * one round do not touch each other: they have different ends. Thread-safe.
 */
public final class VirtualVms implements Rehearsal {
    private static final int ANY_PORT = 1;

    private final LabTopology topology;
    private final Instant begin;
    private final Map<SiteId, Double> busyUntil = new HashMap<>();
    private final Map<SiteId, VirtualBucket> buckets = new HashMap<>();
    private double now;

    /**
     * @param begin when their time begins
     * @throws InvalidInputException when the topology changes through time by itself
     */
    public VirtualVms(LabTopology topology, Instant begin) {
        if (!topology.changes().isEmpty()) {
            throw new InvalidInputException(
                    "The topology " + topology.name()
                            + " changes through time, and a campaign in virtual time takes it as it is.",
                    "Leave its changes out.");
        }
        this.topology = topology;
        this.begin = begin;
        for (LabSite site : topology.sites()) {
            site.caps().egressBucket().ifPresent(bucket -> buckets.put(site.id(), new VirtualBucket(bucket)));
        }
    }

    /**
     * That every agent has a site here.
     *
     * @throws InvalidInputException when one has not
     */
    public void require(List<Participant> agents) {
        agents.forEach(agent -> topology.getSite(agent.site()));
    }

    @Override
    public synchronized Instant instant() {
        return begin.plus(Durations.ofSeconds(seconds()));
    }

    private double seconds() {
        return busyUntil.values().stream().reduce(now, Math::max);
    }

    @Override
    public synchronized long nanos() {
        return (long) (seconds() * 1e9);
    }

    @Override
    public synchronized void sleep(Duration time) {
        now = seconds() + Durations.seconds(time);
    }

    @Override
    public AgentPort agent(Participant self) {
        return new AnsweringAgent(self, this::answer, this);
    }

    private synchronized OrderResult answer(Order order) {
        List<SiteId> ends =
                new ArrayList<>(List.of(order.link().from(), order.link().to()));
        order.others().forEach(peer -> ends.add(peer.site()));
        double start =
                ends.stream().map(end -> busyUntil.getOrDefault(end, 0.0)).reduce(now, Math::max);
        var prober = new VirtualProber(
                topology, Optional.ofNullable(buckets.get(order.link().from())), order, begin, start);
        OrderResult result = carriedOut(order, prober);
        if (order.task().isLoad()) {
            ends.forEach(end -> busyUntil.put(end, prober.seconds()));
        }
        return result;
    }

    private static OrderResult carriedOut(Order order, VirtualProber prober) {
        ProbeTarget target = target(order, order.link().to(), order.toVmType());
        if (order.task() instanceof Task.Throughput load) {
            return OrderResult.of(
                    prober.throughput(target, load.spec(), sample -> {}).join());
        }
        if (order.task() instanceof Task.Latency echoes) {
            return OrderResult.of(prober.latency(target, echoes.spec()).join());
        }
        List<ProbeTarget> targets = new ArrayList<>(List.of(target));
        order.others().forEach(peer -> targets.add(target(order, peer.site(), peer.vmType())));
        return new OrderedStudy(prober, prober::rest, prober::nanos).run(order, targets, run -> {});
    }

    private static ProbeTarget target(Order order, SiteId to, Optional<String> vmType) {
        return new ProbeTarget(
                "virtual",
                ANY_PORT,
                new Link(order.link().from(), to),
                order.fromVmType(),
                vmType,
                Optional.of(order.campaign()),
                Optional.empty());
    }
}
