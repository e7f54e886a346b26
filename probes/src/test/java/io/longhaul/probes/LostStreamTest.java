package io.longhaul.probes;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.client.ProbeRun;
import io.longhaul.probes.spec.Direction;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.Protocol;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run that loses one of its connections is no run of so many streams: it fails, and says what it had counted. */
class LostStreamTest {
    @ParameterizedTest
    @CsvSource({
        "LONGHAUL,FORWARD,true",
        "LONGHAUL,FORWARD,false",
        "LONGHAUL,REVERSE,true",
        "LONGHAUL,REVERSE,false",
        "IPERF3,BIDIRECTIONAL,true"
    })
    void aConnectionThatEndsEndsTheRun(Protocol protocol, Direction direction, boolean reset)
            throws IOException, InterruptedException {
        var moving = new CountDownLatch(1);
        try (Rig rig = Rig.open();
                var meddler = new Meddler(rig.agent.address().getPort())) {
            ProbeRun run = rig.prober.throughput(
                    ProbeTarget.of("127.0.0.1", meddler.port(), Rig.LINK),
                    Rig.brief()
                            .protocol(protocol)
                            .streams(3)
                            .direction(direction)
                            .rate(Bandwidth.ofMegabitsPerSecond(20))
                            .writeSize(DataSize.ofBytes(8192))
                            .duration(Duration.ofSeconds(20))
                            .build(),
                    sample -> moving.countDown());
            assertThat(moving.await(30, TimeUnit.SECONDS)).isTrue();
            meddler.end(reset);

            FailedMeasurement failure = Rig.failed(run.join());
            assertThat(failure.reason()).isEqualTo("peer-closed");
            assertThat(failure.message()).contains(" was closed", "after the count began", "had sent", "received");
            assertThat(failure.header().duration()).isLessThan(Duration.ofSeconds(20));
        }
    }
}
