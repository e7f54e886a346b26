package io.longhaul.estimator;

import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.SteadyRate;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How rates vary, from the runs with the most streams of each link: the longest series of intervals after its warm-up,
 * or, where runs are short, the runs themselves, each standing for the time until the next. Keeps one series a link.
 * Confined to the thread of its {@link Estimator}.
 */
final class VariationLedger {
    private static final int FEWEST_INTERVALS = 20;
    private static final int FEWEST_RUNS = 5;
    private static final int MOST = 2000;

    private final Map<Link, Series> series = new HashMap<>();

    private static final class Series {
        private int streams;
        private double[] longest = {};
        private Duration step = Duration.ZERO;
        private final TreeMap<Instant, Double> runs = new TreeMap<>();
    }

    void add(ThroughputMeasurement run) {
        Series known = series.computeIfAbsent(run.header().link(), link -> new Series());
        if (run.asked().streams() < known.streams) {
            return;
        }
        if (run.asked().streams() > known.streams) {
            known = new Series();
            known.streams = run.asked().streams();
            series.put(run.header().link(), known);
        }
        Series kept = known;
        run.steady()
                .map(SteadyRate::rate)
                .or(() -> run.received().map(received -> received.rate()))
                .filter(rate -> !rate.isZero())
                .ifPresent(rate -> kept.runs.put(run.header().started(), (double) rate.bitsPerSecond()));
        if (kept.runs.size() > MOST) {
            kept.runs.pollFirstEntry();
        }
        Duration from = run.steady()
                .map(SteadyRate::from)
                .orElse(run.header().duration().dividedBy(2));
        double[] rates = run.intervals().stream()
                .filter(interval -> interval.start().compareTo(from) >= 0
                        && interval.received().isPresent()
                        && interval.end().compareTo(interval.start()) > 0)
                .limit(MOST)
                .mapToDouble(VariationLedger::rate)
                .toArray();
        if (rates.length > kept.longest.length) {
            kept.longest = rates;
            IntervalSample first = run.intervals().get(0);
            kept.step = first.end().minus(first.start());
        }
    }

    private static double rate(IntervalSample interval) {
        return interval.received().orElseThrow().bits()
                / Durations.seconds(interval.end().minus(interval.start()));
    }

    /** The variation of every link that was measured often or long enough. */
    Map<Link, RateVariation> byLink() {
        var variations = new HashMap<Link, RateVariation>();
        series.forEach((link, known) -> of(known).ifPresent(variation -> variations.put(link, variation)));
        return variations;
    }

    private static Optional<RateVariation> of(Series known) {
        if (known.longest.length >= FEWEST_INTERVALS
                && Arrays.stream(known.longest).sum() > 0) {
            return Optional.of(RateVariation.ofTrace(known.longest, known.step));
        }
        if (known.runs.size() < FEWEST_RUNS) {
            return Optional.empty();
        }
        Duration span = Duration.between(known.runs.firstKey(), known.runs.lastKey());
        Duration step = span.dividedBy(known.runs.size() - 1);
        if (step.isZero()) {
            return Optional.empty();
        }
        return Optional.of(RateVariation.ofTrace(
                known.runs.values().stream().mapToDouble(Double::doubleValue).toArray(), step));
    }
}
