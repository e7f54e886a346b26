package io.longhaul.stats.series;

import java.util.ArrayList;
import java.util.List;

/** Places changes that were found among block means at the raw sample where two means fit best. */
final class Refinement {
    private Refinement() {}

    /** The raw indices of changes given in blocks; each moves by less than two blocks. */
    static List<Integer> place(double[] series, List<Integer> coarse, int block) {
        var placed = new ArrayList<Integer>();
        for (int c = 0; c < coarse.size(); c++) {
            int previous = c == 0 ? 0 : placed.get(c - 1);
            int next = c + 1 == coarse.size() ? series.length : coarse.get(c + 1) * block;
            int centre = coarse.get(c) * block;
            int from = Math.max(previous + 1, centre - 4 * block);
            int to = Math.min(next - 1, centre + 4 * block);
            placed.add(bestSplit(series, from, to));
        }
        return placed;
    }

    /** The split of [from, to) whose two means leave the least squares, that is whose means explain the most. */
    private static int bestSplit(double[] series, int from, int to) {
        double total = 0;
        double origin = series[from];
        for (int i = from; i < to; i++) {
            total += series[i] - origin;
        }
        int best = from + (to - from) / 2;
        double most = Double.NEGATIVE_INFINITY;
        double left = 0;
        for (int i = from + 1; i < to; i++) {
            left += series[i - 1] - origin;
            double right = total - left;
            double explained = left * left / (i - from) + right * right / (to - i);
            if (explained > most) {
                most = explained;
                best = i;
            }
        }
        return best;
    }
}
