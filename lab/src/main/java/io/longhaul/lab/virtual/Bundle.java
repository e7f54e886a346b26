package io.longhaul.lab.virtual;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Flows of one rank over the same resources none of which gets what it would take, so that each gets its weight's part. What
 * they send is counted on one clock, in bits for a weight of 1 (the virtual time of Parekh and Gallager, "A generalized
 * processor sharing approach to flow control", 1993): another rate sets the pace of the clock anew, and costs the same however
 * many flows there are. Seconds and bit/s. Confined to one thread.
 */
final class Bundle implements Taker {
    /** A sum of weights that has shrunk to this part of what it was is made anew, since it may be mostly rounding by then. */
    private static final double ROUNDED_AWAY = 1e-6;

    private final Way way;
    private final int rank;
    private final TreeSet<FlowState> byEnd = new TreeSet<>(
            Comparator.comparingDouble((FlowState flow) -> flow.endOnClock).thenComparingLong(flow -> flow.number));
    private final TreeSet<FlowState> byDemand =
            new TreeSet<>(Comparator.comparingDouble(FlowState::mostLevel).thenComparingLong(flow -> flow.number));
    /** Of {@link #byEnd} and of {@link #byDemand}, kept since they are asked for at every event; null when there are none. */
    private @Nullable FlowState endsFirst;

    private double leastDemand;
    private double weight;
    private double renewBelow;
    private double clock;
    private double asOf;
    /** What a weight of 1 gets. */
    private double level;

    Bundle(Way way, int rank) {
        this.way = way;
        this.rank = rank;
    }

    @Override
    public Way way() {
        return way;
    }

    @Override
    public double weight() {
        return weight;
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public void look(double now) {
        // flows say so when they would take more
    }

    /** What it takes when the first of its flows gets all it would take. */
    @Override
    public double demand() {
        return leastDemand * weight;
    }

    @Override
    public double extra() {
        return 0;
    }

    boolean isEmpty() {
        return endsFirst == null;
    }

    /** Takes a flow in, which gets its weight's part from now on. */
    void add(FlowState flow, double now) {
        if (isEmpty()) {
            clock = 0;
            asOf = now;
            level = flow.rate / flow.weight();
            weight = 0;
            renewBelow = 0;
        }
        settle(now);
        flow.endOnClock = clock + flow.left() * 8 / flow.weight();
        flow.bundle = this;
        byEnd.add(flow);
        byDemand.add(flow);
        weight += flow.weight();
        renewBelow = Math.max(renewBelow, weight * ROUNDED_AWAY);
        find();
    }

    private void find() {
        endsFirst = byEnd.isEmpty() ? null : byEnd.first();
        leastDemand =
                byDemand.isEmpty() ? Double.POSITIVE_INFINITY : byDemand.first().mostLevel();
    }

    /** Lets a flow go its own way, with what it has sent so far. */
    void remove(FlowState flow, double now) {
        settle(now);
        byEnd.remove(flow);
        byDemand.remove(flow);
        flow.bundle = null;
        flow.resume((flow.endOnClock - clock) * flow.weight() / 8, now);
        weight -= flow.weight();
        if (weight < renewBelow) {
            weight = byEnd.stream().mapToDouble(FlowState::weight).sum();
            renewBelow = weight * ROUNDED_AWAY;
        }
        find();
    }

    /** A flow of it would take more than before. */
    void raise(FlowState flow, double now) {
        byDemand.remove(flow);
        flow.look(now);
        byDemand.add(flow);
        find();
    }

    /** Lets those go that would take no more than so much for a weight of 1. */
    List<FlowState> release(double most, double now) {
        var released = new ArrayList<FlowState>();
        while (!isEmpty() && leastDemand <= most) {
            FlowState flow = byDemand.first();
            remove(flow, now);
            released.add(flow);
        }
        return released;
    }

    private void settle(double now) {
        clock += level * (now - asOf);
        asOf = now;
    }

    /** All of it gets so much from now on. */
    void setRate(double rate, double now) {
        double next = rate / weight;
        if (next != level) {
            settle(now);
            level = next;
        }
    }

    /** The flow that ends first; null when there is none. */
    @Nullable
    FlowState endsFirst() {
        return endsFirst;
    }

    /** When that one has sent all, as it goes now; infinite if never. */
    double firstEnd() {
        if (endsFirst == null || level <= 0) {
            return Double.POSITIVE_INFINITY;
        }
        return asOf + Math.max(0, endsFirst.endOnClock - clock) / level;
    }
}
