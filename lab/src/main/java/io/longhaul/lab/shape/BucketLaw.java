package io.longhaul.lab.shape;

import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.units.Bandwidth;

/**
 * The rate of a VM with a token bucket ("Is Big Data Performance Reproducible in Modern Cloud Networks?", NSDI 2020,
 * section 3): high while the credit covers the data, low otherwise. Credit grows at the refill rate all the time, up to
 * the budget, and shrinks by what is sent; sending at the low rate never makes it negative. The bucket starts full.
 * Confined to one thread.
 */
public final class BucketLaw implements RateLaw {
    private final double low;
    private final double refill;
    private final double budget;
    private double high;
    private double credit;
    private double asOf = Double.NaN;

    public BucketLaw(TokenBucket bucket) {
        high = RateLaw.bytesPerNano(bucket.high());
        low = RateLaw.bytesPerNano(bucket.low());
        refill = RateLaw.bytesPerNano(bucket.refill());
        budget = bucket.budget().bytes();
        credit = budget;
    }

    @Override
    public double serve(long bytes, double startNanos) {
        rest(startNanos);
        double rate = credit >= bytes ? high : low;
        double nanos = bytes / rate;
        credit = Math.max(0, Math.min(budget, credit + refill * nanos - bytes));
        asOf = startNanos + nanos;
        return nanos;
    }

    @Override
    public double bytesPerNano(double nowNanos) {
        rest(nowNanos);
        return credit > 0 ? high : low;
    }

    @Override
    public void setRate(Bandwidth rate) {
        high = Math.max(low, RateLaw.bytesPerNano(rate));
    }

    /** The credit left at a time, in octets. */
    public double creditAt(double nowNanos) {
        rest(nowNanos);
        return credit;
    }

    /** Sets the credit, in octets; more than the budget fills it. */
    public void setCredit(double bytes, double nowNanos) {
        rest(nowNanos);
        credit = Math.min(budget, bytes);
    }

    private void rest(double now) {
        if (Double.isNaN(asOf)) {
            asOf = now;
        }
        if (now > asOf) {
            credit = Math.min(budget, credit + refill * (now - asOf));
            asOf = now;
        }
    }
}
