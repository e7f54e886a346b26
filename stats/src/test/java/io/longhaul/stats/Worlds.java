package io.longhaul.stats;

import java.util.Random;

/** Series whose truth is known. */
public final class Worlds {
    private Worlds() {}

    /** Independent normal samples. */
    public static double[] normal(Random random, int n, double mean, double sd) {
        double[] series = new double[n];
        for (int i = 0; i < n; i++) {
            series[i] = mean + sd * random.nextGaussian();
        }
        return series;
    }

    /** A stationary first-order autoregression with normal margins. */
    public static double[] autoregression(Random random, int n, double rho, double mean, double sd) {
        double[] series = new double[n];
        double state = random.nextGaussian();
        for (int i = 0; i < n; i++) {
            state = i == 0 ? state : rho * state + Math.sqrt(1 - rho * rho) * random.nextGaussian();
            series[i] = mean + sd * state;
        }
        return series;
    }

    /**
     * Rates of equal transfers back to back from a full token bucket: {@code high} while credit lasts, then {@code low};
     * with multiplicative noise. In units of one transfer at one unit of rate a second.
     */
    public static double[] drainingBucket(
            Random random, int transfers, double volume, double budget, double high, double refill, double noise) {
        double[] rates = new double[transfers];
        double credit = budget;
        for (int i = 0; i < transfers; i++) {
            double atHigh = Math.min(volume, credit * high / (high - refill));
            double seconds = atHigh / high + (volume - atHigh) / refill;
            credit = Math.max(0, credit - atHigh * (high - refill) / high);
            rates[i] = volume / seconds * (1 + noise * random.nextGaussian());
        }
        return rates;
    }
}
