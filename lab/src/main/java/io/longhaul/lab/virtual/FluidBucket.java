package io.longhaul.lab.virtual;

import io.longhaul.core.topology.TokenBucket;

/** A token bucket in the fluid model: credit changes by refill less what is sent. Bits and seconds. Confined to one thread. */
final class FluidBucket {
    private final double high;
    private final double emptyRate;
    private final double refill;
    private final double budget;
    private double credit;
    private double asOf;
    private double sending;
    private boolean empty;
    private long version;

    FluidBucket(TokenBucket bucket, double payloadShare) {
        high = bucket.high().bitsPerSecond() * payloadShare;
        refill = bucket.refill().bitsPerSecond() * payloadShare;
        // without credit a VM sends at the low rate, or as fast as credit comes in where that is more
        emptyRate = Math.max(bucket.low().bitsPerSecond() * payloadShare, refill);
        budget = bucket.budget().bytes() * 8.0 * payloadShare;
        credit = budget;
    }

    interface Change {
        void at(double time, long version);
    }

    /** What it lets through now. */
    double rate() {
        return empty ? emptyRate : high;
    }

    void send(double rate) {
        sending = rate;
    }

    void settle(double now) {
        credit = Math.max(0, Math.min(budget, credit + (refill - sending) * (now - asOf)));
        asOf = now;
    }

    void setCredit(double bits, double now) {
        settle(now);
        credit = Math.min(budget, bits);
        empty = credit <= 0;
    }

    /** Says when it will run dry, or have credit again, if what is sent stays as it is. */
    void announce(double now, Change change) {
        double falling = sending - refill;
        double slack = 1e-6 * high;
        version++;
        if (!empty && falling > slack) {
            change.at(now + credit / falling, version);
        } else if (empty && falling < -slack) {
            change.at(now, version);
        }
    }

    /** What was announced has come; false when it is out of date. */
    boolean due(long announced, double now) {
        if (version != announced) {
            return false;
        }
        settle(now);
        empty = !empty;
        if (empty) {
            credit = 0;
        }
        return true;
    }
}
