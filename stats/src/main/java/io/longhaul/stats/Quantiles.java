package io.longhaul.stats;

/**
 * Sample quantiles and linear-time selection. Stateless; safe from any thread.
 *
 * <p>Quantiles interpolate between order statistics as type 7 of Hyndman and Fan, "Sample Quantiles in Statistical
 * Packages", The American Statistician 50 (1996), which is also the default of NumPy and R.
 */
public final class Quantiles {
    /** Makes the median absolute deviation estimate the standard deviation of normal data: 1 / Phi^-1(3/4). */
    public static final double MAD_TO_SIGMA = 1.482602218505602;

    private Quantiles() {}

    /** The quantile of ascending samples; {@code q} in [0, 1]. */
    public static double ofSorted(double[] sorted, double q) {
        if (!(q >= 0 && q <= 1) || sorted.length == 0) {
            throw new IllegalArgumentException("no quantile " + q + " of " + sorted.length + " samples");
        }
        double at = q * (sorted.length - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }

    /** The median, by selection on a copy; the samples stay as they are. */
    public static double median(double[] samples) {
        Samples.requireFinite(samples, 1);
        return medianInPlace(samples.clone(), samples.length);
    }

    /** The quantile, by selection on a copy; the samples stay as they are. */
    public static double of(double[] samples, double q) {
        Samples.requireFinite(samples, 1);
        return inPlace(samples.clone(), samples.length, q);
    }

    /** The median of the first {@code n} values, which are reordered. */
    public static double medianInPlace(double[] work, int n) {
        return inPlace(work, n, 0.5);
    }

    /** The quantile of the first {@code n} values, which are reordered. */
    public static double inPlace(double[] work, int n, double q) {
        double at = q * (n - 1);
        int below = (int) at;
        double low = select(work, n, below);
        if (at == below) {
            return low;
        }
        double next = work[below + 1];
        for (int i = below + 2; i < n; i++) {
            next = Math.min(next, work[i]);
        }
        return low + (at - below) * (next - low);
    }

    /**
     * The {@code k}-th smallest (from zero) of the first {@code n} values. Reorders them so that nothing before
     * {@code k} is greater and nothing after it is smaller. Hoare's selection with a median-of-three pivot.
     */
    public static double select(double[] work, int n, int k) {
        if (k < 0 || k >= n || n > work.length) {
            throw new IllegalArgumentException("no rank " + k + " among " + n + " of " + work.length + " values");
        }
        int left = 0;
        int right = n - 1;
        while (left < right) {
            double pivot = medianOfThree(work[left], work[(left + right) >>> 1], work[right]);
            int i = left;
            int j = right;
            while (i <= j) {
                while (work[i] < pivot) {
                    i++;
                }
                while (work[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    double swap = work[i];
                    work[i] = work[j];
                    work[j] = swap;
                    i++;
                    j--;
                }
            }
            if (k <= j) {
                right = j;
            } else if (k >= i) {
                left = i;
            } else {
                break;
            }
        }
        return work[k];
    }

    private static double medianOfThree(double a, double b, double c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }
}
