package io.longhaul.probes.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.measure.TcpState;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.wire.EndSample;
import io.longhaul.probes.wire.KernelSample;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The peer sends, and told its series in intervals as long as ours or several times as long. */
class SeriesMergeTest {
    private static final long TENTH = 100_000_000L;
    private static final int OURS = 24;

    private static EndSample received(int i) {
        return new EndSample(i * TENTH, (i + 1) * TENTH, 0, 5_000, KernelSample.NONE);
    }

    /** Stands for {@code joined} intervals of 100 ms, each with 3 retransmits, 10 ms of being behind and 5,000 octets. */
    private static EndSample sent(int i, int joined) {
        var kernel = new KernelSample(
                3L * joined,
                40_000,
                70_000,
                39_000,
                100_000L * joined,
                20_000L * joined,
                0,
                50_000,
                5_000L * joined,
                6_000L * joined,
                1_000L * joined,
                10_000L * joined,
                -1);
        long length = TENTH * joined;
        return new EndSample(i * length, (i + 1) * length, 5_000L * joined, 0, kernel);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void whatThePeersKernelCountedIsCountedOnce(int joined) {
        List<EndSample> ours =
                IntStream.range(0, OURS).mapToObj(SeriesMergeTest::received).toList();
        List<EndSample> theirs =
                IntStream.range(0, OURS / joined).mapToObj(i -> sent(i, joined)).toList();

        assertThat(SeriesMerge.direction(ours, theirs, false)).hasSize(OURS).allSatisfy(sample -> {
            TcpState tcp = sample.tcp().orElseThrow();
            assertThat(sample.retransmits()).hasValue(3);
            assertThat(sample.sent()).contains(DataSize.ofBytes(5_000));
            assertThat(sample.rtt()).contains(Duration.ofMillis(40));
            assertThat(tcp.acknowledged()).contains(DataSize.ofBytes(5_000));
            assertThat(tcp.busy()).isEqualTo(Duration.ofMillis(100));
            assertThat(tcp.receiveWindowLimited()).isEqualTo(Duration.ofMillis(20));
            assertThat(tcp.senderBehind()).contains(Duration.ofMillis(10));
            assertThat(tcp.sendBufferDry()).isEmpty();
        });
    }
}
