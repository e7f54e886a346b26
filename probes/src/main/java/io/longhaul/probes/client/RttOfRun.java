package io.longhaul.probes.client;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.TcpState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Sums up the kernel's round-trip times of a run. Stateless. */
final class RttOfRun {
    private static final int FEWEST_FOR_P95 = 20;

    private RttOfRun() {}

    /** Median and p95 of the samples; the smallest is the kernel's own minimum where it tells. */
    static Optional<RttSummary> of(List<IntervalSample> intervals) {
        List<Duration> sorted = intervals.stream()
                .flatMap(sample -> sample.rtt().stream())
                .sorted()
                .toList();
        if (sorted.isEmpty()) {
            return Optional.empty();
        }
        Duration least = intervals.stream()
                .flatMap(sample -> sample.tcp().flatMap(TcpState::minRtt).stream())
                .reduce(sorted.get(0), (a, b) -> a.compareTo(b) <= 0 ? a : b);
        return Optional.of(new RttSummary(
                least,
                Optional.of(at(sorted, 0.5)),
                sorted.size() >= FEWEST_FOR_P95 ? Optional.of(at(sorted, 0.95)) : Optional.empty(),
                Optional.empty(),
                Optional.of(sorted.get(sorted.size() - 1))));
    }

    private static Duration at(List<Duration> sorted, double quantile) {
        return sorted.get((int) Math.ceil(quantile * sorted.size()) - 1);
    }
}
