package io.longhaul.estimator;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.TcpState;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.units.Durations;
import io.longhaul.stats.bucket.BucketEstimate;
import io.longhaul.stats.bucket.DrainResult;
import io.longhaul.stats.bucket.RestedBurst;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Bursts, each after a rest that began with an empty bucket, and the refill that they tell. Confined to one thread.
 *
 * <p>What is known of credit comes with acknowledgements, a round trip late; and after the end of a burst the sender's kernel goes on
 * for the round trip, queues included, in which the peer learns of it and closes. Both are no rest.
 */
final class BurstsAfterRests {
    private static final int ROUNDS = 3;
    private static final double MOST_OF_HIGH = 0.99;
    private static final double LEAST_REST = 1e-3;

    private final DrainResult.Drained drained;
    private final double intervalSeconds;
    private final List<Burst> bursts = new ArrayList<>();
    private Optional<Instant> emptied;

    private record Burst(double restSeconds, ThroughputMeasurement run) {}

    /**
     * @param drained what the first burst told
     * @param intervalSeconds of every series
     * @param emptied when it had ended
     */
    BurstsAfterRests(DrainResult.Drained drained, double intervalSeconds, Instant emptied) {
        this.drained = drained;
        this.intervalSeconds = intervalSeconds;
        this.emptied = Optional.of(emptied);
    }

    /** When nothing of a run was sent any more. */
    static Instant emptied(ThroughputMeasurement run) {
        Duration last = run.intervals().stream()
                .flatMap(sample -> sample.rtt().stream())
                .reduce(Duration.ZERO, (before, after) -> after);
        return run.header().ended().plus(last);
    }

    /** Takes the next burst in. One that failed, was broken off or did not spend all credit only ends what is known. */
    void add(Measurement burst) {
        if (!(burst instanceof ThroughputMeasurement run) || run.stopped() == StopReason.INTERRUPTED) {
            emptied = Optional.empty();
            return;
        }
        double rest = emptied.map(then -> Durations.seconds(
                                Duration.between(then, run.header().started())))
                        .orElse(0.0)
                - minRttSeconds(run);
        boolean spent =
                read(new Burst(Math.max(rest, LEAST_REST), run), drained.low()).isPresent();
        if (spent && rest > 0) {
            bursts.add(new Burst(rest, run));
        }
        emptied = spent ? Optional.of(emptied(run)) : Optional.empty();
    }

    private static double minRttSeconds(ThroughputMeasurement run) {
        return run.intervals().stream()
                .map(IntervalSample::tcp)
                .flatMap(tcp -> tcp.flatMap(TcpState::minRtt).stream())
                .mapToDouble(Durations::seconds)
                .min()
                .orElse(0);
    }

    private Optional<RestedBurst> read(Burst burst, double refill) {
        return RestedBurst.read(
                burst.restSeconds(), burst.run().series(), intervalSeconds, drained.high(), drained.low(), refill);
    }

    /** How much a burst got depends a little on the refill, so that is found in rounds, from the low rate on; empty without bursts. */
    Optional<BucketEstimate> estimate(double level) {
        Optional<BucketEstimate> found = Optional.empty();
        for (int round = 0; round < ROUNDS && !bursts.isEmpty(); round++) {
            double refill =
                    Math.min(found.map(BucketEstimate::refill).orElse(drained.low()), MOST_OF_HIGH * drained.high());
            List<RestedBurst> read = bursts.stream()
                    .flatMap(burst -> read(burst, refill).stream())
                    .toList();
            found = Optional.of(BucketEstimate.of(drained, read, level));
        }
        return found;
    }
}
