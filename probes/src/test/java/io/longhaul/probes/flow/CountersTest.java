package io.longhaul.probes.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.probes.net.TcpInfo;
import io.longhaul.probes.wire.EndSample;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is made of the kernel's counters. */
class CountersTest {
    private static final int MSS = 1000;

    private static TcpInfo kernel(long acked, long segmentsBehindAHole, int mss) {
        return new TcpInfo(mss, 1500, 0, 0, 0, 0, acked, 0, 0, 0, 0, 0, 0, 0, 0, segmentsBehindAHole, 0);
    }

    private static StreamReading reading(long nanos, long bytes, TcpInfo tcp, DeliveredOctets delivered) {
        return new StreamReading(nanos, bytes, Optional.of(tcp), delivered.upTo(tcp), DatagramCounts.NONE);
    }

    @Test
    void deliveredOctetsAreNotTakenBack() {
        var delivered = new DeliveredOctets();

        assertThat(delivered.upTo(kernel(5_000, 20, MSS))).isEqualTo(25_000);
        assertThat(delivered.upTo(kernel(5_000, 0, MSS))).as("after a time-out").isEqualTo(25_000);
        assertThat(delivered.upTo(kernel(6_000, 21, 500)))
                .as("of a smaller segment")
                .isEqualTo(25_000);
        assertThat(delivered.upTo(kernel(30_000, 0, 500))).isEqualTo(30_000);
    }

    @Test
    void noIntervalHasFewerThanNoOctetsAcknowledged() {
        var delivered = new DeliveredOctets();
        List<DataStream> sender = List.of(new Sender());
        List<StreamReading> start = List.of(reading(0, 0, kernel(0, 0, MSS), delivered));
        List<StreamReading> middle = List.of(reading(1, 40_000, kernel(5_000, 20, MSS), delivered));
        List<StreamReading> fallen = List.of(reading(2, 40_000, kernel(5_000, 0, MSS), delivered));
        List<StreamReading> end = List.of(reading(3, 40_000, kernel(40_000, 0, MSS), delivered));

        assertThat(List.of(
                        between(sender, start, middle), between(sender, middle, fallen), between(sender, fallen, end)))
                .extracting(sample -> sample.tcp().bytesAcked())
                .containsExactly(25_000L, 0L, 15_000L);
    }

    private static EndSample between(List<DataStream> streams, List<StreamReading> from, List<StreamReading> to) {
        return SampleBuilder.between(
                streams, from, to, from.get(0).nanos(), to.get(0).nanos());
    }

    @Test
    void aVolumeCountsFromWhereTheCountBegan() {
        List<DataStream> sender = List.of(new Sender());
        var delivered = new DeliveredOctets();
        List<StreamReading> first = List.of(reading(0, 0, kernel(41, 0, MSS), delivered));
        List<StreamReading> base = List.of(reading(1, 90_000, kernel(60_041, 0, MSS), delivered));
        List<StreamReading> early = List.of(reading(2, 99_000, kernel(80_041, 0, MSS), delivered));
        List<StreamReading> later = List.of(reading(3, 100_000, kernel(97_041, 0, MSS), delivered));

        var acknowledged = new MovedOctets(sender, first, base, true);
        assertThat(acknowledged.until(early))
                .as("what was under way before is no part of it")
                .isZero();
        assertThat(acknowledged.until(later)).isEqualTo(7_000);
        assertThat(new MovedOctets(sender, first, base, false).until(later)).isEqualTo(10_000);
    }

    /** That a sender is one. */
    private static final class Sender implements DataStream {
        @Override
        public int id() {
            return 1;
        }

        @Override
        public boolean isSender() {
            return true;
        }

        @Override
        public Channel channel() {
            return new EmbeddedChannel();
        }

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
}
