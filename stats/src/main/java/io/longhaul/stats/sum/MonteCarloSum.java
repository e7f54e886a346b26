package io.longhaul.stats.sum;

import io.longhaul.stats.Interval;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The chance that one draw from each of several distributions adds up to a target, by simulation: for sums of unlike
 * machines, or too many for a convolution. Immutable; safe from any thread.
 *
 * @param trials simulated sums
 * @param seed of the draws: the same seed gives the same answer
 */
public record MonteCarloSum(int trials, long seed) {
    public MonteCarloSum {
        if (trials < 1) {
            throw new IllegalArgumentException("trials are below one: " + trials);
        }
    }

    /** The exact (Clopper and Pearson, Biometrika 26, 1934) interval of the chance that the sum is {@code target} or more. */
    public Interval shareOrBetter(List<EmpiricalDistribution> parts, double target, double level) {
        var random = new SplittableRandom(seed);
        int reached = 0;
        for (int t = 0; t < trials; t++) {
            double sum = 0;
            for (EmpiricalDistribution part : parts) {
                sum += part.draw(random);
            }
            reached += sum >= target ? 1 : 0;
        }
        return BinomialShare.interval(reached, trials, level);
    }
}
