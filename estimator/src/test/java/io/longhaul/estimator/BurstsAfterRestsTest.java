package io.longhaul.estimator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.longhaul.core.measure.BareRun;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.units.DataSize;
import io.longhaul.stats.Interval;
import io.longhaul.stats.bucket.DrainResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A bucket that lets 100 Mbit/s through with credit and 20 without, and gains 25 Mbit in a second of rest. */
class BurstsAfterRestsTest {
    private static final double HIGH = 100e6;
    private static final double LOW = 20e6;
    private static final double REFILL = 25e6;

    private final Instant empty = Instant.EPOCH;
    private final BurstsAfterRests bursts = new BurstsAfterRests(
            new DrainResult.Drained(
                    HIGH,
                    LOW,
                    10,
                    0.01,
                    1e9,
                    new Interval(99e6, 101e6, 0.95, 0.95),
                    new Interval(19e6, 21e6, 0.95, 0.95)),
            0.1,
            empty);

    /** A burst of 10 s. */
    private static ThroughputMeasurement burst(Instant start, double restSeconds) {
        double credit = REFILL * restSeconds;
        var intervals = new ArrayList<IntervalSample>();
        for (int i = 0; i < 100; i++) {
            double share = Math.min(1, credit / (0.1 * (HIGH - REFILL)));
            credit -= share * 0.1 * (HIGH - REFILL);
            double bits = 0.1 * (share * HIGH + (1 - share) * LOW);
            intervals.add(new IntervalSample(
                    Duration.ofMillis(100L * i),
                    Duration.ofMillis(100L * (i + 1)),
                    Optional.empty(),
                    Optional.of(DataSize.ofBytes(Math.round(bits / 8))),
                    OptionalLong.of(0),
                    Optional.empty(),
                    Optional.empty()));
        }
        return BareRun.of(intervals, start);
    }

    @Test
    void theRefillIsWhatRestsBringNotWhatIsLetThrough() {
        Instant last = empty;
        for (int rest : new int[] {2, 4, 8, 16}) {
            ThroughputMeasurement run = burst(last.plusSeconds(rest), rest);
            bursts.add(run);
            last = run.header().ended();
        }

        assertThat(bursts.estimate(0.95).orElseThrow().refill()).isCloseTo(REFILL, withinPercentage(2));
    }

    @Test
    void aBurstThatStillHadCreditTellsNoRefill() {
        bursts.add(burst(empty.plusSeconds(60), 60));

        assertThat(bursts.estimate(0.95)).isEmpty();
    }
}
