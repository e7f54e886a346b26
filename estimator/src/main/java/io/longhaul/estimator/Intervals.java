package io.longhaul.estimator;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.RateInterval;
import io.longhaul.stats.Interval;

/** Confidence intervals the estimator states, always at 95 %. */
final class Intervals {
    static final double LEVEL = 0.95;

    private Intervals() {}

    static RateInterval ofRates(Interval interval) {
        return new RateInterval(
                Bandwidth.ofBitsPerSecond(Math.max(0, interval.low())),
                Bandwidth.ofBitsPerSecond(Math.max(0, interval.high())),
                interval.level());
    }
}
