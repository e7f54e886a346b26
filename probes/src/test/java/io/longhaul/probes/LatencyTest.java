package io.longhaul.probes;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.probes.spec.LatencySpec;
import io.netty.channel.epoll.Epoll;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Round-trip times on loopback. */
class LatencyTest {
    @ParameterizedTest
    @EnumSource(names = {"TCP_ECHO", "TCP_CONNECT"})
    void everyProbeIsAnswered(LatencyMethod method) {
        try (Rig rig = Rig.open()) {
            LatencySpec spec = LatencySpec.of(method, 120).withSpacing(Duration.ofMillis(1));
            Measurement measurement = rig.prober.latency(rig.target(), spec).join();

            assertThat(measurement).isInstanceOf(LatencyMeasurement.class);
            LatencyMeasurement measured = (LatencyMeasurement) measurement;
            assertThat(measured.sent()).isEqualTo(120);
            assertThat(measured.lost()).hasValue(0);
            RttSummary rtt = measured.rtt().orElseThrow();
            assertThat(rtt.min()).isPositive();
            assertThat(rtt.median().orElseThrow()).isGreaterThanOrEqualTo(rtt.min());
            assertThat(rtt.p99().orElseThrow()).isGreaterThanOrEqualTo(rtt.p95().orElseThrow());
            assertThat(rtt.max().orElseThrow()).isGreaterThanOrEqualTo(rtt.p99().orElseThrow());
            assertThat(measured.kernel().isPresent()).isEqualTo(Epoll.isAvailable());
            measured.kernel().ifPresent(kernel -> {
                assertThat(kernel.min()).isPositive().isLessThanOrEqualTo(rtt.min());
                assertThat(kernel.typical()).isGreaterThanOrEqualTo(kernel.min());
            });
        }
    }
}
