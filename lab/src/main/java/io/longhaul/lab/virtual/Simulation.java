package io.longhaul.lab.virtual;

import io.longhaul.core.units.Durations;
import io.longhaul.lab.CarriedFlows;
import io.longhaul.lab.LabFlow;
import io.longhaul.lab.shape.LossWindow;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.Timeline;
import io.longhaul.lab.virtual.EventQueue.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Simulates flows on a topology in virtual time. Between events every flow has a constant rate: max-min fair per stream
 * under the caps of its VMs and its path, and at most what its window, its flow cap and its losses allow. Events are
 * starts, ends, the round trips of slow start and the bursts in them, buckets that fill or run dry, and the topology's
 * changes. In slow start a sender that does not pace (all but BBR) sends its window at once and then waits.
 *
 * <p>One instance simulates once, on one thread.
 */
final class Simulation {
    private static final double BITS = 8;
    /** RFC 6928. */
    private static final double INITIAL_WINDOW = 10.0 * LossWindow.MSS;
    /** A grain coarser than this part of a round trip cannot tell a burst from the wait after it. */
    private static final double LEAST_GRAINS = 4;

    private final VirtualWan wan;
    private final VirtualLab.Options options;
    private final List<FlowState> flows = new ArrayList<>();
    private final List<FlowState> active = new ArrayList<>();
    private final EventQueue events = new EventQueue();
    private final Timeline timeline;
    private final double horizon;
    private boolean dirty;

    Simulation(LabTopology topology, List<LabFlow> specs, Duration horizon, VirtualLab.Options options) {
        this.options = options;
        this.horizon = Durations.seconds(horizon);
        this.timeline = new Timeline(topology);
        this.wan = new VirtualWan(topology, options.payloadShare());
        for (LabFlow spec : specs) {
            var flow = new FlowState(flows.size(), spec, wan);
            flows.add(flow);
            events.add(Durations.seconds(spec.start()), Kind.START, flow.index, 0);
            spec.stop().ifPresent(stop -> events.add(Durations.seconds(stop), Kind.STOP, flow.index, 0));
        }
        if (!timeline.isEmpty()) {
            events.add(0, Kind.CHANGE, 0, 0);
        }
    }

    CarriedFlows run() {
        double grain = Durations.seconds(options.grain());
        double now = 0;
        while (events.earliest() <= horizon) {
            double until = Math.min(horizon, events.earliest() + grain);
            while (events.earliest() <= until) {
                EventQueue.Event event = events.poll();
                now = Math.max(now, event.at());
                handle(event, now);
            }
            if (dirty) {
                share(now);
                dirty = false;
            }
        }
        for (FlowState flow : flows) {
            flow.settle(horizon);
        }
        return new CarriedFlows(flows.stream().map(FlowState::outcome).toList());
    }

    private void handle(EventQueue.Event event, double now) {
        switch (event.kind()) {
            case START -> start(flows.get(event.subject()), now);
            case SLOW_START -> grow(flows.get(event.subject()), event, now);
            case BURST -> burstSent(flows.get(event.subject()), event.version(), now);
            case END -> end(flows.get(event.subject()), event.version(), now);
            case STOP -> leave(flows.get(event.subject()), now);
            case BUCKET -> dirty |= wan.bucketDue(event.subject(), event.version(), now);
            case CHANGE -> change(now);
        }
    }

    /** The first octets leave one round trip after the start, as after a handshake. */
    private void start(FlowState flow, double now) {
        flow.window = INITIAL_WINDOW;
        events.add(now + wan.roundTrip(flow.spec.link()), Kind.SLOW_START, flow.index, 0);
    }

    /** A round trip of slow start begins. */
    private void grow(FlowState flow, EventQueue.Event event, double now) {
        if (flow.left) {
            return;
        }
        flow.settle(now);
        if (event.version() == 0) {
            active.add(flow);
        } else {
            flow.window *= 2;
        }
        double roundTrip = wan.roundTrip(flow.spec.link());
        if (flow.window >= flow.widest(wan)) {
            flow.spread();
        } else {
            events.add(now + roundTrip, Kind.SLOW_START, flow.index, event.version() + 1);
            if (roundTrip >= LEAST_GRAINS * Durations.seconds(options.grain()) && !wan.paces(flow.spec.link())) {
                flow.burst();
            }
        }
        dirty = true;
    }

    private void burstSent(FlowState flow, long version, double now) {
        if (version == flow.version && !flow.left && flow.isBursting()) {
            flow.settle(now);
            flow.burstSent();
            dirty = true;
        }
    }

    private void end(FlowState flow, long version, double now) {
        if (version == flow.version && !flow.left) {
            flow.finish(now);
            dirty |= active.remove(flow);
        }
    }

    private void leave(FlowState flow, double now) {
        if (!flow.left) {
            flow.stop(now);
            dirty |= active.remove(flow);
        }
    }

    private void change(double now) {
        for (Timeline.Value value : timeline.advanceTo(Durations.ofSeconds(now))) {
            wan.apply(value, now);
            dirty = true;
        }
        events.add(now + Durations.seconds(Timeline.GRAIN), Kind.CHANGE, 0, 0);
    }

    /** New rates for all flows that are under way, and the events that follow from them. */
    private void share(double now) {
        int count = active.size();
        double[] demands = new double[count];
        double[] weights = new double[count];
        double[] rates = new double[count];
        for (int i = 0; i < count; i++) {
            FlowState flow = active.get(i);
            flow.demand = flow.demand(wan);
            demands[i] = flow.demand;
            weights[i] = flow.spec.streams();
        }
        wan.settleBuckets(now);
        wan.share(active, weights, demands, rates);
        for (int i = 0; i < count; i++) {
            FlowState flow = active.get(i);
            boolean changed = flow.setRate(rates[i], now);
            if (changed && flow.spec.volume().isPresent() && rates[i] > 0) {
                events.add(now + flow.left() * BITS / rates[i], Kind.END, flow.index, flow.version);
            }
            if (flow.isBursting() && rates[i] > 0) {
                events.add(now + flow.leftOfBurst() * BITS / rates[i], Kind.BURST, flow.index, flow.version);
            }
        }
        wan.forEachBucketEvent(now, (site, at, version) -> events.add(at, Kind.BUCKET, site, version));
    }
}
