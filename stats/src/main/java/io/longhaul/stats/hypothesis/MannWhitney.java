package io.longhaul.stats.hypothesis;

import io.longhaul.stats.Samples;

/**
 * Does one of two independent sets tend to larger values? Mann and Whitney, Annals of Mathematical Statistics 18 (1947).
 * Stateless; safe from any thread.
 *
 * <p>U of the first set counts the pairs it wins, ties half. The p-value is exact for up to 40 samples without ties, else
 * normal with the variance corrected for ties and half a unit for continuity.
 */
public final class MannWhitney {
    private static final int EXACT_UP_TO = 40;

    private MannWhitney() {}

    /** The statistic is U of the first set. */
    public static TestResult test(double[] first, double[] second) {
        Samples.requireFinite(first, 1);
        Samples.requireFinite(second, 1);
        Ranks ranks = Ranks.ofPooled(first, second);
        double n = first.length;
        double m = second.length;
        double u = u(ranks, first.length);
        if (!ranks.tied() && first.length + second.length <= EXACT_UP_TO) {
            return new TestResult("Mann-Whitney", u, exactP(u, first.length, second.length));
        }
        double pooled = n + m;
        double variance = n * m / 12 * (pooled + 1 - ranks.tieTerm() / (pooled * (pooled - 1)));
        double distance = Math.max(0, Math.abs(u - n * m / 2) - 0.5);
        double z = variance <= 0 ? 0 : distance / Math.sqrt(variance);
        return new TestResult("Mann-Whitney", u, Tails.normalTwoSided(z));
    }

    /** P(first &gt; second) - P(first &lt; second), in [-1, 1]: Cliff, Psychological Bulletin 114 (1993). */
    public static CliffsDelta cliffsDelta(double[] first, double[] second) {
        Samples.requireFinite(first, 1);
        Samples.requireFinite(second, 1);
        double u = u(Ranks.ofPooled(first, second), first.length);
        return new CliffsDelta(2 * u / first.length / second.length - 1);
    }

    private static double u(Ranks ranks, int first) {
        double sum = 0;
        for (int i = 0; i < first; i++) {
            sum += ranks.values()[i];
        }
        return sum - first * (first + 1.0) / 2;
    }

    /** Counts the orders with each U by the recurrence over which set holds the largest sample. */
    private static double exactP(double u, int n, int m) {
        double[][] ways = new double[m + 1][n * m + 1];
        for (double[] row : ways) {
            row[0] = 1;
        }
        for (int i = 1; i <= n; i++) {
            double[][] next = new double[m + 1][n * m + 1];
            next[0][0] = 1;
            for (int j = 1; j <= m; j++) {
                for (int v = 0; v <= i * j; v++) {
                    next[j][v] = next[j - 1][v] + (v >= j ? ways[j][v - j] : 0);
                }
            }
            ways = next;
        }
        double all = 0;
        double beyond = 0;
        double least = Math.max(u, n * (double) m - u);
        for (int v = 0; v <= n * m; v++) {
            all += ways[m][v];
            beyond += v >= least ? ways[m][v] : 0;
        }
        return Math.min(1, 2 * beyond / all);
    }
}
