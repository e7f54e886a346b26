package io.longhaul.probes.client;

import io.longhaul.core.measure.RttSummary;
import java.time.Duration;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Collects round-trip times to three digits and sums them up. Confined to one thread. */
final class LatencyRecorder {
    private static final int DIGITS = 3;
    private static final long FEWEST_FOR_P95 = 20;
    private static final long FEWEST_FOR_P99 = 100;

    private final Histogram histogram = new Histogram(DIGITS);
    private long min = Long.MAX_VALUE;
    private long max;

    void record(long nanos) {
        long valid = Math.max(0, nanos);
        histogram.recordValue(valid);
        min = Math.min(min, valid);
        max = Math.max(max, valid);
    }

    long count() {
        return histogram.getTotalCount();
    }

    /** Empty when there is nothing; a percentile needs at least one sample beyond it. */
    Optional<RttSummary> summary() {
        if (count() == 0) {
            return Optional.empty();
        }
        return Optional.of(new RttSummary(
                Duration.ofNanos(min),
                Optional.of(percentile(50)),
                count() >= FEWEST_FOR_P95 ? Optional.of(percentile(95)) : Optional.empty(),
                count() >= FEWEST_FOR_P99 ? Optional.of(percentile(99)) : Optional.empty(),
                Optional.of(Duration.ofNanos(max))));
    }

    private Duration percentile(double percent) {
        long value = histogram.getValueAtPercentile(percent);
        return Duration.ofNanos(Math.max(min, Math.min(max, value)));
    }
}
