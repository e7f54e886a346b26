package io.longhaul.stats.series;

import java.util.Arrays;

/** A split of a segment into two parts with its energy statistic. */
record EnergySplit(int index, double statistic) {
    /** No split: the segment is too short. */
    static final EnergySplit NONE = new EnergySplit(-1, Double.NEGATIVE_INFINITY);

    /** The best split of [from, to), or {@link #NONE} when it is too short. */
    static EnergySplit best(double[] values, int from, int to, int minSegment) {
        int n = to - from;
        if (n < 2 * minSegment) {
            return NONE;
        }
        double[] sorted = Arrays.copyOfRange(values, from, to);
        Arrays.sort(sorted);
        var left = new RankedSums(sorted);
        var right = new RankedSums(sorted);
        double withinRight = 0;
        for (int i = from; i < to; i++) {
            withinRight += right.distanceTo(values[i]);
            right.add(values[i], 1);
        }
        double all = withinRight;
        double withinLeft = 0;
        EnergySplit best = NONE;
        for (int i = from; i < to - minSegment; i++) {
            right.add(values[i], -1);
            withinRight -= right.distanceTo(values[i]);
            withinLeft += left.distanceTo(values[i]);
            left.add(values[i], 1);
            int m = i + 1 - from;
            if (m >= minSegment) {
                double statistic = statistic(m, n - m, all - withinLeft - withinRight, withinLeft, withinRight);
                if (statistic > best.statistic()) {
                    best = new EnergySplit(i + 1, statistic);
                }
            }
        }
        return best;
    }

    /** Matteson and James, equations 5 and 6, exponent 1; sums run over unordered pairs. */
    private static double statistic(double m, double n, double between, double withinLeft, double withinRight) {
        double energy = 2 * between / (m * n) - 2 * withinLeft / (m * (m - 1)) - 2 * withinRight / (n * (n - 1));
        return m * n / (m + n) * energy;
    }
}
