package io.longhaul.estimator;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.stats.Quantiles;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Stream;

/** Medians of the small collections the estimator handles; an even count gives the mean of the middle two. */
final class Medians {
    private Medians() {}

    static Optional<Double> of(Collection<Double> values) {
        return values.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        of(values.stream().mapToDouble(Double::doubleValue).toArray()));
    }

    static double of(double[] values) {
        return Quantiles.median(values);
    }

    static Optional<Bandwidth> ofRates(Stream<Optional<Bandwidth>> rates) {
        double[] values = rates.flatMap(Optional::stream)
                .mapToDouble(Bandwidth::bitsPerSecond)
                .toArray();
        return values.length == 0 ? Optional.empty() : Optional.of(Bandwidth.ofBitsPerSecond(of(values)));
    }
}
