package io.longhaul.stats.sum;

import io.longhaul.stats.Interval;
import org.apache.commons.math3.distribution.BetaDistribution;
import org.apache.commons.math3.util.CombinatoricsUtils;

/**
 * Shares that were counted: their exact interval (Clopper and Pearson, Biometrika 26, 1934), and in how many ways they can
 * come about. Stateless.
 */
public final class BinomialShare {
    private BinomialShare() {}

    /**
     * The interval of a probability whose share was seen over trials that are worth so many independent ones (Jeffreys'
     * interval; Brown, Cai and DasGupta, Statistical Science 16, 2001).
     *
     * @param share of the trials that met the condition, 0 to 1
     * @param worth number of independent trials, above zero, not always whole
     */
    public static Interval intervalOfShare(double share, double worth, double level) {
        if (!(share >= 0 && share <= 1 && worth > 0)) {
            throw new IllegalArgumentException(share + " of " + worth + " trials");
        }
        double tail = (1 - level) / 2;
        var law = new BetaDistribution(null, share * worth + 0.5, (1 - share) * worth + 0.5);
        return new Interval(
                share == 0 ? 0 : Math.min(share, law.inverseCumulativeProbability(tail)),
                share == 1 ? 1 : Math.max(share, law.inverseCumulativeProbability(1 - tail)),
                level,
                level);
    }

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

    /**
     * The natural logarithm of the number of ways in which some of all can be those that meet a condition.
     *
     * @param met from zero to {@code trials}
     */
    public static double logWays(int met, int trials) {
        return CombinatoricsUtils.binomialCoefficientLog(trials, met);
    }
}
