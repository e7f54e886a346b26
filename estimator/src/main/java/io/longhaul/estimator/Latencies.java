package io.longhaul.estimator;

import io.longhaul.core.estimate.RttEstimate;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.units.Durations;
import io.longhaul.stats.Interval;
import io.longhaul.stats.IntervalResult;
import io.longhaul.stats.NotEnough;
import io.longhaul.stats.QuantileInterval;
import io.longhaul.stats.Refused;
import io.longhaul.stats.validity.SoundInterval;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The latency runs of one link. Confined to the thread of its ledger. */
final class Latencies {
    private record Latency(Instant at, double medianMillis, Optional<Double> p95Millis) {}

    private final List<Latency> runs = new ArrayList<>();

    /** A round trip of nothing is below what its prober's clock can tell: no rate times it is a window. */
    void add(Instant at, RttSummary rtt) {
        double median = Durations.millis(rtt.median().orElse(rtt.min()));
        if (median > 0) {
            runs.add(new Latency(at, median, rtt.p95().map(Durations::millis)));
        }
    }

    /** Median over the runs of each run's median, so that one long run does not outvote the others. */
    Optional<RttEstimate> estimate() {
        if (runs.isEmpty()) {
            return Optional.empty();
        }
        List<Latency> byTime =
                runs.stream().sorted(Comparator.comparing(Latency::at)).toList();
        double[] medians = byTime.stream().mapToDouble(Latency::medianMillis).toArray();
        boolean ordered = 2 * byTime.stream().map(Latency::at).distinct().count() > byTime.size();
        IntervalResult result = ordered
                ? SoundInterval.standard()
                        .median(medians, Intervals.LEVEL)
                        .fold(
                                (Interval sound) -> sound.coverage() > Intervals.LEVEL
                                        ? QuantileInterval.medianBetweenRanks(medians, Intervals.LEVEL)
                                        : sound,
                                (NotEnough few) -> few,
                                (Refused no) -> no)
                : QuantileInterval.medianBetweenRanks(medians, Intervals.LEVEL);
        return Optional.of(new RttEstimate(
                Durations.ofMillis(Medians.of(medians)),
                Medians.of(byTime.stream()
                                .flatMap(run -> run.p95Millis().stream())
                                .toList())
                        .map(Durations::ofMillis),
                result.findInterval()
                        .map(interval -> new RttEstimate.Range(
                                Durations.ofMillis(interval.low()),
                                Durations.ofMillis(interval.high()),
                                Intervals.LEVEL)),
                runs.size(),
                Optional.of(byTime.get(byTime.size() - 1).at()),
                result.fold(
                        (Interval interval) -> Optional.empty(),
                        (NotEnough few) -> Optional.of(few.reason()),
                        (Refused no) -> Optional.of("refused: " + no.reason()))));
    }
}
