package io.longhaul.core.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The worked examples of RFC 6349. */
class Rfc6349Test {
    @Test
    void fastEthernetCarries94Point9() {
        Bandwidth most = Rfc6349.maximumAchievable(Bandwidth.ofMegabitsPerSecond(100), 1500);

        assertThat(most.bitsPerSecond() / 1e6).isCloseTo(94.9, within(0.05));
    }

    @Test
    void theExamplesOfSection4() {
        ThroughputMeasurement run = run();
        Rfc6349 figures =
                Rfc6349.of(run, Optional.of(Bandwidth.ofMegabitsPerSecond(150)), Optional.of(Duration.ofMillis(25)));

        assertThat(figures.transferTimeRatio()).hasValue(1.5);
        assertThat(figures.efficiency().orElseThrow()).isCloseTo(100_000.0 / 102_000, within(1e-6));
        assertThat(figures.bufferDelay().orElseThrow()).isCloseTo(0.28, within(1e-9));
        assertThat(figures.bandwidthDelayProduct()).hasValue(DataSize.ofBytes(468_750));
    }

    @Test
    void whatIsNotKnownIsNotSaid() {
        Rfc6349 figures = Rfc6349.of(run(), Optional.empty(), Optional.empty());

        assertThat(figures.transferTimeRatio()).isEmpty();
        assertThat(figures.bandwidthDelayProduct()).isEmpty();
    }

    private static ThroughputMeasurement run() {
        var link = new Link(SiteId.parse("lab:a"), SiteId.parse("lab:b"));
        var header = new MeasurementHeader(
                "1",
                link,
                Optional.empty(),
                Optional.empty(),
                Instant.EPOCH,
                Duration.ofSeconds(12),
                new MeasurementHeader.Prober("test", "1"),
                Optional.empty());
        var asked = ThroughputAsked.streams("longhaul", 1, Optional.empty());
        var actual = new ThroughputActual(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(DataSize.ofBytes(1000)));
        var sample = new IntervalSample(
                Duration.ZERO,
                Duration.ofSeconds(12),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.of(Duration.ofMillis(32)),
                Optional.empty());
        return new ThroughputMeasurement(
                header,
                asked,
                actual,
                Optional.of(new Transferred(
                        Optional.of(DataSize.ofBytes(100_000_000)), Bandwidth.ofMegabitsPerSecond(100))),
                Optional.of(new Transferred(
                        Optional.of(DataSize.ofBytes(100_000_000)), Bandwidth.ofMegabitsPerSecond(100))),
                Optional.empty(),
                OptionalLong.of(2000),
                Optional.empty(),
                List.of(),
                List.of(sample),
                CpuUse.UNKNOWN,
                StopReason.TIME);
    }
}
