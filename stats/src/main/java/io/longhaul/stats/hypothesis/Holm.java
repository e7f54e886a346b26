package io.longhaul.stats.hypothesis;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Keeps the chance of any false rejection over many cells at alpha: the step-down method of Holm ("A Simple Sequentially
 * Rejective Multiple Test Procedure", Scandinavian Journal of Statistics 6, 1979). Stateless; safe from any thread.
 */
public final class Holm {
    private Holm() {}

    /** Adjusted p-values in the order given: reject those below alpha. */
    public static double[] adjust(double[] pValues) {
        int n = pValues.length;
        int[] order = IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> pValues[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] adjusted = new double[n];
        double largest = 0;
        for (int i = 0; i < n; i++) {
            largest = Math.max(largest, Math.min(1, (n - i) * pValues[order[i]]));
            adjusted[order[i]] = largest;
        }
        return adjusted;
    }
}
