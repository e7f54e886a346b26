package io.longhaul.core.stats.bucket;

import io.longhaul.core.stats.Quantiles;
import io.longhaul.core.stats.Samples;
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
     * Reads the burst from a series of rates, by the volume above low: it needs no change point, so it sees bursts shorter
     * than a few intervals.
     *
     * @param rates mean rate of every interval since the rest, in units a second, until well after the burst
     * @param high rate with credit
     * @param low rate without
     * @return empty when the series ends before the rate is low again
     */
    public static Optional<RestedBurst> read(
            double restSeconds, double[] rates, double intervalSeconds, double high, double low) {
        Samples.requireFinite(rates, 1);
        if (!(high > low) || !(intervalSeconds > 0)) {
            throw new IllegalArgumentException("high " + high + ", low " + low + ", interval " + intervalSeconds);
        }
        int tail = Math.max(1, rates.length / 5);
        double end = Quantiles.median(Arrays.copyOfRange(rates, rates.length - tail, rates.length));
        if (end > (high + low) / 2) {
            return Optional.empty();
        }
        double above = 0;
        int until = Math.min(rates.length, endOfBurst(rates, (high + low) / 2) + EDGE);
        for (int i = 0; i < until; i++) {
            above += rates[i] - low;
        }
        return Optional.of(new RestedBurst(restSeconds, Math.max(0, above * intervalSeconds / (high - low))));
    }

    /** Where the sum of distances from the middle peaks: the likeliest step from high to low. */
    private static int endOfBurst(double[] rates, double middle) {
        double sum = 0;
        double most = 0;
        int end = 0;
        for (int i = 0; i < rates.length; i++) {
            sum += rates[i] - middle;
            if (sum > most) {
                most = sum;
                end = i + 1;
            }
        }
        return end;
    }
}
