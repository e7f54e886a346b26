package io.longhaul.lab.virtual;

import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;

/** One flow while it is simulated. Rates in bit/s, times in seconds. Confined to one thread. */
final class FlowState {
    final int index;
    final VirtualFlow spec;
    final int[] uses;

    /** Congestion window of one stream, octets. */
    double window;

    double demand;
    double rate;
    long version;
    boolean left;

    private final double oneWay;
    private final double volume;
    private final Trace trace = new Trace();
    private double sent;
    private double settledAt;
    private double finishedAt = Double.POSITIVE_INFINITY;

    FlowState(int index, VirtualFlow spec, VirtualWan wan) {
        this.index = index;
        this.spec = spec;
        this.uses = wan.uses(spec.link());
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
        double one = Math.min(window, widest(wan)) * 8 / wan.roundTrip(spec.link());
        return spec.streams() * Math.min(one, wan.flowCap(spec.link()));
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

    void finish(double now) {
        settle(now);
        sent = volume;
        trace.add(now, sent);
        rate = 0;
        left = true;
        finishedAt = now;
    }

    VirtualRun.Outcome outcome() {
        return new VirtualRun.Outcome(trace, oneWay, finishedAt);
    }
}
