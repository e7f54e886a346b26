package io.longhaul.stats;

import java.util.Optional;
import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * Which two order statistics of n independent samples enclose a quantile. Immutable.
 *
 * <p>With B ~ Binomial(n, q), P(x(j) &lt;= quantile &lt; x(k)) = P(j &lt;= B &lt; k), whatever the distribution of the
 * samples (Le Boudec, "Performance Evaluation of Computer and Communication Systems", 2010, theorem 2.1). The binomial
 * is unimodal, so growing the window of values of B from its mode towards the likelier side finds, for every width, the
 * window with the largest coverage. The result is exact for every n, in O(sqrt n) steps.
 *
 * @param lower j, from one
 * @param upper k, from one
 * @param coverage exact probability that the two enclose the quantile
 */
public record OrderRanks(int lower, int upper, double coverage) {
    private static final double TIE = 1 - 1e-9;

    /** The narrowest ranks that reach the level, the best covered and then the lowest of them; empty when n is too small. */
    public static Optional<OrderRanks> shortest(int n, double q, double level) {
        requireArguments(n, q, level);
        if (n < 2) {
            return Optional.empty();
        }
        var binomial = new BinomialDistribution(null, n, q);
        int mode = Math.min(Math.max((int) ((n + 1L) * q), 1), n - 1);
        int first = mode;
        int last = mode;
        double covered = binomial.probability(mode);
        double left = first > 1 ? binomial.probability(first - 1) : 0;
        double right = last < n - 1 ? binomial.probability(last + 1) : 0;
        double odds = q / (1 - q);
        while (covered < level) {
            if (first == 1 && last == n - 1) {
                return Optional.empty();
            }
            if (first > 1 && (last == n - 1 || left >= right * TIE)) {
                covered += left;
                first--;
                left *= first / (odds * (n - first + 1));
            } else {
                covered += right;
                last++;
                right *= odds * (n - last) / (last + 1);
            }
        }
        return Optional.of(new OrderRanks(first, last + 1, Math.min(covered, 1)));
    }

    /** Ranks j and n + 1 - j around the median: easy to reproduce by counting in from both ends; empty when n is too small. */
    public static Optional<OrderRanks> symmetric(int n, double level) {
        requireArguments(n, 0.5, level);
        if (n < 2) {
            return Optional.empty();
        }
        var binomial = new BinomialDistribution(null, n, 0.5);
        int first = n / 2;
        int last = n - first;
        double edge = binomial.probability(first);
        double covered = first == last ? edge : 2 * edge;
        while (covered < level) {
            if (first == 1) {
                return Optional.empty();
            }
            edge *= first / (double) (n - first + 1);
            first--;
            last++;
            covered += 2 * edge;
        }
        return Optional.of(new OrderRanks(first, last + 1, Math.min(covered, 1)));
    }

    /** The smallest n for which smallest and largest sample enclose the quantile with the level: 1 - q^n - (1-q)^n. */
    public static int minimumSamples(double q, double level) {
        requireArguments(1, q, level);
        double tail = Math.max(q, 1 - q);
        int n = Math.max(2, (int) Math.floor(Math.log1p(-level) / Math.log(tail)));
        while (1 - Math.pow(q, n) - Math.pow(1 - q, n) < level) {
            n++;
        }
        return n;
    }

    private static void requireArguments(int n, double q, double level) {
        Samples.requireOpenProbability(q, "q");
        Samples.requireOpenProbability(level, "level");
        if (n < 0) {
            throw new IllegalArgumentException("n is negative: " + n);
        }
    }
}
