package io.longhaul.lab.virtual;

import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.CarriedFlows;
import io.longhaul.lab.FlowCurve;
import io.longhaul.lab.LabFlow;

/** One flow while it is simulated. Rates in bit/s, times in seconds. Confined to one thread. */
final class FlowState {
    /** More than any cap, in bit/s; finite, so that demands have an order. */
    private static final double UNBOUNDED = 1e15;

    final int index;
    final LabFlow spec;
    final int[] uses;
    /** What its acknowledgements use. */
    final int[] wayBack;

    /** Congestion window of one stream, octets. */
    double window;

    private Phase phase = Phase.SMOOTH;
    private double burstUntil;

    double demand;
    double rate;
    long version;
    boolean left;

    /** How a window is sent. */
    private enum Phase {
        /** Spread over the round trip, by acknowledgements that come spread or by a pacing sender. */
        SMOOTH,
        /** At once, as fast as the caps allow: a round of slow start. */
        BURST,
        /** The round's window is sent; its acknowledgements are not back. */
        WAITING
    }

    private final double oneWay;
    private final double volume;
    private final FlowCurve trace = new FlowCurve();
    private double sent;
    private double settledAt;
    private double finishedAt = Double.POSITIVE_INFINITY;

    FlowState(int index, LabFlow spec, VirtualWan wan) {
        this.index = index;
        this.spec = spec;
        this.uses = wan.uses(spec.link());
        this.wayBack = wan.uses(spec.link().reversed());
        this.oneWay = wan.oneWay(spec.link());
        this.volume = spec.volume().map(DataSize::bytes).orElse(Long.MAX_VALUE);
        this.settledAt = Durations.seconds(spec.start());
    }

    /** What one stream may have in flight at most. */
    double widest(VirtualWan wan) {
        return wan.window(spec.link());
    }

    /** What the streams would carry alone. */
    double demand(VirtualWan wan) {
        double cap = Math.min(wan.flowCap(spec.link()), UNBOUNDED);
        double one = switch (phase) {
            case SMOOTH -> Math.min(window, widest(wan)) * 8 / wan.roundTrip(spec.link());
            case BURST -> cap;
            case WAITING -> 0;
        };
        return spec.streams() * Math.min(one, cap);
    }

    /** A round of slow start begins: the window leaves in a burst. */
    void burst() {
        phase = Phase.BURST;
        burstUntil = sent + spec.streams() * window;
    }

    boolean isBursting() {
        return phase == Phase.BURST;
    }

    /** Octets of the burst still to be sent. */
    double leftOfBurst() {
        return Math.max(0, burstUntil - sent);
    }

    void burstSent() {
        phase = Phase.WAITING;
    }

    /** From now on windows leave as acknowledgements come in. */
    void spread() {
        phase = Phase.SMOOTH;
    }

    /** Octets still to be sent. */
    double left() {
        return Math.max(0, volume - sent);
    }

    void settle(double now) {
        if (now > settledAt) {
            sent = Math.min(volume, sent + rate * (now - settledAt) / 8);
            settledAt = now;
            trace.add(now, sent);
        }
    }

    /** Sets the rate from now on; false when it is what it was. */
    boolean setRate(double newRate, double now) {
        if (newRate == rate) {
            return false;
        }
        settle(now);
        trace.add(now, sent);
        rate = newRate;
        version++;
        return true;
    }

    /** Ends it as it is. */
    void stop(double now) {
        settle(now);
        rate = 0;
        left = true;
    }

    /** Ends it with its whole volume sent. */
    void finish(double now) {
        stop(now);
        sent = volume;
        trace.add(now, sent);
        finishedAt = now;
    }

    CarriedFlows.Outcome outcome() {
        return new CarriedFlows.Outcome(trace, oneWay, finishedAt);
    }
}
