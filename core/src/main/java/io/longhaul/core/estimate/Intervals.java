package io.longhaul.core.estimate;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.RateInterval;
import java.util.Arrays;
import java.util.Optional;

/** Confidence intervals the estimator states, always at 95 %. */
final class Intervals {
    private static final double LEVEL = 0.95;

    private Intervals() {}

    /**
     * Order-statistic interval of the median: the narrowest symmetric [x(j), x(n+1-j)] with exact binomial coverage of
     * at least 95 %; none below six samples. Source: Le Boudec, Performance Evaluation, chapter 2.
     */
    static Optional<RateInterval> ofMedian(double[] rates) {
        int n = rates.length;
        double tail = Math.pow(0.5, n);
        double term = tail;
        int j = 0;
        while (2 * tail <= 1 - LEVEL && j < n / 2) {
            j++;
            term *= (double) (n - j + 1) / j;
            tail += term;
        }
        if (j == 0) {
            return Optional.empty();
        }
        double[] sorted = rates.clone();
        Arrays.sort(sorted);
        return Optional.of(new RateInterval(
                Bandwidth.ofBitsPerSecond(sorted[j - 1]), Bandwidth.ofBitsPerSecond(sorted[n - j]), LEVEL));
    }
}
