package io.longhaul.stats.sum;

import io.longhaul.stats.Interval;
import org.apache.commons.math3.distribution.BetaDistribution;

/** The exact interval of a share that was counted (Clopper and Pearson, Biometrika 26, 1934). Stateless. */
public final class BinomialShare {
    private BinomialShare() {}

    /**
     * The interval of a probability from independent trials.
     *
     * @param met trials that met the condition, from zero to {@code trials}
     */
    public static Interval interval(int met, int trials, double level) {
        if (trials < 1 || met < 0 || met > trials) {
            throw new IllegalArgumentException(met + " of " + trials + " trials");
        }
        double tail = (1 - level) / 2;
        double low =
                met == 0 ? 0 : new BetaDistribution(null, met, trials - met + 1.0).inverseCumulativeProbability(tail);
        double high = met == trials
                ? 1
                : new BetaDistribution(null, met + 1.0, trials - met).inverseCumulativeProbability(1 - tail);
        return new Interval(low, high, level, level);
    }
}
