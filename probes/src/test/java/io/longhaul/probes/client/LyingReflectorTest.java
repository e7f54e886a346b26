package io.longhaul.probes.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.measure.FailedMeasurement;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A reflector that makes up times gives no round-trip time. */
class LyingReflectorTest {
    private static final long SECOND = 1L << 32;

    /**
     * @param earlier seconds by which the copy of our time stamp is too early
     * @param stayed seconds that the packet is said to have stayed at the reflector
     */
    @ParameterizedTest
    @CsvSource({"0, 0, true", "1, 0, false", "-1, 0, false", "0, 1, false", "0, -1, false", "0, 1000000, false"})
    void timesThatCannotBeAreNoSamples(long earlier, long stayed, boolean believed) throws IOException {
        var spec = LatencySpec.of(LatencyMethod.STAMP, 5)
                .withSpacing(Duration.ofMillis(2))
                .withTimeouts(new Timeouts(Duration.ofSeconds(1), Duration.ofMillis(500)));
        try (EventLoops loops = EventLoops.start(1);
                var socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            var thread = new Thread(() -> reflect(socket, earlier * SECOND, stayed * SECOND), "lying-reflector");
            thread.setDaemon(true);
            thread.start();
            var link = new Link(SiteId.parse("lab:here"), SiteId.parse("lab:there"));
            Measurement result = new Prober(loops)
                    .latency(ProbeTarget.of("127.0.0.1", socket.getLocalPort(), link), spec)
                    .join();

            assertThat(result).isInstanceOf(believed ? LatencyMeasurement.class : FailedMeasurement.class);
        }
    }

    private static void reflect(DatagramSocket socket, long earlier, long stayed) {
        var packet = new DatagramPacket(new byte[2000], 2000);
        while (!socket.isClosed()) {
            try {
                socket.receive(packet);
                ByteBuffer request = ByteBuffer.wrap(packet.getData());
                long sent = request.getLong(4);
                ByteBuffer reply = ByteBuffer.allocate(44);
                reply.putInt(0, request.getInt(0)).putLong(4, sent + stayed).putLong(16, sent);
                reply.putInt(24, request.getInt(0)).putLong(28, sent - earlier);
                socket.send(new DatagramPacket(reply.array(), 44, packet.getSocketAddress()));
            } catch (IOException e) {
                if (!socket.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }
}
