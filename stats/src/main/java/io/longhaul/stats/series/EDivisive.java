package io.longhaul.stats.series;

import io.longhaul.stats.Samples;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Changes of distribution in a history of results, such as one median per campaign. Immutable; safe from any thread.
 *
 * <p>E-divisive with means: Matteson and James, "A Nonparametric Approach for Multiple Change Point Analysis of
 * Multivariate Data", JASA 109 (2014), as used on benchmark histories by Daly et al., "The Use of Change Point Detection to
 * Identify Software Performance Regressions in a Continuous Integration System" (ICPE 2020). The segment whose best split
 * has the largest energy statistic is split there as long as a permutation test within the segments finds it significant.
 * In one dimension the distances to all points left and right of a split come from sums ordered by rank, so a scan takes
 * O(n log n) instead of O(n^2).
 *
 * @param alpha significance of each split, such as 0.01
 * @param permutations random orders per test; at least 1 / alpha - 1 of them
 * @param minSegment the least results in a segment
 * @param seed of the permutations: the same seed gives the same changes
 */
public record EDivisive(double alpha, int permutations, int minSegment, long seed) {
    public EDivisive {
        Samples.requireOpenProbability(alpha, "alpha");
        if (minSegment < 2 || (permutations + 1) * alpha < 1) {
            throw new IllegalArgumentException("minimum segment " + minSegment + " is below 2, or " + permutations
                    + " permutations cannot show significance at " + alpha);
        }
    }

    /** Splits at 1 %, 199 permutations, five results a segment. */
    public static EDivisive standard(long seed) {
        return new EDivisive(0.01, 199, 5, seed);
    }

    /** The changes, ascending, with the medians before and after. */
    public List<ChangePoint> find(double[] history) {
        Samples.requireFinite(history, 0);
        var random = new Random(seed);
        var starts = new ArrayList<Integer>(List.of(0));
        while (true) {
            EnergySplit best = bestOf(history, starts);
            if (best.equals(EnergySplit.NONE) || !significant(history, starts, best.statistic(), random)) {
                break;
            }
            starts.add(best.index());
            starts.sort(Comparator.naturalOrder());
        }
        starts.remove(0);
        return ChangePoints.describe(history, starts);
    }

    private EnergySplit bestOf(double[] values, List<Integer> starts) {
        EnergySplit best = EnergySplit.NONE;
        for (int s = 0; s < starts.size(); s++) {
            int to = s + 1 == starts.size() ? values.length : starts.get(s + 1);
            EnergySplit split = EnergySplit.best(values, starts.get(s), to, minSegment);
            best = split.statistic() > best.statistic() ? split : best;
        }
        return best;
    }

    /** The share of orders, shuffled within the segments, whose best split is at least as good; stops when it is too large. */
    private boolean significant(double[] history, List<Integer> starts, double observed, Random random) {
        double[] shuffled = history.clone();
        int allowed = (int) Math.floor(alpha * (permutations + 1) + 1e-9) - 1;
        int better = 0;
        for (int p = 0; p < permutations && better <= allowed; p++) {
            for (int s = 0; s < starts.size(); s++) {
                int to = s + 1 == starts.size() ? history.length : starts.get(s + 1);
                shuffle(shuffled, starts.get(s), to, random);
            }
            better += bestOf(shuffled, starts).statistic() >= observed ? 1 : 0;
        }
        return better <= allowed;
    }

    private static void shuffle(double[] values, int from, int to, Random random) {
        for (int i = to - 1; i > from; i--) {
            int j = from + random.nextInt(i - from + 1);
            double swap = values[i];
            values[i] = values[j];
            values[j] = swap;
        }
    }
}
