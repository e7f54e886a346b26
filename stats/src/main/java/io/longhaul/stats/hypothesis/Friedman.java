package io.longhaul.stats.hypothesis;

import io.longhaul.stats.Samples;
import java.util.List;

/**
 * Do treatments differ that were each tried once in every block (several settings interleaved, a block being one round)?
 * Friedman, JASA 32 (1937): ranks within blocks, corrected for ties. Stateless; safe from any thread.
 */
public final class Friedman {
    private Friedman() {}

    /**
     * Chi-squared with one degree of freedom less than treatments. One-sided.
     *
     * @param treatments one array a treatment, sample i of each from block i; three treatments or more
     */
    public static TestResult test(List<double[]> treatments) {
        int k = treatments.size();
        int blocks = k == 0 ? 0 : treatments.get(0).length;
        if (k < 3 || blocks < 1 || treatments.stream().anyMatch(samples -> samples.length != blocks)) {
            throw new IllegalArgumentException("three or more treatments with equally many samples are needed");
        }
        treatments.forEach(samples -> Samples.requireFinite(samples, 1));
        double[] rankSums = new double[k];
        double ties = 0;
        for (int block = 0; block < blocks; block++) {
            double[] row = new double[k];
            for (int i = 0; i < k; i++) {
                row[i] = treatments.get(i)[block];
            }
            Ranks ranks = Ranks.of(row);
            ties += ranks.tieTerm();
            for (int i = 0; i < k; i++) {
                rankSums[i] += ranks.values()[i];
            }
        }
        double squares = 0;
        for (double sum : rankSums) {
            squares += sum * sum;
        }
        double correction = 1 - ties / (k * (k * (double) k - 1) * blocks);
        double q = correction <= 0
                ? 0
                : (12 / (k * (double) blocks * (k + 1)) * squares - 3.0 * blocks * (k + 1)) / correction;
        return new TestResult("Friedman", q, Tails.chiSquaredUpper(Math.max(0, q), k - 1));
    }
}
