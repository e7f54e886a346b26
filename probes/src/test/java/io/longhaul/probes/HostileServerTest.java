package io.longhaul.probes;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.client.ProgressListener;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.Protocol;
import io.longhaul.probes.spec.Timeouts;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the prober makes of servers that do not keep to the protocol, and that nothing of it is left behind. */
class HostileServerTest {
    private static final int STREAMS = 3;
    private static final EventLoops LOOPS = EventLoops.start(2);

    @AfterAll
    static void close() {
        LOOPS.close();
    }

    private static FailedMeasurement probe(ScriptedServer server) {
        var spec = Rig.brief()
                .protocol(Protocol.IPERF3)
                .streams(STREAMS)
                .timeouts(new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(1)))
                .build();
        return Rig.failed(new Prober(LOOPS)
                .throughput(ProbeTarget.of("127.0.0.1", server.port(), Rig.LINK), spec, ProgressListener.NONE)
                .join());
    }

    @Test
    void streamsAreOpenedOnce() throws IOException {
        int[] again = new int[40];
        java.util.Arrays.fill(again, 10);
        try (var server = new ScriptedServer(false, again)) {
            FailedMeasurement failure = probe(server);

            assertThat(failure.reason()).isEqualTo("protocol-error");
            assertThat(failure.message()).contains("CREATE_STREAMS", "TEST_START was due");
            assertThat(server.connectionsAllClosedByTheClient()).isBetween(1, 1 + STREAMS);
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "9", "13", "14", "16"})
    void aStateOutOfItsOrderEndsTheTest(int state) throws IOException {
        try (var server = new ScriptedServer(false, state)) {
            FailedMeasurement failure = probe(server);

            assertThat(failure.reason()).isEqualTo("protocol-error");
            assertThat(failure.message()).contains("CREATE_STREAMS was due");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 8})
    void aRefusalIsOneHoweverMuchOfTheReasonComes(int octets) throws IOException {
        int[] refusal = new int[1 + octets];
        refusal[0] = 0xFE;
        if (octets > 0) {
            refusal[4] = 142;
        }
        try (var server = new ScriptedServer(true, refusal)) {
            FailedMeasurement failure = probe(server);

            assertThat(failure.reason()).as(failure.message()).isEqualTo("rejected");
            assertThat(failure.message()).contains("login");
        }
    }

    @Test
    void aRefusalWithoutItsReasonIsOne() throws IOException {
        try (var server = new ScriptedServer(false, 0xFE)) {
            assertThat(probe(server).reason()).isEqualTo("rejected");
        }
    }
}
