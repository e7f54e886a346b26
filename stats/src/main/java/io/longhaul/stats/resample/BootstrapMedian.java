package io.longhaul.stats.resample;

import io.longhaul.stats.Samples;
import org.apache.commons.math3.distribution.BetaDistribution;
import org.apache.commons.math3.random.RandomGenerator;

/**
 * Draws the median of a resample of n out of n without drawing the resample. Confined to one thread.
 *
 * <p>The r-th smallest of n draws with replacement is x(ceil(n U(r))), where U(r), the r-th smallest of n uniforms, is
 * Beta(r, n + 1 - r); given it, the next one is 1 - (1 - U(r)) V^(1 / (n - r)) with V uniform (David and Nagaraja, "Order
 * Statistics", ch. 2). So a draw takes constant time and the result is exact, not approximate.
 */
final class BootstrapMedian {
    private final double[] sorted;
    private final RandomGenerator random;
    private final BetaDistribution position;

    BootstrapMedian(double[] samples, RandomGenerator random) {
        sorted = Samples.sorted(samples, 1);
        this.random = random;
        int n = sorted.length;
        int rank = (n + 1) / 2;
        position = new BetaDistribution(random, rank, n + 1.0 - rank);
    }

    double draw() {
        int n = sorted.length;
        double u = position.sample();
        double low = at(u);
        if (n % 2 == 1) {
            return low;
        }
        double next = 1 - (1 - u) * Math.pow(random.nextDouble(), 1.0 / (n - n / 2));
        return (low + at(next)) / 2;
    }

    double observed() {
        int n = sorted.length;
        return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }

    /** The median without the sample at an index of the sorted samples. */
    double without(int index) {
        int n = sorted.length - 1;
        return (skipping((n - 1) / 2, index) + skipping(n / 2, index)) / 2;
    }

    int size() {
        return sorted.length;
    }

    private double skipping(int position, int removed) {
        return sorted[position < removed ? position : position + 1];
    }

    private double at(double u) {
        return sorted[Math.min(sorted.length - 1, (int) (u * sorted.length))];
    }
}
