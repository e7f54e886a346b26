package io.longhaul.core.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Two streams over two seconds: who waited for whom, and when a run is no result about the network. */
class SenderLooksTest {
    private static IntervalSample second(int start, Optional<Duration> behind, Optional<Duration> dry) {
        var tcp = new TcpState(
                DataSize.ofBytes(100_000),
                Optional.empty(),
                Duration.ofSeconds(1),
                Duration.ZERO,
                Duration.ZERO,
                Optional.empty(),
                behind,
                dry,
                Optional.empty());
        return new IntervalSample(
                Duration.ofSeconds(start),
                Duration.ofSeconds(start + 1L),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.of(tcp));
    }

    private static ThroughputMeasurement run(boolean reverse, long behindMillis, CpuUse cpu) {
        return BareRun.of(
                List.of(second(0, Optional.of(Duration.ofMillis(behindMillis)), Optional.of(Duration.ZERO))),
                Instant.EPOCH,
                reverse,
                cpu);
    }

    private static CpuUse runnable(double local, double remote) {
        return new CpuUse(
                Optional.empty(),
                Optional.empty(),
                OptionalDouble.of(0.3),
                OptionalDouble.of(0.2),
                OptionalDouble.of(local),
                OptionalDouble.of(remote));
    }

    @Test
    void sharesAreOfTheTimeOfAllStreams() {
        var looks = SenderLooks.of(
                List.of(
                        second(0, Optional.of(Duration.ofMillis(500)), Optional.of(Duration.ofSeconds(1))),
                        second(1, Optional.of(Duration.ofMillis(100)), Optional.of(Duration.ZERO))),
                2);

        assertThat(looks.behind().orElseThrow()).isCloseTo(0.15, within(1e-9));
        assertThat(looks.dry().orElseThrow()).isCloseTo(0.25, within(1e-9));
    }

    @Test
    void whereNobodyLookedNothingIsKnown() {
        assertThat(SenderLooks.of(List.of(second(0, Optional.empty(), Optional.empty())), 1))
                .isEqualTo(new SenderLooks(OptionalDouble.empty(), OptionalDouble.empty()));
    }

    @Test
    void aSenderThatWaitsForACoreWhileItsSocketWaitsForItIsTheLimit() {
        assertThat(run(false, 800, runnable(0.97, 0.3)).endpointLimited()).isTrue();
        assertThat(run(true, 800, runnable(0.3, 0.97)).endpointLimited()).isTrue();
    }

    @Test
    void aBusyMachineAloneIsNot() {
        assertThat(run(false, 50, runnable(0.97, 0.97)).endpointLimited()).isFalse();
        assertThat(run(false, 800, runnable(0.5, 0.97)).endpointLimited()).isFalse();
    }

    @Test
    void aFullCoreAlwaysIs() {
        var full = new CpuUse(Optional.empty(), Optional.empty(), OptionalDouble.of(0.2), OptionalDouble.of(0.95));

        assertThat(run(false, 0, full).endpointLimited()).isTrue();
    }
}
