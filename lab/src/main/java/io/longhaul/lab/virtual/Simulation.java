package io.longhaul.lab.virtual;

import io.longhaul.lab.shape.LossWindow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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
    /** Rates that differ by this part are the same. */
    private static final double EQUAL = 1e-9;

    private final Resources resources;
    private final double grain;
    private final Consumer<FlowState> onEnd;
    /** Flows that go their own way and bundles that are not empty, in rising order of rank. */
    private final List<Taker> takers = new ArrayList<>();

    private final Map<Shared, Bundle> bundles = new HashMap<>();
    private final EventQueue events = new EventQueue();
    /** The first end in a bundle. */
    private EventQueue.@Nullable Event bundleEnds;

    private long started;
    private double now;
    private boolean dirty;

    /** What flows of a bundle have in common. */
    private record Shared(int rank, List<Integer> uses) {
        static Shared by(FlowState flow) {
            return new Shared(
                    flow.rank(), Arrays.stream(flow.way.uses()).boxed().toList());
        }
    }

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

    private void enter(FlowState flow) {
        flow.begin(now);
        flow.number = started++;
        insert(flow);
        dirty = true;
    }

    /** Those of a lower rank stand before it, and those of the same. */
    private void insert(Taker taker) {
        int low = 0;
        for (int high = takers.size(); low < high; ) {
            int middle = (low + high) / 2;
            if (takers.get(middle).rank() > taker.rank()) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        takers.add(low, taker);
    }

    /** A round trip of slow start begins. */
    private void grow(FlowState flow) {
        Bundle bundle = flow.bundle;
        if (bundle == null) {
            flow.settle(now);
            // in a bundle it gets less than it would take, and no more when it would take more
            dirty = true;
        }
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
        if (bundle != null) {
            bundle.raise(flow, now);
        }
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
            leave(flow);
            flow.finish(now);
            onEnd.accept(flow);
        }
    }

    /** A flow ends as it is. */
    void stop(FlowState flow) {
        if (!flow.left) {
            leave(flow);
            flow.stop(now);
        }
    }

    private void leave(FlowState flow) {
        forget(flow);
        Bundle bundle = flow.bundle;
        if (bundle == null) {
            dirty |= takers.remove(flow);
        } else {
            bundle.remove(flow, now);
            dirty = true;
            if (bundle.isEmpty()) {
                takers.remove(bundle);
            }
        }
    }

    /** What would have come of its rate comes no more. */
    private void forget(FlowState flow) {
        events.remove(flow.ends);
        events.remove(flow.catchesUp);
        events.remove(flow.burstEnds);
    }

    /** New rates for all that are under way, and the events that follow from them. */
    private void share() {
        takers.forEach(taker -> taker.look(now));
        resources.settleBuckets(now);
        double[] rates = resources.share(takers);
        for (double within = 1; release(rates, within); within *= 2) {
            rates = resources.share(takers);
        }
        var crowded = new ArrayList<FlowState>();
        for (int i = 0; i < rates.length; i++) {
            if (takers.get(i) instanceof FlowState flow) {
                if (rates[i] < flow.demand() * (1 - EQUAL) && flow.isPlain()) {
                    flow.setRate(rates[i], now);
                    crowded.add(flow);
                } else {
                    setRate(flow, rates[i]);
                }
            } else if (takers.get(i) instanceof Bundle bundle) {
                bundle.setRate(rates[i], now);
            }
        }
        crowded.forEach(this::bundle);
        awaitBundles();
        resources.forEachBucketEvent(
                now, (bucket, at, version) -> at(at, () -> dirty |= resources.bucketDue(bucket, version, now)));
    }

    /**
     * Lets flows out of bundles whose rate lets them have all they would take.
     *
     * @param within so many times the level of their bundle; more than 1 takes out more than need be
     * @return whether there were any, so that rates are to be found anew
     */
    private boolean release(double[] rates, double within) {
        var released = new ArrayList<FlowState>();
        for (int i = 0; i < rates.length; i++) {
            if (takers.get(i) instanceof Bundle bundle && rates[i] >= bundle.demand() * (1 - EQUAL / 2)) {
                released.addAll(bundle.release(within * bundle.demand() / bundle.weight() * (1 + EQUAL), now));
            }
        }
        if (!released.isEmpty()) {
            takers.removeIf(taker -> taker instanceof Bundle bundle && bundle.isEmpty());
            released.forEach(this::insert);
        }
        return !released.isEmpty();
    }

    private void setRate(FlowState flow, double rate) {
        boolean changed = flow.setRate(rate, now);
        if (changed) {
            forget(flow);
        }
        if (changed && flow.hasEnd() && rate > 0) {
            flow.ends = events.add(now + flow.left() * BITS / rate, () -> end(flow));
        }
        double caughtUp = flow.caughtUpAt(now);
        if (changed && caughtUp < Double.POSITIVE_INFINITY) {
            flow.catchesUp = events.add(caughtUp, () -> dirty |= !flow.left);
        }
        // as long as both burst and rate are what they were, so is the end of the burst
        if (flow.isBursting() && rate > 0 && (changed || flow.burstExpected != flow.bursts)) {
            int number = flow.bursts;
            flow.burstExpected = number;
            events.remove(flow.burstEnds);
            flow.burstEnds = events.add(now + flow.leftOfBurst() * BITS / rate, () -> burstSent(flow, number));
        }
    }

    private void bundle(FlowState flow) {
        forget(flow);
        flow.settle(now);
        Bundle bundle = bundles.computeIfAbsent(Shared.by(flow), shared -> new Bundle(flow.way, flow.rank()));
        takers.remove(flow);
        if (bundle.isEmpty()) {
            insert(bundle);
        }
        bundle.add(flow, now);
    }

    /** Of all bundles the first end is among the events. */
    private void awaitBundles() {
        events.remove(bundleEnds);
        bundleEnds = null;
        FlowState earliest = null;
        double first = Double.POSITIVE_INFINITY;
        for (Taker taker : takers) {
            if (taker instanceof Bundle bundle) {
                double end = bundle.firstEnd();
                earliest = end < first ? bundle.endsFirst() : earliest;
                first = Math.min(first, end);
            }
        }
        if (earliest != null) {
            FlowState flow = earliest;
            bundleEnds = events.add(first, () -> {
                end(flow);
                awaitBundles();
            });
        }
    }
}
