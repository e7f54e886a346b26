package io.longhaul.stats.bucket;

import java.util.Random;

/** A token bucket in virtual time: high while there is credit, low after; refills while it sends and while it rests. */
final class SimulatedBucket {
    private static final int FINE = 200;

    private final double high;
    private final double low;
    private final double refill;
    private final double budget;
    private double credit;

    SimulatedBucket(double high, double low, double refill, double budget) {
        this.high = high;
        this.low = low;
        this.refill = refill;
        this.budget = budget;
        credit = budget;
    }

    void rest(double seconds) {
        credit = Math.min(budget, credit + refill * seconds);
    }

    /** Mean rates of intervals while sending as fast as it lets, at most {@code limit}, each with its own luck. */
    double[] send(int intervals, double seconds, double limit, double noise, Random random) {
        double[] rates = new double[intervals];
        double step = seconds / FINE;
        for (int i = 0; i < intervals; i++) {
            double volume = 0;
            double luck = 1 + noise * random.nextGaussian();
            for (int f = 0; f < FINE; f++) {
                double burst = Math.min(high, limit) * luck;
                boolean rich = credit >= (burst - refill) * step;
                volume += (rich ? burst : Math.min(low, limit) * luck) * step;
                credit = rich ? Math.min(budget, credit + (refill - burst) * step) : credit;
            }
            rates[i] = volume / seconds;
        }
        return rates;
    }
}
