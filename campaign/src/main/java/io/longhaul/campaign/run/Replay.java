package io.longhaul.campaign.run;

import io.longhaul.campaign.desk.OrderDesk;
import io.longhaul.campaign.orders.Order;
import io.longhaul.campaign.orders.OrderResult;
import io.longhaul.campaign.orders.Task;
import io.longhaul.campaign.plan.Participant;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.MeasurementHeader;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Agents that answer orders from measurements that were made before, as of a published grid. Their time passes only while somebody sleeps. A load is answered by the run of its link whose number of streams is nearest; studies and links
 * without a run fail. Thread-safe.
 */
public final class Replay implements Rehearsal {
    private final Map<Link, List<Measurement>> known = new HashMap<>();
    private final Instant begin;
    private Instant now;

    /**
     * @param log what is answered from
     * @param begin when their time begins
     */
    public Replay(Iterable<? extends Measurement> log, Instant begin) {
        for (Measurement measurement : log) {
            known.computeIfAbsent(measurement.link(), any -> new ArrayList<>()).add(measurement);
        }
        this.begin = begin;
        this.now = begin;
    }

    @Override
    public synchronized Instant instant() {
        return now;
    }

    @Override
    public synchronized long nanos() {
        return Duration.between(begin, now).toNanos();
    }

    @Override
    public synchronized void sleep(Duration time) {
        now = now.plus(time);
    }

    @Override
    public AgentPort agent(Participant self) {
        return new AnsweringAgent(self, order -> OrderResult.of(answer(order)), this);
    }

    private Optional<Measurement> find(Order order) {
        List<Measurement> runs = known.getOrDefault(order.link(), List.of());
        if (order.task() instanceof Task.Latency) {
            return runs.stream().filter(LatencyMeasurement.class::isInstance).findFirst();
        }
        return order.task() instanceof Task.Throughput load
                ? runs.stream()
                        .filter(run -> run instanceof ThroughputMeasurement)
                        .min(Comparator.comparingInt(run ->
                                Math.abs(((ThroughputMeasurement) run).asked().streams() - load.streams())))
                : Optional.empty();
    }

    private Measurement answer(Order order) {
        return find(order)
                .map(run -> run.withHeader(new MeasurementHeader(
                        order.id(),
                        order.link(),
                        run.header().fromVmType().or(order::fromVmType),
                        run.header().toVmType().or(order::toVmType),
                        instant(),
                        run.header().duration(),
                        run.header().prober(),
                        Optional.of(order.campaign()))))
                .orElseGet(() ->
                        OrderDesk.failure(order, "unreachable", "There is no such run in what is replayed.", this));
    }
}
