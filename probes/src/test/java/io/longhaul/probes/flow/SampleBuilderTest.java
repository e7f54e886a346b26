package io.longhaul.probes.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.probes.net.TcpInfo;
import io.longhaul.probes.wire.EndSample;
import io.longhaul.probes.wire.KernelSample;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Kernels count from the beginning of a connection; a sample is of its interval. */
class SampleBuilderTest {
    /** A sender that is read nowhere: its readings are given. */
    private record Sender(int id, boolean isSender, Channel channel) implements DataStream {
        @Override
        public void begin() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void halt() {
            throw new UnsupportedOperationException();
        }

        @Override
        public StreamReading read() {
            throw new UnsupportedOperationException();
        }
    }

    private static StreamReading reading(
            long bytes, long retransmits, long busy, long byWindow, long byBuffer, long sentAgain) {
        var tcp = new TcpInfo(
                1448,
                1500,
                20_000,
                0,
                100_000,
                retransmits,
                bytes,
                19_000,
                5_000,
                busy,
                byWindow,
                byBuffer,
                bytes,
                sentAgain,
                0,
                0,
                0);
        return new StreamReading(0, bytes, Optional.of(tcp), bytes, DatagramCounts.NONE);
    }

    @Test
    void retransmitsAndTheTimeLimitedByWindowAndBufferAreThoseOfTheInterval() {
        List<DataStream> streams = List.of(new Sender(1, true, new EmbeddedChannel()));
        EndSample second = SampleBuilder.between(
                streams,
                List.of(reading(1_000_000, 7, 900_000, 300_000, 50_000, 10_000)),
                List.of(reading(1_600_000, 9, 1_700_000, 700_000, 80_000, 12_000)),
                0,
                1_000_000_000L);

        assertThat(second.sentBytes()).isEqualTo(600_000);
        KernelSample kernel = second.tcp();
        assertThat(kernel.retransmits()).isEqualTo(2);
        assertThat(kernel.bytesRetransmitted()).isEqualTo(2_000);
        assertThat(kernel.busyMicros()).isEqualTo(800_000);
        assertThat(kernel.receiveWindowLimitedMicros()).isEqualTo(400_000);
        assertThat(kernel.sendBufferLimitedMicros()).isEqualTo(30_000);
        assertThat(kernel.bytesSent()).isEqualTo(600_000);
    }
}
