package io.longhaul.stats.hypothesis;

import io.longhaul.stats.Quantiles;
import io.longhaul.stats.Samples;
import io.longhaul.stats.series.Autocorrelation;
import io.longhaul.stats.series.Blocks;

/**
 * A monotone drift, and how steep it is. Stateless; safe from any thread.
 *
 * <p>S sums the signs of all later minus earlier samples; its variance is (n (n-1)(2n+5) - sum over ties of
 * t (t-1)(2t+5)) / 18 (Mann, Econometrica 13, 1945; Kendall, "Rank Correlation Methods", 1975). S is counted by merge
 * sort in O(n log n). The slope is the median of the slopes of all pairs (Sen, JASA 63, 1968).
 */
public final class MannKendall {
    private static final int MOST_FOR_SLOPE = 2_000;

    private MannKendall() {}

    /** For independent samples; with dependent ones it sees drift where there is none. */
    public static TestResult test(double[] series) {
        return result("Mann-Kendall", series, 1);
    }

    /**
     * For samples that may be dependent: the variance of S is scaled by the significant rank autocorrelations of the
     * detrended series (Hamed and Rao, "A Modified Mann-Kendall Trend Test for Autocorrelated Data", Journal of Hydrology
     * 204, 1998), here never below that of independent samples. Needs ten samples. Lags up to {@code maxLag}.
     */
    public static TestResult testDependent(double[] series, int maxLag) {
        return testDependent(series, maxLag, senSlope(series));
    }

    /** As {@link #testDependent(double[], int)} when Sen's slope is known already. */
    public static TestResult testDependent(double[] series, int maxLag, double slope) {
        Samples.requireFinite(series, 10);
        int n = series.length;
        double[] detrended = new double[n];
        for (int i = 0; i < n; i++) {
            detrended[i] = series[i] - slope * (i + 1);
        }
        double[] rho = Autocorrelation.of(Ranks.of(detrended).values(), Math.min(maxLag, n - 1));
        double sum = 0;
        for (int k = 1; k < rho.length; k++) {
            if (Math.abs(rho[k]) > Autocorrelation.bound(n)) {
                sum += (double) (n - k) * (n - k - 1) * (n - k - 2) * rho[k];
            }
        }
        double factor = 1 + 2 * sum / ((double) n * (n - 1) * (n - 2));
        return result("Mann-Kendall (Hamed-Rao)", series, Math.max(1, factor));
    }

    /**
     * The median slope, in the unit of the samples per sample. Beyond 2,000 samples it is computed from means of blocks,
     * at most 2,000 of them.
     */
    public static double senSlope(double[] series) {
        Samples.requireFinite(series, 2);
        int block = (series.length + MOST_FOR_SLOPE - 1) / MOST_FOR_SLOPE;
        double[] x = block == 1 ? series : Blocks.means(series, block);
        int n = x.length;
        double[] slopes = new double[n * (n - 1) / 2];
        int at = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                slopes[at++] = (x[j] - x[i]) / (j - i);
            }
        }
        return Quantiles.medianInPlace(slopes, at) / block;
    }

    private static TestResult result(String name, double[] series, double varianceFactor) {
        Samples.requireFinite(series, 3);
        double n = series.length;
        double[] sorted = series.clone();
        double discordant = inversions(sorted, new double[sorted.length], 0, sorted.length);
        double tiedPairs = 0;
        double tieTerm = 0;
        for (int i = 0; i < sorted.length; ) {
            int end = i;
            while (end < sorted.length && sorted[end] == sorted[i]) {
                end++;
            }
            double t = end - i;
            tiedPairs += t * (t - 1) / 2;
            tieTerm += t * (t - 1) * (2 * t + 5);
            i = end;
        }
        double s = n * (n - 1) / 2 - tiedPairs - 2 * discordant;
        double variance = (n * (n - 1) * (2 * n + 5) - tieTerm) / 18 * varianceFactor;
        double z = variance == 0 ? 0 : (s - Math.signum(s)) / Math.sqrt(variance);
        return new TestResult(name, z, Tails.normalTwoSided(z));
    }

    /** Pairs out of order in [from, to), which this sorts. */
    private static double inversions(double[] x, double[] work, int from, int to) {
        if (to - from < 2) {
            return 0;
        }
        int middle = (from + to) >>> 1;
        double count = inversions(x, work, from, middle) + inversions(x, work, middle, to);
        int left = from;
        int right = middle;
        for (int out = from; out < to; out++) {
            if (right == to || (left < middle && x[left] <= x[right])) {
                work[out] = x[left++];
            } else {
                count += middle - left;
                work[out] = x[right++];
            }
        }
        System.arraycopy(work, from, x, from, to - from);
        return count;
    }
}
