package io.longhaul.stats.bucket;

import io.longhaul.stats.Quantiles;
import io.longhaul.stats.Samples;
import java.util.Arrays;
import java.util.Optional;

/**
 * A rest after the bucket was empty, and the burst at full rate that it bought. Immutable.
 *
 * @param restSeconds nothing was sent
 * @param burstSeconds the high rate then lasted
 */
public record RestedBurst(double restSeconds, double burstSeconds) {
    private static final int EDGE = 2;

    public RestedBurst {
        if (!(restSeconds > 0) || !(burstSeconds >= 0)) {
            throw new IllegalArgumentException("rest " + restSeconds + " s, burst " + burstSeconds + " s");
        }
    }

    /**
     * Reads the burst from a series of rates, by the volume above what refills: it needs no change point, so it sees bursts shorter
     * than a few intervals. What a slow start does not use, the bucket keeps.
     *
     * @param rates mean rate of every interval since the rest, in units a second, until well after the burst
     * @param high rate with credit
     * @param low rate without
     * @param refill of the bucket, as far as it is known: else the low rate
     * @return empty when the series ends before the rate is low again
     */
    public static Optional<RestedBurst> read(
            double restSeconds, double[] rates, double intervalSeconds, double high, double low, double refill) {
        Samples.requireFinite(rates, 1);
        if (!(high > low) || !(high > refill) || !(intervalSeconds > 0)) {
            throw new IllegalArgumentException(
                    "high " + high + ", low " + low + ", refill " + refill + ", interval " + intervalSeconds);
        }
        int tail = Math.max(1, rates.length / 5);
        double last = Quantiles.median(Arrays.copyOfRange(rates, rates.length - tail, rates.length));
        if (last > (high + low) / 2) {
            return Optional.empty();
        }
        double above = 0;
        int end = endOfBurst(rates, (high + low) / 2);
        for (int i = 0; i < Math.min(rates.length, end + EDGE); i++) {
            above += rates[i] - (i < end ? refill : low);
        }
        return Optional.of(new RestedBurst(restSeconds, Math.max(0, above * intervalSeconds / (high - refill))));
    }

    /** As {@link #read(double, double[], double, double, double, double)}, for a refill that is taken to be the low rate. */
    public static Optional<RestedBurst> read(
            double restSeconds, double[] rates, double intervalSeconds, double high, double low) {
        return read(restSeconds, rates, intervalSeconds, high, low, low);
    }

    /** Where the stretch ends whose rates are most above the middle, all together: slow start before it does not hide it. */
    private static int endOfBurst(double[] rates, double middle) {
        double sum = 0;
        double most = 0;
        int end = 0;
        for (int i = 0; i < rates.length; i++) {
            sum = Math.max(0, sum + rates[i] - middle);
            if (sum > most) {
                most = sum;
                end = i + 1;
            }
        }
        return end;
    }
}
