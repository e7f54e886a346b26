package io.longhaul.probes;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.measure.Transferred;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.client.ProgressListener;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.Direction;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.Protocol;
import io.longhaul.probes.spec.StopRule;
import io.longhaul.probes.spec.ThroughputSpec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The prober against an unmodified iperf3 server. */
class Iperf3ServerTest {
    private static Iperf3.Server server;
    private static EventLoops loops;

    @BeforeAll
    static void serve() {
        Iperf3.require();
        server = Iperf3.Server.start();
        loops = EventLoops.start(2);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
        if (loops != null) {
            loops.close();
        }
    }

    private static ProbeTarget target() {
        return at(server);
    }

    private static ProbeTarget at(Iperf3.Server server) {
        return ProbeTarget.of("127.0.0.1", server.port(), Rig.LINK);
    }

    @ParameterizedTest
    @CsvSource({
        "1,FORWARD",
        "2,FORWARD",
        "8,FORWARD",
        "1,REVERSE",
        "2,REVERSE",
        "8,REVERSE",
        "1,BIDIRECTIONAL",
        "3,BIDIRECTIONAL"
    })
    void everyDirectionIsMeasured(int streams, Direction direction) {
        var spec = Rig.brief()
                .protocol(Protocol.IPERF3)
                .streams(streams)
                .direction(direction)
                .duration(Duration.ofSeconds(1))
                .build();
        ThroughputMeasurement measured = Rig.measured(new Prober(loops)
                .throughput(target(), spec, ProgressListener.NONE)
                .join());

        assertThat(measured.asked().protocol()).isEqualTo("iperf3");
        assertThat(measured.streams()).hasSize(streams).allSatisfy(stream -> {
            assertThat(stream.sent().orElseThrow().bytes()).isPositive();
            assertThat(stream.received().orElseThrow().bytes()).isPositive();
        });
        assertThat(measured.retransmits()).isPresent();
        assertEndsAgree(measured);
        measured.opposite().ifPresent(Iperf3ServerTest::assertEndsAgree);
    }

    private static void assertEndsAgree(ThroughputMeasurement run) {
        Transferred sent = run.sent().orElseThrow();
        Transferred received = run.received().orElseThrow();
        long allowed = EndsApart.octets(
                run.streams().size(), sent.rate().bitsPerSecond() / 8.0, seconds(sent) - seconds(received));

        assertThat(Math.abs(octets(sent) - octets(received))).as(run.toString()).isLessThanOrEqualTo(allowed);
    }

    private static long octets(Transferred end) {
        return end.size().orElseThrow().bytes();
    }

    private static double seconds(Transferred end) {
        return octets(end) * 8.0 / end.rate().bitsPerSecond();
    }

    @Test
    void settingsReachTheServer() {
        var spec = Rig.brief()
                .protocol(Protocol.IPERF3)
                .direction(Direction.REVERSE)
                .congestion("reno")
                .window(DataSize.ofBytes(100_000))
                .stop(StopRule.after(DataSize.ofMegabytes(5), Duration.ofSeconds(20)))
                .build();
        ThroughputMeasurement measured = Rig.measured(new Prober(loops)
                .throughput(target(), spec, ProgressListener.NONE)
                .join());

        assertThat(measured.actual().congestion()).hasValue("reno");
        assertThat(measured.received().orElseThrow().size().orElseThrow())
                .isGreaterThanOrEqualTo(DataSize.ofMegabytes(5));
    }

    @ParameterizedTest
    @EnumSource(Direction.class)
    void aVolumeCountsFromTheEndOfTheOmittedPart(Direction direction) {
        DataSize volume = DataSize.ofMegabytes(20);
        var spec = Rig.brief()
                .protocol(Protocol.IPERF3)
                .direction(direction)
                .streams(2)
                .omit(Duration.ofSeconds(1))
                .stop(StopRule.after(volume, Duration.ofSeconds(20)))
                .build();
        ThroughputMeasurement measured = Rig.measured(new Prober(loops)
                .throughput(target(), spec, ProgressListener.NONE)
                .join());

        assertThat(measured.stopped()).isEqualTo(StopReason.VOLUME);
        long here = octets((direction == Direction.REVERSE ? measured.received() : measured.sent()).orElseThrow())
                + measured.opposite()
                        .map(back -> octets(back.received().orElseThrow()))
                        .orElse(0L);
        assertThat(here).isGreaterThanOrEqualTo(volume.bytes());
        if (direction == Direction.FORWARD) {
            assertThat(here).isEqualTo(volume.bytes());
        }
    }

    @ParameterizedTest
    @CsvSource({"1,FORWARD", "2,REVERSE"})
    void datagramsAreMeasured(int streams, Direction direction) {
        var spec = Rig.brief()
                .protocol(Protocol.IPERF3)
                .udp(Bandwidth.ofMegabitsPerSecond(4), DataSize.ofBytes(1000))
                .streams(streams)
                .direction(direction)
                .duration(Duration.ofSeconds(1))
                .build();
        ThroughputMeasurement measured = Rig.measured(new Prober(loops)
                .throughput(target(), spec, ProgressListener.NONE)
                .join());

        assertThat(measured.datagrams().orElseThrow().packets()).isBetween(350L * streams, 700L * streams);
        assertThat(measured.datagrams().orElseThrow().lossShare()).isLessThan(0.02);
    }

    @Test
    void anIperf3ServerIsNoAgent() {
        try (var own = Iperf3.Server.start()) {
            FailedMeasurement failure = Rig.failed(new Prober(loops)
                    .throughput(at(own), Rig.brief().build(), ProgressListener.NONE)
                    .join());

            assertThat(failure.reason()).as(failure.message()).isIn("protocol-error", "timed-out");
        }
    }

    @Test
    void aBusyServerRejects() {
        var prober = new Prober(loops);
        var spec = Rig.brief()
                .protocol(Protocol.IPERF3)
                .duration(Duration.ofSeconds(2))
                .build();
        // the server may still be busy with the end of a test before
        CompletableFuture<Measurement> first = started(prober, spec);
        for (int i = 0; first.isDone() && i < 100; i++) {
            LockSupport.parkNanos(50_000_000);
            first = started(prober, spec);
        }

        FailedMeasurement failure = Rig.failed(
                prober.throughput(target(), spec, ProgressListener.NONE).join());

        // the server closes behind its refusal, so a reset can overtake it
        Rig.measured(first.join());
        assertThat(failure.reason()).as(failure.message()).isIn("rejected", "peer-closed");
    }

    /** A run that has begun, or has failed to. */
    private CompletableFuture<Measurement> started(Prober prober, ThroughputSpec spec) {
        var started = new CompletableFuture<Void>();
        CompletableFuture<Measurement> run = prober.throughput(target(), spec, sample -> started.complete(null))
                .result();
        CompletableFuture.anyOf(started, run).orTimeout(30, TimeUnit.SECONDS).join();
        return run;
    }
}
