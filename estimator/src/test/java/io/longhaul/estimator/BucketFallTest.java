package io.longhaul.estimator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.measure.BareRun;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.TcpState;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Runs of 3 s in intervals of 100 ms, with an RTT of 40 ms and a queue of as much. */
class BucketFallTest {
    private static final int COUNT = 30;

    private static OptionalDouble fall(IntToDoubleFunction megabits, double rttMillis) {
        var intervals = new ArrayList<IntervalSample>();
        for (int i = 0; i < COUNT; i++) {
            intervals.add(new IntervalSample(
                    Duration.ofMillis(100L * i),
                    Duration.ofMillis(100L * (i + 1)),
                    Optional.empty(),
                    Optional.of(DataSize.ofBytes(Math.round(megabits.applyAsDouble(i) * 1e5 / 8))),
                    OptionalLong.of(0),
                    Optional.of(Duration.ofNanos((long) (rttMillis * 1e6))),
                    Optional.of(new TcpState(
                            DataSize.ofBytes(100_000),
                            Optional.of(Duration.ofMillis(40)),
                            Duration.ofMillis(100),
                            Duration.ZERO,
                            Duration.ZERO))));
        }
        return BucketFall.of(BareRun.of(intervals));
    }

    @Test
    void aFallInTheMiddle() {
        assertThat(fall(i -> i < 15 ? 100 : 25, 80).orElseThrow()).isCloseTo(25e6, within(1e6));
    }

    @Test
    void creditThatIsSpentInSlowStart() {
        double[] start = {2, 8, 30, 80, 107, 107, 107, 90};

        assertThat(fall(i -> i < start.length ? start[i] : 27, 80).orElseThrow())
                .isCloseTo(27e6, within(1e6));
    }

    @Test
    void aSingleReadOfWhatStoodBehindAHoleIsNoCredit() {
        assertThat(fall(i -> i == 8 ? 110 : i == 7 ? 3 : 27, 80)).isEmpty();
    }

    @Test
    void withoutAQueueAFallIsNoBucket() {
        assertThat(fall(i -> i < 15 ? 100 : 25, 42)).isEmpty();
    }

    @Test
    void aSteadyRateHasNoFall() {
        assertThat(fall(i -> 60 + i % 3, 80)).isEmpty();
    }
}
