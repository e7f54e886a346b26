package io.longhaul.stats.sum;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * Counts draws until their sum reaches the target, many times over. Because draws are not negative, the smallest n with
 * P(sum of n &gt;= target) at the confidence is that quantile of the counts.
 */
final class MonteCarloCount {
    private MonteCarloCount() {}

    static OptionalInt smallest(
            EmpiricalDistribution samples, double target, double confidence, int trials, long seed, int most) {
        var random = new SplittableRandom(seed);
        int[] counts = new int[trials];
        for (int t = 0; t < trials; t++) {
            double sum = 0;
            int n = 0;
            while (sum < target * (1 - 1e-12)) {
                if (n == most) {
                    return OptionalInt.empty();
                }
                sum += samples.draw(random);
                n++;
            }
            counts[t] = n;
        }
        Arrays.sort(counts);
        return OptionalInt.of(counts[(int) Math.min(trials - 1L, (long) Math.ceil(confidence * trials) - 1)]);
    }
}
