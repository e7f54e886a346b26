package io.longhaul.stats;

/**
 * What one sample looks like, in the unit of the samples. Immutable.
 *
 * <p>Quantiles as {@link Quantiles}; the standard deviation divides by n - 1 and is zero for one sample.
 *
 * @param medianAbsoluteDeviation median of the distances from the median, unscaled
 */
public record Summary(
        int count,
        double min,
        double p10,
        double q1,
        double median,
        double q3,
        double p90,
        double p99,
        double max,
        double mean,
        double standardDeviation,
        double medianAbsoluteDeviation) {

    /**
     * Summarises one or more finite samples.
     *
     * @throws io.longhaul.core.error.InvalidInputException when there are none, or one is not finite
     */
    public static Summary of(double[] samples) {
        double[] sorted = Samples.sorted(samples, 1);
        int n = sorted.length;
        double mean = mean(sorted);
        double squares = 0;
        for (double x : sorted) {
            squares += (x - mean) * (x - mean);
        }
        double median = Quantiles.ofSorted(sorted, 0.5);
        return new Summary(
                n,
                sorted[0],
                Quantiles.ofSorted(sorted, 0.1),
                Quantiles.ofSorted(sorted, 0.25),
                median,
                Quantiles.ofSorted(sorted, 0.75),
                Quantiles.ofSorted(sorted, 0.9),
                Quantiles.ofSorted(sorted, 0.99),
                sorted[n - 1],
                mean,
                n == 1 ? 0 : Math.sqrt(squares / (n - 1)),
                deviation(sorted, median));
    }

    /** Standard deviation over mean; NaN when both are zero. */
    public double coefficientOfVariation() {
        return standardDeviation / Math.abs(mean);
    }

    /** The mean, with the rounding error of the sum carried along (Kahan, CACM 8, 1965). */
    public static double mean(double[] samples) {
        double sum = 0;
        double lost = 0;
        for (double x : samples) {
            double y = x - lost;
            double next = sum + y;
            lost = next - sum - y;
            sum = next;
        }
        return sum / samples.length;
    }

    private static double deviation(double[] sorted, double median) {
        double[] distances = new double[sorted.length];
        for (int i = 0; i < sorted.length; i++) {
            distances[i] = Math.abs(sorted[i] - median);
        }
        return Quantiles.medianInPlace(distances, distances.length);
    }
}
