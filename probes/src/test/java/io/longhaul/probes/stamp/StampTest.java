package io.longhaul.probes.stamp;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.Timeouts;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets as captured, and sessions with loss in either direction. */
class StampTest {
    private static final StampCodec OPEN = new StampCodec(Optional.empty());
    private static final String ZERO_28 = "0".repeat(56);
    private static final String REQUEST = "00000000" + "eeab742f9c0e5974" + "0001" + "0000" + ZERO_28;
    private static final String REPLY = "00000000" + "eeab742f9c142550" + "0001" + "0000" + "eeab742f9c140871"
            + "00000000" + "eeab742f9c0e5974" + "0001" + "0000" + "40" + "000000";

    private static ByteBuf octets(String hex) {
        return Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(hex));
    }

    @Test
    void aRequestIsAsCaptured() {
        ByteBuf out = Unpooled.buffer();
        OPEN.writeRequest(out, 44, 0, 0xeeab742f9c0e5974L, new Random(1));

        assertThat(ByteBufUtil.hexDump(out)).isEqualTo(REQUEST.replace("59740001", "59741042"));
    }

    @Test
    void aReplyIsAsCapturedButForErrorEstimateAndTimeToLive() {
        ByteBuf out = Unpooled.buffer();
        OPEN.writeReply(octets(REQUEST), out, 0, 0xeeab742f9c140871L, 0xeeab742f9c142550L);

        String expected = REPLY.replace("255000010000", "255010420000").replace("40000000", "ff000000");
        assertThat(ByteBufUtil.hexDump(out)).isEqualTo(expected);
    }

    @Test
    void aCapturedReplyIsRead() {
        StampReply reply = OPEN.readReply(octets(REPLY)).orElseThrow();

        assertThat(reply.senderSent()).isEqualTo(0xeeab742f9c0e5974L);
        assertThat(NtpTime.nanosBetween(reply.senderSent(), reply.received())).isBetween(86_000L, 87_500L);
        assertThat(NtpTime.nanosBetween(reply.received(), reply.sent())).isBetween(1_600L, 1_800L);
    }

    @ParameterizedTest
    @ValueSource(ints = {14, 41, 43, 44, 45, 68, 1472})
    void aReplyIsAsLongAsItsRequest(int length) {
        ByteBuf out = Unpooled.buffer();
        OPEN.writeReply(Unpooled.wrappedBuffer(new byte[length]), out, 1, 2, 3);

        assertThat(out.readableBytes()).isEqualTo(Math.max(44, length));
    }

    @Test
    void timesAreRightAcrossTheWrapOf2036() {
        long before = NtpTime.of(Instant.parse("2036-02-07T06:28:15.500Z"));
        long after = NtpTime.of(Instant.parse("2036-02-07T06:28:16.250Z"));

        assertThat(NtpTime.nanosBetween(before, after)).isBetween(749_999_999L, 750_000_000L);
        assertThat(NtpTime.nanosBetween(after, before)).isBetween(-750_000_001L, -749_999_999L);
    }

    @Test
    void aSessionWithTheReflectorLosesNothing() {
        try (EventLoops loops = EventLoops.start(2);
                var reflector = StampReflector.start(loopback(), loops, InstantSource.system(), OPEN)) {
            LatencyMeasurement measured = measure(loops, reflector.address().getPort(), 50);

            assertThat(measured.lost()).hasValue(0);
            assertThat(measured.oneWay()).hasValue(new LatencyMeasurement.OneWayLoss(0, 0));
            assertThat(measured.rtt().orElseThrow().median().orElseThrow()).isPositive();
        }
    }

    @Test
    void aSessionOfLargePacketsLosesNothing() {
        try (EventLoops loops = EventLoops.start(2);
                var reflector = StampReflector.start(loopback(), loops, InstantSource.system(), OPEN)) {
            LatencyMeasurement measured = measure(
                    loops,
                    spec(30).withPayload(DataSize.ofBytes(1400)),
                    reflector.address().getPort());

            assertThat(measured.lost()).hasValue(0);
        }
    }

    @Test
    void aReplyThatWasNotSealedByTheKeyOrWasChangedUnderWayIsNotRead() {
        var codec = new StampCodec(Optional.of(AccessToken.of("a key of both ends")));
        var other = new StampCodec(Optional.of(AccessToken.of("a key of somebody else")));
        ByteBuf request = Unpooled.buffer();
        codec.writeRequest(request, codec.lengthFor(0), 7, 1, new SplittableRandom(1));
        ByteBuf reply = Unpooled.buffer();
        codec.writeReply(request, reply, 7, 2, 3);
        assertThat(codec.readReply(reply)).isPresent();
        assertThat(other.readReply(reply)).isEmpty();
        reply.setByte(reply.readerIndex() + 3, reply.getByte(reply.readerIndex() + 3) ^ 1);
        assertThat(codec.readReply(reply))
                .as("another sequence number under the old seal")
                .isEmpty();
    }

    @Test
    void aSealedSessionNeedsTheSameKeyAtBothEnds() {
        var key = AccessToken.of("a key of both ends");
        try (EventLoops loops = EventLoops.start(2);
                var reflector = StampReflector.start(
                        loopback(), loops, InstantSource.system(), new StampCodec(Optional.of(key)))) {
            int port = reflector.address().getPort();

            LatencyMeasurement measured = measure(loops, spec(30).withStampKey(key), port);
            assertThat(measured.lost()).hasValue(0);
            assertThat(measured.oneWay()).hasValue(new LatencyMeasurement.OneWayLoss(0, 0));

            var other = spec(3).withStampKey(AccessToken.of("another key of one end"));
            assertThat(run(loops, other, port)).isInstanceOf(FailedMeasurement.class);
            assertThat(run(loops, spec(3), port)).isInstanceOf(FailedMeasurement.class);
        }
    }

    @Test
    void lossIsToldByDirection() throws IOException {
        try (EventLoops loops = EventLoops.start(1);
                var reflector = new LossyReflector(number -> number % 10 == 3, number -> number % 10 == 5)) {
            LatencyMeasurement measured = measure(loops, reflector.port(), 50);

            assertThat(measured.sent()).isEqualTo(50);
            assertThat(measured.lost()).hasValue(10);
            assertThat(measured.oneWay()).hasValue(new LatencyMeasurement.OneWayLoss(5, 5));
        }
    }

    private static InetSocketAddress loopback() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    private static LatencyMeasurement measure(EventLoops loops, int port, int count) {
        return measure(loops, spec(count), port);
    }

    private static LatencyMeasurement measure(EventLoops loops, LatencySpec spec, int port) {
        Measurement result = run(loops, spec, port);
        assertThat(result).isInstanceOf(LatencyMeasurement.class);
        return (LatencyMeasurement) result;
    }

    private static LatencySpec spec(int count) {
        return LatencySpec.of(LatencyMethod.STAMP, count)
                .withSpacing(Duration.ofMillis(2))
                .withTimeouts(new Timeouts(Duration.ofSeconds(1), Duration.ofSeconds(1)));
    }

    private static Measurement run(EventLoops loops, LatencySpec spec, int port) {
        var link = new Link(SiteId.parse("lab:here"), SiteId.parse("lab:there"));
        return new Prober(loops)
                .latency(ProbeTarget.of("127.0.0.1", port, link), spec)
                .join();
    }

    /** Another reflector, written from the standard, that loses what it is told to. */
    private static final class LossyReflector implements AutoCloseable {
        private final DatagramSocket socket = new DatagramSocket(loopback());

        LossyReflector(LongPredicate losesRequest, LongPredicate losesReply) throws IOException {
            Thread thread = new Thread(() -> reflect(losesRequest, losesReply), "lossy-reflector");
            thread.setDaemon(true);
            thread.start();
        }

        int port() {
            return socket.getLocalPort();
        }

        private void reflect(LongPredicate losesRequest, LongPredicate losesReply) {
            int count = 0;
            var packet = new DatagramPacket(new byte[2000], 2000);
            while (!socket.isClosed()) {
                try {
                    socket.receive(packet);
                    ByteBuffer request = ByteBuffer.wrap(packet.getData());
                    int number = request.getInt(0);
                    if (losesRequest.test(number)) {
                        continue;
                    }
                    ByteBuffer reply = ByteBuffer.allocate(44);
                    reply.putInt(0, count++).putLong(4, request.getLong(4)).putLong(16, request.getLong(4));
                    reply.putInt(24, number).putLong(28, request.getLong(4));
                    if (!losesReply.test(number)) {
                        socket.send(new DatagramPacket(reply.array(), 44, packet.getSocketAddress()));
                    }
                } catch (IOException e) {
                    if (!socket.isClosed()) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
        }

        @Override
        public void close() {
            socket.close();
        }
    }
}
