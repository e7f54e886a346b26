package io.longhaul.core.estimate;

import io.longhaul.core.units.Bandwidth;
import java.util.Arrays;
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
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    static Optional<Bandwidth> ofRates(Stream<Optional<Bandwidth>> rates) {
        double[] values = rates.flatMap(Optional::stream)
                .mapToDouble(Bandwidth::bitsPerSecond)
                .toArray();
        return values.length == 0 ? Optional.empty() : Optional.of(Bandwidth.ofBitsPerSecond(of(values)));
    }
}
