package io.longhaul.core.estimate;

import io.longhaul.core.stats.Summary;
import io.longhaul.core.units.Bandwidth;
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
        Summary summary =
                Summary.of(rates.stream().mapToDouble(Bandwidth::bitsPerSecond).toArray());
        boolean many = rates.size() >= FEWEST_FOR_PERCENTILES;
        return Optional.of(new RateSpread(
                Bandwidth.ofBitsPerSecond(many ? summary.p10() : summary.min()),
                Bandwidth.ofBitsPerSecond(many ? summary.p90() : summary.max()),
                summary.mean() == 0 ? 0 : summary.coefficientOfVariation()));
    }
}
