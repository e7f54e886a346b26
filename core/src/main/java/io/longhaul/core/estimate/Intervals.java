package io.longhaul.core.estimate;

import io.longhaul.core.stats.Interval;
import io.longhaul.core.stats.QuantileInterval;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.RateInterval;
import java.util.Optional;

/** Confidence intervals the estimator states, always at 95 %. */
final class Intervals {
    private static final double LEVEL = 0.95;

    private Intervals() {}

    /** Order-statistic interval of the median; none where the samples give no right to one. */
    static Optional<RateInterval> ofMedian(double[] rates) {
        return QuantileInterval.median(rates, LEVEL) instanceof Interval interval
                ? Optional.of(new RateInterval(
                        Bandwidth.ofBitsPerSecond(interval.low()), Bandwidth.ofBitsPerSecond(interval.high()), LEVEL))
                : Optional.empty();
    }
}
