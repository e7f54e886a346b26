package io.longhaul.estimator;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.SenderLooks;
import io.longhaul.core.measure.TcpState;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.study.CellEvidence;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.stats.Quantiles;
import io.longhaul.stats.bucket.DrainDetector;
import io.longhaul.stats.bucket.DrainResult;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

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
        double[] rates = run.series();
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

    /** What the kernel and the processors said during a run. */
    static CellEvidence evidence(ThroughputMeasurement run) {
        List<IntervalSample> all = run.intervals();
        List<IntervalSample> late = all.subList(all.size() / 2, all.size());
        List<TcpState> states =
                late.stream().flatMap(sample -> sample.tcp().stream()).toList();
        OptionalDouble mss =
                run.actual().mss().stream().mapToDouble(DataSize::bytes).findFirst();
        double[] rtts = late.stream()
                .flatMap(sample -> sample.rtt().stream())
                .mapToDouble(Durations::seconds)
                .toArray();
        return new CellEvidence(
                share(states, TcpState::receiveWindowLimited),
                share(states, TcpState::sendBufferLimited),
                run.actual().sendBuffer().stream().mapToDouble(DataSize::bytes).findFirst(),
                run.rtt().stream()
                        .mapToDouble(rtt -> Durations.seconds(rtt.min()))
                        .findFirst(),
                Arrays.stream(rtts).average(),
                rtts.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Quantiles.median(rtts)),
                SenderLooks.of(late, run.streams().size()).dry(),
                retransmitShare(late, mss),
                retransmits(late),
                states.stream()
                        .mapToDouble(state -> state.congestionWindow().bytes())
                        .average(),
                mss,
                run.actual().congestion(),
                of(run),
                run.endpointLimited());
    }

    private static OptionalDouble share(List<TcpState> states, Function<TcpState, Duration> part) {
        double busy = states.stream()
                .mapToDouble(state -> Durations.seconds(state.busy()))
                .sum();
        if (busy <= 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(
                states.stream().map(part).mapToDouble(Durations::seconds).sum() / busy);
    }

    private static OptionalDouble retransmitShare(List<IntervalSample> late, OptionalDouble mss) {
        double sent = late.stream()
                .flatMap(sample -> sample.sent().stream())
                .mapToDouble(DataSize::bytes)
                .sum();
        OptionalDouble again = retransmits(late);
        return mss.isEmpty() || sent <= 0 || again.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(again.getAsDouble() * mss.getAsDouble() / sent);
    }

    private static OptionalDouble retransmits(List<IntervalSample> late) {
        return late.stream().anyMatch(sample -> sample.retransmits().isEmpty())
                ? OptionalDouble.empty()
                : OptionalDouble.of(late.stream()
                        .mapToDouble(sample -> sample.retransmits().orElse(0))
                        .sum());
    }
}
