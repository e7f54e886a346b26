package io.longhaul.stats.hypothesis;

import io.longhaul.stats.Samples;
import java.util.Arrays;

/**
 * Do paired samples differ (interleaved runs, same minute)? Wilcoxon, Biometrics Bulletin 1 (1945). Stateless; safe from
 * any thread.
 *
 * <p>Pairs without a difference are left out. The p-value is exact for up to 50 pairs without ties, else normal with the
 * variance corrected for ties and half a unit for continuity.
 */
public final class WilcoxonSignedRank {
    private static final int EXACT_UP_TO = 50;

    private WilcoxonSignedRank() {}

    /** The statistic is the sum of the ranks of the pairs where the first is larger. */
    public static TestResult test(double[] first, double[] second) {
        if (first.length != second.length) {
            throw new IllegalArgumentException("pairs of " + first.length + " and " + second.length + " samples");
        }
        Samples.requireFinite(first, 1);
        Samples.requireFinite(second, 1);
        double[] sizes = new double[first.length];
        boolean[] positive = new boolean[first.length];
        int n = 0;
        for (int i = 0; i < first.length; i++) {
            double difference = first[i] - second[i];
            if (difference != 0) {
                positive[n] = difference > 0;
                sizes[n++] = Math.abs(difference);
            }
        }
        if (n == 0) {
            return new TestResult("Wilcoxon signed rank", 0, 1);
        }
        Ranks ranks = Ranks.of(Arrays.copyOf(sizes, n));
        double plus = 0;
        for (int i = 0; i < n; i++) {
            plus += positive[i] ? ranks.values()[i] : 0;
        }
        double p = !ranks.tied() && n <= EXACT_UP_TO ? exactP(plus, n) : normalP(plus, n, ranks.tieTerm());
        return new TestResult("Wilcoxon signed rank", plus, p);
    }

    private static double normalP(double plus, double n, double tieTerm) {
        double mean = n * (n + 1) / 4;
        double variance = n * (n + 1) * (2 * n + 1) / 24 - tieTerm / 48;
        return Tails.normalTwoSided(Math.max(0, Math.abs(plus - mean) - 0.5) / Math.sqrt(variance));
    }

    private static double exactP(double plus, int n) {
        int most = n * (n + 1) / 2;
        double[] ways = new double[most + 1];
        ways[0] = 1;
        for (int rank = 1; rank <= n; rank++) {
            for (int sum = most; sum >= rank; sum--) {
                ways[sum] += ways[sum - rank];
            }
        }
        double beyond = 0;
        for (int sum = (int) Math.max(plus, most - plus); sum <= most; sum++) {
            beyond += ways[sum];
        }
        return Math.min(1, 2 * beyond / Math.pow(2, n));
    }
}
