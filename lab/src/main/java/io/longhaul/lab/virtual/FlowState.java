package io.longhaul.lab.virtual;

import io.longhaul.lab.FlowCurve;
import org.jspecify.annotations.Nullable;

/** One flow while it is simulated. Rates in bit/s, times in seconds. Confined to one thread. */
final class FlowState implements Taker {
    /** More than any cap, in bit/s; finite, so that demands have an order. */
    private static final double UNBOUNDED = 1e15;

    final Way way;
    /** Of flows that are equal otherwise, the one that began first comes first. */
    long number;

    private final double weight;
    private final int rank;
    private final int streams;
    private final boolean makesUp;
    private double pace;
    private double pacedSince;
    /** Octets that its pace allowed until then. */
    private double allowed;

    /** Octets. */
    private final double volume;

    private final @Nullable FlowCurve curve;

    /** Congestion window of one stream, octets. */
    double window;

    private Phase phase = Phase.SMOOTH;
    /** How many bursts began. */
    int bursts;

    private double burstUntil;

    private double demand;
    private double extra;

    double rate;
    boolean left;

    /** The bundle that it is in; null while it goes its own way. */
    @Nullable
    Bundle bundle;

    /** What the clock of its bundle says when its last octet leaves. */
    double endOnClock;

    /** When its last octet leaves, as it goes now. */
    EventQueue.@Nullable Event ends;

    /** When it is where its pace allows. */
    EventQueue.@Nullable Event catchesUp;

    /** The burst whose end is among the events. */
    int burstExpected;

    /** When its burst is sent. */
    EventQueue.@Nullable Event burstEnds;

    /** How a window is sent. */
    private enum Phase {
        /** Spread over the round trip, by acknowledgements that come spread or by a pacing sender. */
        SMOOTH,
        /** At once, as fast as the caps allow: a round of slow start. */
        BURST,
        /** The round's window is sent; its acknowledgements are not back. */
        WAITING
    }

    private double sent;
    private double settledAt;

    /**
     * @param volume octets; {@link Double#MAX_VALUE} for no end
     * @param pace bit/s of all its streams together; infinite for none
     * @param makesUp whether it is only never ahead of its pace, and makes up for what it is behind from what all others leave;
     *     else it is never faster
     * @param curve where its octets are noted through time, or null
     */
    FlowState(
            Way way,
            int streams,
            double volume,
            double weight,
            int rank,
            double pace,
            boolean makesUp,
            @Nullable FlowCurve curve) {
        this.way = way;
        this.streams = streams;
        this.volume = volume;
        this.weight = weight;
        this.rank = rank;
        this.pace = pace;
        this.makesUp = makesUp;
        this.curve = curve;
    }

    /** Its first octets may leave. */
    void begin(double now) {
        settledAt = now;
        pacedSince = now;
    }

    /** Another pace from now on; what the one before allowed stays allowed. */
    void setPace(double rate, double now) {
        allowed += pace < Double.POSITIVE_INFINITY ? pace * Math.max(0, now - pacedSince) / 8 : 0;
        pacedSince = now;
        pace = rate;
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
    public double demand() {
        return demand;
    }

    @Override
    public double extra() {
        return extra;
    }

    /** For a weight of 1 what it would take. */
    double mostLevel() {
        return demand / weight;
    }

    /**
     * Whether it may go in a bundle: all that changes what it would take is its own growing, its acknowledgements take nothing
     * from others, and nobody asks what it had sent by when.
     */
    boolean isPlain() {
        return curve == null && hasEnd() && pace == Double.POSITIVE_INFINITY && way.isSteady();
    }

    /** Goes on after a bundle with so many octets left, and no rate before it is given one. */
    void resume(double octets, double now) {
        sent = Math.min(volume, Math.max(0, volume - octets));
        settledAt = now;
        rate = 0;
    }

    /** Finds what the streams would carry alone from now on. */
    @Override
    public void look(double now) {
        double cap = Math.min(way.flowCap(), UNBOUNDED);
        double roundTrip = way.roundTrip();
        double one = switch (phase) {
            case SMOOTH -> roundTrip == 0 ? cap : Math.min(window, way.window()) * 8 / roundTrip;
            case BURST -> cap;
            case WAITING -> 0;
        };
        double all = streams * Math.min(one, cap);
        demand = Math.min(pace, all);
        extra = 0;
        if (makesUp && demand < all) {
            settle(now);
            extra = behind(now) > 0 ? all - demand : 0;
        }
    }

    /** Octets that its pace would allow by now beyond those sent. */
    private double behind(double now) {
        double octets = allowed + pace * (now - pacedSince) / 8 - sent;
        return octets > 1 ? octets : 0;
    }

    /** When it will be where its pace allows, if its rate stays; infinite if never. */
    double caughtUpAt(double now) {
        boolean gains = makesUp && pace < Double.POSITIVE_INFINITY && rate > pace;
        return gains ? now + behind(now) * 8 / (rate - pace) : Double.POSITIVE_INFINITY;
    }

    boolean hasEnd() {
        return volume < Double.MAX_VALUE;
    }

    /** A round of slow start begins: the window leaves in a burst. */
    void burst() {
        phase = Phase.BURST;
        bursts++;
        burstUntil = sent + streams * window;
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
            note(now);
        }
    }

    private void note(double now) {
        if (curve != null) {
            curve.add(now, sent);
        }
    }

    /** Sets the rate from now on; false when it is what it was. */
    boolean setRate(double newRate, double now) {
        if (newRate == rate) {
            return false;
        }
        settle(now);
        note(now);
        rate = newRate;
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
        note(now);
    }
}
