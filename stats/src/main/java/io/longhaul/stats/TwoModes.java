package io.longhaul.stats;

import java.util.Optional;

/**
 * Samples that fall into two groups, so that no single number stands for them: a token bucket with and without credit, two
 * paths, two kinds of machines behind one name. Immutable.
 *
 * <p>The samples are cut where the sum of squares within both parts is least (Otsu, IEEE Transactions on Systems, Man, and
 * Cybernetics 9, 1979), and the parts count as two modes when they lie far apart for their width: Ashman's D = sqrt(2)
 * |difference of means| / sqrt(sum of variances) of {@value #LEAST_SEPARATION} or more (Ashman, Bird and Zepf, The
 * Astronomical Journal 108, 1994). Cutting one mode in two gives 2.65 for a normal and 3.46 for a uniform distribution, so
 * their threshold of 2, made for fitted mixtures, would not do here.
 *
 * @param low mean of the lower group
 * @param high mean of the upper group
 * @param shareLow part of the samples in the lower group
 * @param separation Ashman's D
 */
public record TwoModes(double low, double high, double shareLow, double separation) {
    private static final int LEAST_SAMPLES = 20;
    private static final double LEAST_SEPARATION = 4.5;
    private static final double LEAST_SHARE = 0.1;

    /** The two groups; empty when there is one, or fewer than twenty samples, or one group is less than a tenth. */
    public static Optional<TwoModes> find(double[] samples) {
        if (samples.length < LEAST_SAMPLES) {
            return Optional.empty();
        }
        double[] sorted = Samples.sorted(samples, LEAST_SAMPLES);
        double middle = Quantiles.ofSorted(sorted, 0.5);
        Part below = new Part();
        Part above = new Part();
        for (double sample : sorted) {
            above.add(sample - middle);
        }
        double least = Double.POSITIVE_INFINITY;
        TwoModes best = null;
        for (int i = 0; i + 1 < sorted.length; i++) {
            below.add(sorted[i] - middle);
            above.remove(sorted[i] - middle);
            double within = below.squares() + above.squares();
            if (within < least && sorted[i] < sorted[i + 1]) {
                least = within;
                double spread = Math.sqrt(Math.max(0, below.squares() / below.n + above.squares() / above.n));
                double distance = above.mean() - below.mean();
                best = new TwoModes(
                        middle + below.mean(),
                        middle + above.mean(),
                        below.n / sorted.length,
                        Math.sqrt(2) * distance / spread);
            }
        }
        return Optional.ofNullable(best)
                .filter(modes -> modes.separation >= LEAST_SEPARATION
                        && modes.shareLow >= LEAST_SHARE
                        && modes.shareLow <= 1 - LEAST_SHARE);
    }

    /** Running sums of one side of the cut, about the median so that nothing cancels. */
    private static final class Part {
        private double n;
        private double sum;
        private double sumOfSquares;

        void add(double x) {
            n++;
            sum += x;
            sumOfSquares += x * x;
        }

        void remove(double x) {
            n--;
            sum -= x;
            sumOfSquares -= x * x;
        }

        double mean() {
            return sum / n;
        }

        double squares() {
            return Math.max(0, sumOfSquares - sum * sum / n);
        }
    }
}
