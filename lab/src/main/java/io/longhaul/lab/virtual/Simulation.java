package io.longhaul.lab.virtual;

import io.longhaul.lab.shape.LossWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Simulates flows on shared resources in virtual time. Between events every flow has a constant rate: weighted max-min fair
 * under the capacities, and at most what its window and its flow cap allow. Events are starts, ends, the round trips of slow
 * start and the bursts in them, buckets that fill or run dry, and whatever the caller schedules. In slow start a sender that
 * does not pace sends its window at once and then waits.
 *
 * <p>One instance simulates once, on one thread.
 */
final class Simulation {
    private static final double BITS = 8;
    /** RFC 6928. */
    private static final double INITIAL_WINDOW = 10.0 * LossWindow.MSS;
    /** A grain coarser than this part of a round trip cannot tell a burst from the wait after it. */
    private static final double LEAST_GRAINS = 4;

    private final Resources resources;
    private final double grain;
    private final Consumer<FlowState> onEnd;
    private final List<FlowState> active = new ArrayList<>();
    private final EventQueue events = new EventQueue();
    private double now;
    private boolean dirty;

    /**
     * @param grain seconds; events closer together than this count as one
     * @param onEnd told of every flow whose last octet was sent
     */
    Simulation(Resources resources, double grain, Consumer<FlowState> onEnd) {
        this.resources = resources;
        this.grain = grain;
        this.onEnd = onEnd;
    }

    /** Seconds. */
    double now() {
        return now;
    }

    /** Has something happen at a time, or now if that is past. */
    void at(double seconds, Runnable what) {
        events.add(seconds, what);
    }

    /** Capacities have changed. */
    void changed() {
        dirty = true;
    }

    /** Lets everything happen until a time, or until nothing is left. */
    void run(double horizon) {
        while (events.earliest() <= horizon && events.earliest() < Double.POSITIVE_INFINITY) {
            double until = Math.min(horizon, events.earliest() + grain);
            while (events.earliest() <= until) {
                EventQueue.Event event = events.poll();
                now = Math.max(now, event.at());
                event.what().run();
            }
            if (dirty) {
                dirty = false;
                share();
            }
        }
    }

    /** A flow begins now. Its first octets leave one round trip later, as after a handshake. */
    void start(FlowState flow) {
        flow.window = INITIAL_WINDOW;
        if (flow.way.roundTrip() == 0) {
            enter(flow);
        } else {
            at(now + flow.way.roundTrip(), () -> {
                if (!flow.left) {
                    enter(flow);
                    grow(flow);
                }
            });
        }
    }

    /** Among the active, those of a lower rank stand before it. */
    private void enter(FlowState flow) {
        flow.begin(now);
        int place = active.size();
        while (place > 0 && active.get(place - 1).rank > flow.rank) {
            place--;
        }
        active.add(place, flow);
        dirty = true;
    }

    /** A round trip of slow start begins. */
    private void grow(FlowState flow) {
        flow.settle(now);
        double roundTrip = flow.way.roundTrip();
        if (flow.window >= flow.way.window()) {
            flow.spread();
        } else {
            at(now + roundTrip, () -> {
                if (!flow.left) {
                    flow.window *= 2;
                    grow(flow);
                }
            });
            if (roundTrip >= LEAST_GRAINS * grain && !flow.way.paces()) {
                flow.burst();
            }
        }
        dirty = true;
    }

    /** @param number of the burst: the next may have begun at the same rate */
    private void burstSent(FlowState flow, int number) {
        if (number == flow.bursts && !flow.left && flow.isBursting()) {
            flow.settle(now);
            flow.burstSent();
            dirty = true;
        }
    }

    private void end(FlowState flow) {
        if (!flow.left) {
            forget(flow);
            flow.finish(now);
            dirty |= active.remove(flow);
            onEnd.accept(flow);
        }
    }

    /** A flow ends as it is. */
    void stop(FlowState flow) {
        if (!flow.left) {
            forget(flow);
            flow.stop(now);
            dirty |= active.remove(flow);
        }
    }

    /** What would have come of its rate comes no more. */
    private void forget(FlowState flow) {
        events.remove(flow.ends);
        events.remove(flow.catchesUp);
        events.remove(flow.burstEnds);
    }

    /** New rates for all flows that are under way, and the events that follow from them. */
    private void share() {
        double[] rates = new double[active.size()];
        active.forEach(flow -> flow.demand(now));
        resources.settleBuckets(now);
        resources.share(active, rates);
        for (int i = 0; i < rates.length; i++) {
            FlowState flow = active.get(i);
            boolean changed = flow.setRate(rates[i], now);
            if (changed) {
                forget(flow);
            }
            if (changed && flow.hasEnd() && rates[i] > 0) {
                flow.ends = events.add(now + flow.left() * BITS / rates[i], () -> end(flow));
            }
            double caughtUp = flow.caughtUpAt(now);
            if (changed && caughtUp < Double.POSITIVE_INFINITY) {
                flow.catchesUp = events.add(caughtUp, () -> dirty |= !flow.left);
            }
            // as long as both burst and rate are what they were, so is the end of the burst
            if (flow.isBursting() && rates[i] > 0 && (changed || flow.burstExpected != flow.bursts)) {
                int number = flow.bursts;
                flow.burstExpected = number;
                events.remove(flow.burstEnds);
                flow.burstEnds = events.add(now + flow.leftOfBurst() * BITS / rates[i], () -> burstSent(flow, number));
            }
        }
        resources.forEachBucketEvent(
                now, (bucket, at, version) -> at(at, () -> dirty |= resources.bucketDue(bucket, version, now)));
    }
}
