package io.longhaul.core.study;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.TcpState;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.stats.Quantiles;
import io.longhaul.core.stats.bucket.DrainDetector;
import io.longhaul.core.stats.bucket.DrainResult;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Sees a token bucket run dry within a run: the rate falls by half or more and stays there, and a queue stands before the
 * bottleneck. After an overshoot of slow start the rate falls too, but then the queue is empty. Stateless.
 */
final class BucketFall {
    private static final double HALF = 0.5;
    private static final double LASTING = 0.2;
    private static final double QUEUED = 1.2;
    private static final int FEWEST = 12;
    private static final double LEVEL = 0.2;
    private static final double MOST = 0.8;
    private static final int FEWEST_HIGH = 3;

    private BucketFall() {}

    /** Rate in bit/s after the fall; empty when there was none. */
    static OptionalDouble of(ThroughputMeasurement run) {
        List<IntervalSample> all = run.intervals();
        double seconds = Durations.seconds(run.header().duration());
        if (all.size() < FEWEST || !(seconds > 0) || !isQueued(all)) {
            return OptionalDouble.empty();
        }
        double[] rates = all.stream().mapToDouble(BucketFall::rate).toArray();
        DrainResult found = new DrainDetector(HALF, LASTING * seconds).find(rates, seconds / all.size());
        return found.fold(dry -> OptionalDouble.of(dry.low()), none -> soonSpent(rates));
    }

    /** Credit so small that it is spent before the rate has settled: a few intervals of twice the rate at which the rest then stays. */
    private static OptionalDouble soonSpent(double[] rates) {
        int half = rates.length / 2;
        double[] late = Arrays.copyOfRange(rates, half, rates.length);
        double low = Quantiles.median(late);
        long near = Arrays.stream(late)
                .filter(rate -> Math.abs(rate - low) <= LEVEL * low)
                .count();
        return low > 0 && near >= MOST * late.length && longestAbove(rates, half, low / HALF) >= FEWEST_HIGH
                ? OptionalDouble.of(low)
                : OptionalDouble.empty();
    }

    private static int longestAbove(double[] rates, int end, double level) {
        int longest = 0;
        int run = 0;
        for (int i = 0; i < end; i++) {
            run = rates[i] >= level ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest;
    }

    private static boolean isQueued(List<IntervalSample> all) {
        OptionalDouble least = all.stream()
                .flatMap(sample -> sample.tcp().stream())
                .flatMap(state -> state.minRtt().stream())
                .mapToDouble(Durations::seconds)
                .min();
        OptionalDouble late = all.subList(all.size() - all.size() / 4, all.size()).stream()
                .flatMap(sample -> sample.rtt().stream())
                .mapToDouble(Durations::seconds)
                .average();
        return least.isPresent() && late.isPresent() && late.getAsDouble() >= QUEUED * least.getAsDouble();
    }

    private static double rate(IntervalSample sample) {
        double bits = sample.tcp()
                .flatMap(TcpState::acknowledged)
                .or(sample::received)
                .or(sample::sent)
                .map(DataSize::bits)
                .orElse(0L);
        return bits / Math.max(1e-9, Durations.seconds(sample.end().minus(sample.start())));
    }
}
