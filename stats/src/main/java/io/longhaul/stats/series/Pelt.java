package io.longhaul.stats.series;

import io.longhaul.stats.Samples;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;

/**
 * The segmentation of a series into stretches of constant mean that is optimal for a penalty. Stateless; safe from any
 * thread.
 *
 * <p>Minimises the sum of squared distances from the segment means plus a penalty for every change, by PELT: Killick,
 * Fearnhead and Eckley, "Optimal Detection of Changepoints with a Linear Computational Cost", JASA 107 (2012). Costs
 * come from prefix sums. A start that is pruned at t is dropped only from t + minSegment on, because only then may a
 * segment begin at t; so the result stays exact with a minimum length. Time is linear when changes are frequent and
 * quadratic when there are none: see {@link ChangePoints} for long series.
 */
public final class Pelt {
    private Pelt() {}

    /**
     * The first index of every segment but the first, ascending.
     *
     * @param penalty cost of one change, in the squared unit of the samples; 2 sigma^2 ln n is the Schwarz criterion
     * @param minSegment the least samples in a segment, at least one
     */
    public static List<Integer> changes(double[] series, double penalty, int minSegment) {
        Samples.requireFinite(series, 1);
        if (!(penalty >= 0) || minSegment < 1) {
            throw new IllegalArgumentException("penalty " + penalty + ", minimum segment " + minSegment);
        }
        int n = series.length;
        if (n < 2 * minSegment) {
            return List.of();
        }
        return backtrack(new Search(series, penalty, minSegment).lastChanges(), n);
    }

    private static List<Integer> backtrack(int[] lastChange, int n) {
        var changes = new ArrayDeque<Integer>();
        for (int t = lastChange[n]; t > 0; t = lastChange[t]) {
            changes.addFirst(t);
        }
        return List.copyOf(changes);
    }

    /** One run of the dynamic program. */
    private static final class Search {
        private final double penalty;
        private final int minSegment;
        private final int n;
        private final double[] sums;
        private final double[] squares;
        private final double[] best;
        private final int[] starts;
        private final int[] prunedAt;
        private int alive;

        Search(double[] series, double penalty, int minSegment) {
            this.penalty = penalty;
            this.minSegment = minSegment;
            n = series.length;
            sums = new double[n + 1];
            squares = new double[n + 1];
            best = new double[n + 1];
            starts = new int[n + 1];
            prunedAt = new int[n + 1];
            double origin = series[0];
            for (int i = 0; i < n; i++) {
                double x = series[i] - origin;
                sums[i + 1] = sums[i] + x;
                squares[i + 1] = squares[i] + x * x;
            }
        }

        int[] lastChanges() {
            int[] lastChange = new int[n + 1];
            Arrays.fill(best, Double.POSITIVE_INFINITY);
            best[0] = -penalty;
            admit(0);
            for (int t = minSegment; t <= n; t++) {
                if (t >= 2 * minSegment) {
                    admit(t - minSegment);
                }
                lastChange[t] = extendTo(t);
                prune(t);
            }
            return lastChange;
        }

        private void admit(int start) {
            starts[alive] = start;
            prunedAt[alive] = Integer.MAX_VALUE;
            alive++;
        }

        private int extendTo(int t) {
            double least = Double.POSITIVE_INFINITY;
            int from = 0;
            for (int c = 0; c < alive; c++) {
                double total = best[starts[c]] + cost(starts[c], t) + penalty;
                if (total < least) {
                    least = total;
                    from = starts[c];
                }
            }
            best[t] = least;
            return from;
        }

        private void prune(int t) {
            int kept = 0;
            for (int c = 0; c < alive; c++) {
                int start = starts[c];
                int pruned = prunedAt[c];
                if (pruned == Integer.MAX_VALUE && best[start] + cost(start, t) > best[t]) {
                    pruned = t;
                }
                if (pruned == Integer.MAX_VALUE || t + 1 < pruned + minSegment) {
                    starts[kept] = start;
                    prunedAt[kept] = pruned;
                    kept++;
                }
            }
            alive = kept;
        }

        private double cost(int start, int end) {
            double sum = sums[end] - sums[start];
            return squares[end] - squares[start] - sum * sum / (end - start);
        }
    }
}
