package io.longhaul.probes;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.measure.DatagramQuality;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.SenderLooks;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.client.ProgressListener;
import io.longhaul.probes.spec.Direction;
import io.longhaul.probes.spec.StopRule;
import io.netty.channel.epoll.Epoll;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Longhaul's own prober against its own agent. */
class ThroughputTest {
    @ParameterizedTest
    @CsvSource({"1,FORWARD", "1,REVERSE", "5,FORWARD", "5,REVERSE", "1,BIDIRECTIONAL", "3,BIDIRECTIONAL"})
    void bothEndsCountEveryStreamAndEveryInterval(int streams, Direction direction) {
        try (Rig rig = Rig.open()) {
            ThroughputMeasurement measured = rig.measure(
                    Rig.brief().streams(streams).direction(direction).build());

            check(measured, streams, direction == Direction.REVERSE);
            assertThat(measured.opposite().isPresent()).isEqualTo(direction == Direction.BIDIRECTIONAL);
            measured.opposite().ifPresent(back -> check(back, streams, true));
        }
    }

    private static void check(ThroughputMeasurement measured, int streams, boolean back) {
        Link link = back ? new Link(Rig.LINK.to(), Rig.LINK.from()) : Rig.LINK;
        assertThat(measured.link()).isEqualTo(link);
        assertThat(measured.stopped()).isEqualTo(StopReason.TIME);
        assertThat(measured.streams()).hasSize(streams).allSatisfy(stream -> {
            assertThat(stream.sent().orElseThrow().bytes()).isPositive();
            assertThat(stream.received().orElseThrow().bytes()).isPositive();
        });
        assertThat(measured.intervals()).hasSizeBetween(1, 6);
        assertThat(sum(measured, IntervalSample::sent)).isEqualTo(size(measured.sent()));
        assertThat(sum(measured, IntervalSample::received)).isEqualTo(size(measured.received()));
        assertThat(measured.cpu().remote()).isPresent();
        assertThat(measured.header().duration()).isBetween(Duration.ofMillis(500), Duration.ofSeconds(5));
    }

    @Test
    void socketsAreLookedAtWhileTheyAreFed() {
        Assumptions.assumeTrue(Epoll.isAvailable());
        try (Rig rig = Rig.open()) {
            ThroughputMeasurement tiny = rig.measure(
                    Rig.brief().streams(1).writeSize(DataSize.ofBytes(16)).build());
            ThroughputMeasurement back = rig.measure(
                    Rig.brief().streams(1).direction(Direction.REVERSE).build());

            assertThat(SenderLooks.of(tiny.intervals(), 1).behind().orElseThrow())
                    .as("share of the time in which the socket waited for its sender")
                    .isGreaterThan(SenderLooks.MOSTLY);
            assertThat(SenderLooks.of(back.intervals(), 1).dry()).isPresent();
            assertThat(tiny.cpu().localRunnable().orElseThrow())
                    .isGreaterThanOrEqualTo(0.95 * tiny.cpu().localBusiest().orElseThrow());
            assertThat(back.cpu().remoteRunnable()).isPresent();
        }
    }

    private static long sum(ThroughputMeasurement measured, Function<IntervalSample, Optional<DataSize>> octets) {
        return measured.intervals().stream()
                .mapToLong(sample -> octets.apply(sample).orElseThrow().bytes())
                .sum();
    }

    private static long size(Optional<Transferred> moved) {
        return moved.flatMap(Transferred::size).orElseThrow().bytes();
    }

    @Test
    void intervalsFollowEachOtherWithoutAGap() {
        try (Rig rig = Rig.open()) {
            List<IntervalSample> intervals = rig.measure(Rig.brief().build()).intervals();

            assertThat(intervals.get(0).start()).isEqualTo(Duration.ZERO);
            for (int i = 1; i < intervals.size(); i++) {
                assertThat(intervals.get(i).start())
                        .isEqualTo(intervals.get(i - 1).end());
            }
        }
    }

    @Test
    void aVolumeIsSentToTheOctet() {
        try (Rig rig = Rig.open()) {
            DataSize volume = DataSize.ofBytes(10_000_001);
            ThroughputMeasurement measured = rig.measure(Rig.brief()
                    .streams(3)
                    .stop(StopRule.after(volume, Duration.ofSeconds(20)))
                    .build());

            assertThat(measured.stopped()).isEqualTo(StopReason.VOLUME);
            assertThat(measured.sent().orElseThrow().size()).hasValue(volume);
        }
    }

    @Test
    void aVolumeComesBackWhole() {
        try (Rig rig = Rig.open()) {
            DataSize volume = DataSize.ofBytes(10_000_001);
            ThroughputMeasurement measured = rig.measure(Rig.brief()
                    .direction(Direction.REVERSE)
                    .stop(StopRule.after(volume, Duration.ofSeconds(20)))
                    .build());

            assertThat(measured.stopped()).isEqualTo(StopReason.VOLUME);
            assertThat(measured.received().orElseThrow().size().orElseThrow()).isGreaterThanOrEqualTo(volume);
        }
    }

