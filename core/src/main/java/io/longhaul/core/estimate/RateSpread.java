package io.longhaul.core.estimate;

import io.longhaul.core.units.Bandwidth;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How repeated runs spread: a description, not an interval of confidence. Immutable.
 *
 * @param low 10th percentile of ten runs or more, the slowest of fewer
 * @param high 90th percentile of ten runs or more, the fastest of fewer
 * @param coefficientOfVariation standard deviation over mean
 */
public record RateSpread(Bandwidth low, Bandwidth high, double coefficientOfVariation) {
    private static final int FEWEST_FOR_PERCENTILES = 10;

    static Optional<RateSpread> of(List<Bandwidth> rates) {
        if (rates.size() < 2) {
            return Optional.empty();
        }
        double[] sorted =
                rates.stream().mapToDouble(Bandwidth::bitsPerSecond).sorted().toArray();
        double mean = Arrays.stream(sorted).average().orElseThrow();
        double squares =
                Arrays.stream(sorted).map(rate -> (rate - mean) * (rate - mean)).sum();
        double cut = sorted.length >= FEWEST_FOR_PERCENTILES ? 0.1 : 0;
        return Optional.of(new RateSpread(
                between(sorted, cut),
                between(sorted, 1 - cut),
                mean == 0 ? 0 : Math.sqrt(squares / (sorted.length - 1)) / mean));
    }

    /** Linear between neighbours (Hyndman and Fan, "Sample Quantiles in Statistical Packages", 1996, type 7). */
    private static Bandwidth between(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return Bandwidth.ofBitsPerSecond(sorted[below] + (place - below) * (sorted[above] - sorted[below]));
    }
}
