package io.longhaul.probes.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.Timeouts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A STAMP reply that comes after its time-out is a packet lost, while the session goes on. */
class LateReplyTest {
    private static final Duration ANSWER = Duration.ofMillis(150);
    private static final int COUNT = 60;
    private static final int HELD = 3;
    private static final int RELEASED_BY = 55;

    @Test
    void aLateReplyIsNoSample() throws IOException {
        var spec = LatencySpec.of(LatencyMethod.STAMP, COUNT)
                .withSpacing(Duration.ofMillis(20))
                .withTimeouts(new Timeouts(Duration.ofSeconds(1), ANSWER));
        try (EventLoops loops = EventLoops.start(1);
                var reflector = new HoldingReflector()) {
            var link = new Link(SiteId.parse("lab:here"), SiteId.parse("lab:there"));
            Measurement result = new Prober(loops)
                    .latency(ProbeTarget.of("127.0.0.1", reflector.port(), link), spec)
                    .join();

            assertThat(result).isInstanceOfSatisfying(LatencyMeasurement.class, measured -> {
                assertThat(measured.sent()).isEqualTo(COUNT);
                assertThat(measured.lost().orElseThrow()).isPositive();
                assertThat(measured.rtt().orElseThrow().max().orElseThrow()).isLessThanOrEqualTo(ANSWER);
            });
        }
    }

    /** Keeps one reply back until a later request comes: 52 requests, at least 10 ms apart. */
    private static final class HoldingReflector implements AutoCloseable {
        private final DatagramSocket socket =
                new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

        HoldingReflector() throws IOException {
            Thread thread = new Thread(this::reflect, "holding-reflector");
            thread.setDaemon(true);
            thread.start();
        }

        int port() {
            return socket.getLocalPort();
        }

        private void reflect() {
            var packet = new DatagramPacket(new byte[2000], 2000);
            byte[] held = new byte[0];
            while (!socket.isClosed()) {
                try {
                    socket.receive(packet);
                    ByteBuffer request = ByteBuffer.wrap(packet.getData());
                    int number = request.getInt(0);
                    ByteBuffer reply = ByteBuffer.allocate(44);
                    reply.putInt(0, number).putLong(4, request.getLong(4)).putLong(16, request.getLong(4));
                    reply.putInt(24, number).putLong(28, request.getLong(4));
                    if (number == HELD) {
                        held = reply.array();
                        continue;
                    }
                    socket.send(new DatagramPacket(reply.array(), 44, packet.getSocketAddress()));
                    if (number == RELEASED_BY) {
                        socket.send(new DatagramPacket(held, 44, packet.getSocketAddress()));
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