    @Test
    void aVolumeIsSentToTheOctetAfterTheOmittedPart() {
        try (Rig rig = Rig.open()) {
            DataSize volume = DataSize.ofBytes(20_000_001);
            ThroughputMeasurement measured = rig.measure(Rig.brief()
                    .streams(3)
                    .omit(Duration.ofMillis(300))
                    .stop(StopRule.after(volume, Duration.ofSeconds(20)))
                    .build());

            assertThat(measured.stopped()).isEqualTo(StopReason.VOLUME);
            assertThat(measured.sent().orElseThrow().size()).hasValue(volume);
            assertThat(size(measured.received())).isPositive();
        }
    }

    @ParameterizedTest
    @CsvSource({"REVERSE", "BIDIRECTIONAL"})
    void aVolumeComesBackWholeAfterTheOmittedPart(Direction direction) {
        try (Rig rig = Rig.open()) {
            DataSize volume = DataSize.ofBytes(20_000_001);
            ThroughputMeasurement measured = rig.measure(Rig.brief()
                    .direction(direction)
                    .omit(Duration.ofMillis(300))
                    .stop(StopRule.after(volume, Duration.ofSeconds(20)))
                    .build());

            assertThat(measured.stopped()).isEqualTo(StopReason.VOLUME);
            long here = measured.opposite()
                    .map(back -> size(back.received()) + size(measured.sent()))
                    .orElseGet(() -> size(measured.received()));
            assertThat(here).isGreaterThanOrEqualTo(volume.bytes());
        }
    }

    @Test
    void aRateIsHeld() {
        try (Rig rig = Rig.open()) {
            Bandwidth each = Bandwidth.ofMegabitsPerSecond(20);
            ThroughputMeasurement measured = rig.measure(Rig.brief()
                    .streams(2)
                    .rate(each)
                    .writeSize(DataSize.ofBytes(8192))
                    .duration(Duration.ofSeconds(1))
                    .build());

            double mbits = size(measured.sent()) * 8 / 1e6 / seconds(measured);
            assertThat(mbits).isBetween(36.0, 41.0);
        }
    }

    private static double seconds(ThroughputMeasurement measured) {
        return measured.header().duration().toNanos() / 1e9;
    }

    @Test
    void theOmittedPartIsNotCounted() {
        try (Rig rig = Rig.open()) {
            ThroughputMeasurement measured = rig.measure(Rig.brief()
                    .rate(Bandwidth.ofMegabitsPerSecond(80))
                    .writeSize(DataSize.ofBytes(8192))
                    .omit(Duration.ofMillis(500))
                    .build());

            assertThat(size(measured.sent())).isBetween(4_000_000L, 6_500_000L);
            assertThat(size(measured.received())).isBetween(4_000_000L, 6_500_000L);
        }
    }

    @Test
    void theKernelTellsWhatIsInForce() {
        try (Rig rig = Rig.open()) {
            ThroughputMeasurement measured = rig.measure(Rig.brief()
                    .congestion("reno")
                    .window(DataSize.ofBytes(100_000))
                    .mss(1400)
                    .build());

            assertThat(measured.actual().congestion()).hasValue("reno");
            assertThat(measured.actual().sendBuffer()).hasValue(DataSize.ofBytes(200_000));
            assertThat(measured.actual().receiveBuffer()).hasValue(DataSize.ofBytes(200_000));
            assertThat(measured.actual().mss().orElseThrow().bytes()).isBetween(1300L, 1400L);
            assertThat(measured.rtt()).isPresent();
            assertThat(measured.retransmits()).isPresent();
            assertThat(measured.intervals())
                    .allSatisfy(sample -> assertThat(sample.tcp()
                                    .orElseThrow()
                                    .congestionWindow()
                                    .bytes())
                            .isPositive());
        }
    }

    @Test
    void listenersHearOfEveryWholeInterval() {
        try (Rig rig = Rig.open()) {
            var heard = new CopyOnWriteArrayList<IntervalSample>();
            ProgressListener listener = heard::add;
            rig.prober.throughput(rig.target(), Rig.brief().build(), listener).join();

            assertThat(heard).hasSizeBetween(1, 5);
        }
    }

    @Test
    void withoutEpollThereAreStillOctetsAndTimes() {
        try (Rig rig = Rig.openNio()) {
            ThroughputMeasurement measured = rig.measure(Rig.brief().streams(2).build());

            assertThat(size(measured.received())).isPositive();
            assertThat(measured.rtt()).isEmpty();
            assertThat(measured.retransmits()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"1,FORWARD", "2,FORWARD", "2,REVERSE", "2,BIDIRECTIONAL"})
    void datagramsAreCountedByTheReceiver(int streams, Direction direction) {
        try (Rig rig = Rig.open()) {
            ThroughputMeasurement measured = rig.measure(Rig.brief()
                    .udp(Bandwidth.ofMegabitsPerSecond(4), DataSize.ofBytes(1000))
                    .streams(streams)
                    .direction(direction)
                    .build());

            DatagramQuality quality = measured.datagrams().orElseThrow();
            assertThat(quality.lost()).isZero();
            assertThat(quality.packets()).isBetween(150L * streams, 400L * streams);
            assertThat(size(measured.received())).isBetween(150_000L * streams, 400_000L * streams);
        }
    }
}
