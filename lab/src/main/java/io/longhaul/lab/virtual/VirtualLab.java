package io.longhaul.lab.virtual;

import io.longhaul.core.units.Durations;
import io.longhaul.lab.shape.LossWindow;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Simulates flows on a topology in virtual time. Between events every flow has a constant rate: max-min fair per stream
 * under the caps of its VMs and its path, and at most what its window, its flow cap and its losses allow. Events are
 * starts, ends, the round trips of slow start, buckets that fill or run dry, and the topology's changes.
 *
 * <p>Deterministic: the same input gives the same result. One instance simulates once, on one thread.
 */
public final class VirtualLab {
    private static final double BITS = 8;
    private static final double INITIAL_WINDOW = 10.0 * LossWindow.MSS;

    private final VirtualWan wan;
    private final Options options;
    private final List<FlowState> flows = new ArrayList<>();
    private final List<FlowState> active = new ArrayList<>();
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Timeline timeline;
    private final double horizon;
    private long order;
    private long stops;
    private boolean dirty;

    /**
     * How to simulate.
     *
     * @param payloadShare share of a cap that is payload: {@link #KERNEL_PAYLOAD} to compare with kernel TCP at an MTU of
     *     1500, 1 to compare with the portable lab
     * @param grain events closer together than this count as one; 0 for none, more for large simulations
     */
    public record Options(double payloadShare, Duration grain) {
        /** 1448 octets of payload in a packet of 1500. */
        public static final double KERNEL_PAYLOAD = LossWindow.MSS / 1500.0;

        public static Options defaults() {
            return new Options(KERNEL_PAYLOAD, Duration.ZERO);
        }
    }

    private enum Kind {
        START,
        SLOW_START,
        END,
        STOP,
        BUCKET,
        CHANGE
    }

    private record Event(double at, long order, Kind kind, int subject, long version) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Double.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    private VirtualLab(LabTopology topology, List<VirtualFlow> specs, Duration horizon, Options options) {
        this.options = options;
        this.horizon = Durations.seconds(horizon);
        this.timeline = new Timeline(topology);
        this.wan = new VirtualWan(topology, options.payloadShare());
        for (VirtualFlow spec : specs) {
            var flow = new FlowState(flows.size(), spec, wan);
            flows.add(flow);
            schedule(Durations.seconds(spec.start()), Kind.START, flow.index, 0);
            spec.stop().ifPresent(stop -> schedule(Durations.seconds(stop), Kind.STOP, flow.index, 0));
        }
        if (!timeline.isEmpty()) {
            schedule(0, Kind.CHANGE, 0, 0);
        }
    }

    /**
     * Simulates.
     *
     * @param horizon when to end
     * @throws io.longhaul.core.error.InvalidInputException when a flow's link is not of the topology
     */
    public static VirtualRun simulate(
            LabTopology topology, List<VirtualFlow> flows, Duration horizon, Options options) {
        return new VirtualLab(topology, flows, horizon, options).run();
    }

    private VirtualRun run() {
        double grain = Durations.seconds(options.grain());
        double now = 0;
        while (!events.isEmpty() && events.peek().at() <= horizon) {
            double until = Math.min(horizon, events.peek().at() + grain);
            while (!events.isEmpty() && events.peek().at() <= until) {
                Event event = events.poll();
                now = Math.max(now, event.at());
                handle(event, now);
            }
            if (dirty) {
                share(now);
                dirty = false;
            }
            stops++;
        }
        for (FlowState flow : flows) {
            flow.settle(horizon);
        }
        return new VirtualRun(flows.stream().map(FlowState::outcome).toList(), stops);
    }

    private void schedule(double at, Kind kind, int subject, long version) {
        events.add(new Event(at, order++, kind, subject, version));
    }

    private void handle(Event event, double now) {
        switch (event.kind()) {
            case START -> start(flows.get(event.subject()), now);
            case SLOW_START -> grow(flows.get(event.subject()), event, now);
            case END -> end(flows.get(event.subject()), event.version(), now);
            case STOP -> leave(flows.get(event.subject()), now);
            case BUCKET -> {
                if (wan.bucketDue(event.subject(), event.version(), now)) {
                    dirty = true;
                }
            }
            case CHANGE -> change(now);
        }
    }

    /** The first octets leave one round trip after the start, as after a handshake. */
    private void start(FlowState flow, double now) {
        flow.window = INITIAL_WINDOW;
        schedule(now + wan.roundTrip(flow.spec.link()), Kind.SLOW_START, flow.index, 0);
    }

    private void grow(FlowState flow, Event event, double now) {
        if (flow.left) {
            return;
        }
        if (event.version() == 0) {
            flow.settle(now);
            active.add(flow);
            dirty = true;
        } else {
            dirty |= flow.rate >= flow.demand * (1 - 1e-9);
            flow.window *= 2;
        }
        if (flow.window < flow.widest(wan)) {
            schedule(now + wan.roundTrip(flow.spec.link()), Kind.SLOW_START, flow.index, event.version() + 1);
        }
    }

    private void end(FlowState flow, long version, double now) {
        if (version == flow.version && !flow.left) {
            flow.finish(now);
            active.remove(flow);
            dirty = true;
        }
    }

    private void leave(FlowState flow, double now) {
        if (!flow.left) {
            flow.settle(now);
            flow.rate = 0;
            flow.left = true;
            active.remove(flow);
            dirty = true;
        }
    }

    private void change(double now) {
        for (Timeline.Value value : timeline.advanceTo(Durations.ofSeconds(now))) {
            wan.apply(value, now);
            dirty = true;
        }
        double next = now + Durations.seconds(Timeline.GRAIN);
        schedule(next, Kind.CHANGE, 0, 0);
    }

    /** New rates for all flows that are under way, and the events that follow from them. */
    private void share(double now) {
        int count = active.size();
        double[] demands = new double[count];
        double[] weights = new double[count];
        double[] rates = new double[count];
        int[] uses = new int[count * MaxMin.USES];
        for (int i = 0; i < count; i++) {
            FlowState flow = active.get(i);
            flow.demand = flow.demand(wan);
            demands[i] = flow.demand;
            weights[i] = flow.spec.streams();
            System.arraycopy(flow.uses, 0, uses, i * MaxMin.USES, MaxMin.USES);
        }
        wan.settleBuckets(now);
        wan.share(count, weights, demands, uses, rates);
        for (int i = 0; i < count; i++) {
            FlowState flow = active.get(i);
            if (flow.setRate(rates[i], now) && flow.spec.volume().isPresent() && rates[i] > 0) {
                schedule(now + flow.left() * BITS / rates[i], Kind.END, flow.index, flow.version);
            }
        }
        wan.forEachBucketEvent(now, (site, at, version) -> schedule(at, Kind.BUCKET, site, version));
    }
}
