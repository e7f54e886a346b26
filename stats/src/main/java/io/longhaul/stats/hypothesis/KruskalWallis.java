package io.longhaul.stats.hypothesis;

import io.longhaul.stats.Samples;
import java.util.Arrays;
import java.util.List;

/**
 * Do groups (hours of the day, days of the week) share one distribution? Kruskal and Wallis, JASA 47 (1952). Stateless;
 * safe from any thread.
 */
public final class KruskalWallis {
    private KruskalWallis() {}

    /** H corrected for ties, chi-squared with one degree of freedom less than groups. One-sided. */
    public static TestResult test(List<double[]> groups) {
        if (groups.size() < 2) {
            throw new IllegalArgumentException("Kruskal-Wallis needs two groups, not " + groups.size());
        }
        double[] pooled = groups.stream()
                .flatMapToDouble(group -> Arrays.stream(Samples.requireFinite(group, 1)))
                .toArray();
        Ranks ranks = Ranks.of(pooled);
        double n = pooled.length;
        double sum = 0;
        int at = 0;
        for (double[] group : groups) {
            double rankSum = 0;
            for (int i = 0; i < group.length; i++) {
                rankSum += ranks.values()[at++];
            }
            sum += rankSum * rankSum / group.length;
        }
        double correction = 1 - ranks.tieTerm() / (n * n * n - n);
        double h = correction <= 0 ? 0 : (12 / (n * (n + 1)) * sum - 3 * (n + 1)) / correction;
        return new TestResult("Kruskal-Wallis", h, Tails.chiSquaredUpper(h, groups.size() - 1));
    }
}
