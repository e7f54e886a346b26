package io.longhaul.probes;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.client.ProbeRun;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.client.ProgressListener;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.AgentLimits;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.StopRule;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.probes.spec.Timeouts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Probes that give no number say why, and end. */
class FailureTest {
    private static final EventLoops LOOPS = EventLoops.start(2);
    private static final Timeouts SHORT = new Timeouts(Duration.ofSeconds(5), Duration.ofMillis(300));
    private static final AccessToken TOKEN = AccessToken.of("0123456789abcdef0123456789abcdef");

    @AfterAll
    static void close() {
        LOOPS.close();
    }

    private static ProbeTarget at(int port) {
        return ProbeTarget.of("127.0.0.1", port, Rig.LINK);
    }

    private static FailedMeasurement probe(ProbeTarget target, ThroughputSpec spec) {
        return Rig.failed(new Prober(LOOPS)
                .throughput(target, spec, ProgressListener.NONE)
                .join());
    }

    private static int closedPort() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    @Test
    void nobodyListens() throws IOException {
        FailedMeasurement failure = probe(at(closedPort()), Rig.brief().build());

        assertThat(failure.reason()).isEqualTo("connect-refused");
        assertThat(failure.kind()).isEqualTo(Measurement.Kind.THROUGHPUT);
        assertThat(failure.link()).isEqualTo(Rig.LINK);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TCP_ECHO", "TCP_CONNECT"})
    void nobodyEchoes(String method) throws IOException {
        FailedMeasurement failure = Rig.failed(new Prober(LOOPS)
                .latency(at(closedPort()), LatencySpec.of(LatencyMethod.valueOf(method), 3))
                .join());

        assertThat(failure.reason()).isEqualTo("connect-refused");
        assertThat(failure.kind()).isEqualTo(Measurement.Kind.LATENCY);
    }

    @Test
    void theHostIsNotKnown() {
        FailedMeasurement failure = probe(
                ProbeTarget.of("no-such-host.invalid", 5201, Rig.LINK),
                Rig.brief().build());

        assertThat(failure.reason()).isEqualTo("unknown-host");
    }

    @Test
    void thePeerNeverSaysAWord() throws IOException {
        try (var mute = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            FailedMeasurement failure = probe(
                    at(mute.getLocalPort()),
                    Rig.brief().timeouts(SHORT.withTurn(SHORT.answer())).build());

            assertThat(failure.reason()).isEqualTo("timed-out");
            assertThat(failure.message()).contains("did not begin the test within 300ms", "busy");
        }
    }

    @Test
    void theEchoNeverComes() throws IOException {
        try (var mute = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            LatencySpec spec = LatencySpec.of(LatencyMethod.TCP_ECHO, 3)
                    .withTimeouts(new Timeouts(Duration.ofMillis(300), Duration.ofMillis(300)));
            FailedMeasurement failure = Rig.failed(
                    new Prober(LOOPS).latency(at(mute.getLocalPort()), spec).join());

            assertThat(failure.reason()).isEqualTo("timed-out");
        }
    }

    @Test
    void anAgentThatClosesInTheMiddleIsTold() {
        Rig rig = Rig.open();
        var moving = new CountDownLatch(1);
        ProbeRun run = rig.prober.throughput(
                rig.target(), Rig.brief().duration(Duration.ofSeconds(30)).build(), sample -> moving.countDown());
        await(moving);
        rig.agent.close();

        assertThat(Rig.failed(run.join()).reason()).isEqualTo("peer-closed");
        rig.close();
    }

    @Test
    void aCancelledProbeFreesTheAgent() {
        try (Rig rig = Rig.open()) {
            var moving = new CountDownLatch(1);
            ProbeRun run = rig.prober.throughput(
                    rig.target(), Rig.brief().duration(Duration.ofSeconds(30)).build(), sample -> moving.countDown());
            await(moving);
            run.cancel();

            assertThat(Rig.failed(run.join()).reason()).isEqualTo("cancelled");
            rig.measure(Rig.brief().build());
            awaitNoTests(rig);
            assertThat(rig.agent.runningTests()).isZero();
        }
    }

    /** The agent forgets a test a moment after its client has the result. */
    private static void awaitNoTests(Rig rig) {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (rig.agent.runningTests() > 0 && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
    }

    @Test
    void withoutTheTokenNobodyEnters() {
        try (Rig rig = Rig.open(guarded())) {
            assertThat(probe(rig.target(), Rig.brief().build()).reason()).isEqualTo("rejected");
            ProbeTarget wrong = rig.target().withToken(AccessToken.of("another-token-of-some-length"));
            assertThat(probe(wrong, Rig.brief().build()).reason()).isEqualTo("rejected");
            LatencySpec echo = LatencySpec.of(LatencyMethod.TCP_ECHO, 3);
            assertThat(Rig.failed(rig.prober.latency(wrong, echo).join()).reason())
                    .isEqualTo("rejected");
        }
    }

    @Test
    void withTheTokenAllIsOpen() {
        try (Rig rig = Rig.open(guarded())) {
            ProbeTarget right = rig.target().withToken(TOKEN);
            Rig.measured(rig.prober
                    .throughput(right, Rig.brief().build(), ProgressListener.NONE)
                    .join());
            LatencySpec echo = LatencySpec.of(LatencyMethod.TCP_ECHO, 3).withSpacing(Duration.ofMillis(1));
            assertThat(rig.prober.latency(right, echo).join())
                    .isInstanceOf(io.longhaul.core.measure.LatencyMeasurement.class);
        }
    }

    private static AgentOptions guarded() {
        return AgentOptions.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Optional.of(TOKEN));
    }

    private static AgentLimits limits(
            Duration duration, Optional<Bandwidth> rate, Optional<DataSize> volume, int tests) {
        return new AgentLimits(duration, rate, volume, tests, 0, 100, 4);
    }

    @Test
    void limitsAreHeld() {
        var limits = limits(Duration.ofSeconds(5), Optional.empty(), Optional.of(DataSize.ofMegabytes(1)), 1);
        try (Rig rig = Rig.open(AgentOptions.onLoopback(0).withLimits(limits))) {
            assertThat(probe(rig.target(), Rig.brief().streams(5).build()).message())
                    .contains("too many streams");
            assertThat(probe(
                                    rig.target(),
                                    Rig.brief().duration(Duration.ofSeconds(6)).build())
                            .message())
                    .contains("duration");
            assertThat(probe(
                                    rig.target(),
                                    Rig.brief().duration(Duration.ofSeconds(5)).build())
                            .reason())
                    .as("the volume is above the limit after the first interval")
                    .isEqualTo("rejected");
        }
    }

    @Test
    void aTestTooManyIsDenied() {
        var limits = limits(Duration.ofMinutes(1), Optional.empty(), Optional.empty(), 1);
        try (Rig rig = Rig.open(AgentOptions.onLoopback(0).withLimits(limits))) {
            var moving = new CountDownLatch(1);
            ProbeRun first = rig.prober.throughput(
                    rig.target(), Rig.brief().duration(Duration.ofSeconds(30)).build(), sample -> moving.countDown());
            await(moving);

            assertThat(probe(rig.target(), Rig.brief().build()).reason()).isEqualTo("rejected");
            first.cancel();
        }
    }

    @Test
    void aTestThatWaitsIsServedInItsTurn() {
        var limits = new AgentLimits(Duration.ofMinutes(1), Optional.empty(), Optional.empty(), 1, 10, 100, 4);
        try (Rig rig = Rig.open(AgentOptions.onLoopback(0).withLimits(limits))) {
            ThroughputSpec spec =
                    Rig.brief().stop(StopRule.after(Duration.ofMillis(200))).build();
            ProbeRun[] runs = new ProbeRun[5];
            for (int i = 0; i < runs.length; i++) {
                runs[i] = rig.prober.throughput(rig.target(), spec, ProgressListener.NONE);
            }

            for (ProbeRun run : runs) {
                Rig.measured(run.join());
            }
        }
    }

    @Test
    void aTestWaitsLongerForItsTurnThanForAnAnswer() {
        var limits = new AgentLimits(Duration.ofMinutes(1), Optional.empty(), Optional.empty(), 1, 10, 100, 4);
        Duration answer = Duration.ofSeconds(1);
        try (Rig rig = Rig.open(AgentOptions.onLoopback(0).withLimits(limits))) {
            var moving = new CountDownLatch(1);
            ProbeRun first = rig.prober.throughput(
                    rig.target(), Rig.brief().duration(answer.multipliedBy(3)).build(), sample -> moving.countDown());
            await(moving);
            var told = new Waiting();
            ProbeRun second = rig.prober.throughput(
                    rig.target(),
                    Rig.brief()
                            .timeouts(new Timeouts(Duration.ofSeconds(5), answer, Duration.ofSeconds(30)))
                            .build(),
                    told);

            Rig.measured(first.join());
            Rig.measured(second.join());
            assertThat(told.waits).containsExactly(Duration.ofSeconds(30));
        }
    }

    /** Hears of waiting only. */
    private static final class Waiting implements ProgressListener {
        private final List<Duration> waits = new CopyOnWriteArrayList<>();

        @Override
        public void onQueued(Duration atMost) {
            waits.add(atMost);
        }

        @Override
        public void onInterval(IntervalSample sample) {
            // of no interest
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
