package io.longhaul.probes.study;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.TcpState;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;

/**
 * Reads rates off a run's series: what the receivers' kernels acknowledged, which does not depend on when a busy receiver reads it;
 * what was received or sent where that is unknown. Stateless.
 */
final class RunRates {
    private RunRates() {}

    /** One rate an interval, in bit/s. */
    static double[] all(ThroughputMeasurement run) {
        return run.intervals().stream().mapToDouble(RunRates::rate).toArray();
    }

    /** Rate of one interval, in bit/s. */
    static double rate(IntervalSample sample) {
        return bits(sample) / Durations.seconds(sample.end().minus(sample.start()));
    }

    /** Mean over the part of a run between two moments of it, in bit/s; zero when it has none there. */
    static double between(ThroughputMeasurement run, double fromSeconds, double toSeconds) {
        double bits = 0;
        double seconds = 0;
        for (IntervalSample sample : run.intervals()) {
            double start = Durations.seconds(sample.start());
            double length = Durations.seconds(sample.end()) - start;
            double part = Math.min(start + length, toSeconds) - Math.max(start, fromSeconds);
            if (part > 0 && length > 0) {
                bits += bits(sample) * part / length;
                seconds += part;
            }
        }
        return seconds == 0 ? 0 : bits / seconds;
    }

    private static double bits(IntervalSample sample) {
        return sample.tcp()
                .flatMap(TcpState::acknowledged)
                .or(sample::received)
                .or(sample::sent)
                .map(DataSize::bits)
                .orElse(0L);
    }
}
