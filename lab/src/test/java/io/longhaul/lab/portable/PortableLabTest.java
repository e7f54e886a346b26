package io.longhaul.lab.portable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.LabTruth;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real sockets through the portable lab, compared with what it was told. Rates are the best of three windows of time. */
@Timeout(60)
class PortableLabTest {
    private static final Percentage CLOSE = Percentage.withPercentage(3);

    @Test
    void oneStreamCarriesWindowOverRoundTrip() throws Exception {
        var topology = LabFixture.pair(
                "egress: 200Mbit/s, ingress: 200Mbit/s, window: 256KiB",
                "egress: 200Mbit/s, ingress: 200Mbit/s, window: 256KiB",
                "60ms",
                "");
        try (var net = new LabFixture(topology);
                var load = Load.download(net.address("lab:b", "lab:a"), 1)) {
            double truth = (256 << 10) * 8 / 0.060;
            assertThat(typical(load)).isCloseTo(truth, CLOSE);
        }
    }

    @Test
    void manyStreamsReachTheEgressCapAndShareIt() throws Exception {
        var topology = LabFixture.pair(
                "egress: 80Mbit/s, ingress: 300Mbit/s, window: 256KiB",
                "egress: 300Mbit/s, ingress: 300Mbit/s, window: 256KiB",
                "40ms",
                "");
        try (var net = new LabFixture(topology);
                var load = Load.download(net.address("lab:b", "lab:a"), 16)) {
            assertThat(typical(load)).isCloseTo(80e6, CLOSE);
            double[] rates = load.ratesOver(Duration.ofSeconds(1));
            assertThat(Arrays.stream(rates).min().orElseThrow()).isGreaterThan(80e6 / 16 * 0.5);
        }
    }

    @Test
    void theReceiversIngressCapBindsAcrossSenders() throws Exception {
        var topology = io.longhaul.lab.topology.TopologyYaml.parse("three", """
                format: longhaul-topology/1
                name: three
                defaults: {egress: 100Mbit/s, ingress: 90Mbit/s, window: 512KiB}
                sites: {lab:a: {}, lab:b: {}, lab:c: {}}
                rtt:
                  lab:a: {lab:b: 20ms, lab:c: 80ms}
                  lab:b: {lab:c: 50ms}
                """);
        try (var net = new LabFixture(topology);
                var near = Load.download(net.address("lab:a", "lab:b"), 4);
                var far = Load.download(net.address("lab:a", "lab:c"), 4)) {
            far.ratesOver(Duration.ofSeconds(1));
            long[] before = near.received();
            double farRate = Arrays.stream(far.ratesOver(Duration.ofSeconds(2))).sum();
            long[] after = near.received();
            double nearRate =
                    (Arrays.stream(after).sum() - Arrays.stream(before).sum()) * 8 / 2.0;
            assertThat(nearRate + farRate).isCloseTo(90e6, Percentage.withPercentage(5));
            assertThat(farRate).isGreaterThan(90e6 / 8);
            assertThat(nearRate).isGreaterThan(90e6 / 8);
        }
    }

    @Test
    void aPathCapAndAFlowCapBind() throws Exception {
        var topology = LabFixture.pair(
                "egress: 200Mbit/s, ingress: 200Mbit/s, per_flow: 20Mbit/s, window: 1MiB",
                "egress: 200Mbit/s, ingress: 200Mbit/s, window: 1MiB",
                "30ms",
                "links: [{from: lab:a, to: lab:b, path_cap: 48Mbit/s}]");
        try (var net = new LabFixture(topology)) {
            try (var one = Load.download(net.address("lab:b", "lab:a"), 1)) {
                assertThat(typical(one)).isCloseTo(20e6, CLOSE);
            }
            try (var eight = Load.download(net.address("lab:b", "lab:a"), 8)) {
                assertThat(typical(eight)).isCloseTo(48e6, CLOSE);
            }
        }
    }

    @Test
    void anEchoTakesTheRoundTrip() throws Exception {
        var topology = LabFixture.pair(
                "egress: 100Mbit/s, ingress: 100Mbit/s", "egress: 100Mbit/s, ingress: 100Mbit/s", "24ms", "");
        try (var net = new LabFixture(topology);
                var channel = SocketChannel.open(net.address("lab:a", "lab:b"))) {
            channel.write(ByteBuffer.wrap(new byte[] {'E'}));
            double[] times = new double[21];
            for (int i = 0; i < times.length; i++) {
                long begin = System.nanoTime();
                channel.write(ByteBuffer.wrap(new byte[] {7}));
                assertThat(channel.read(ByteBuffer.allocate(8))).isEqualTo(1);
                times[i] = (System.nanoTime() - begin) / 1e6;
            }
            Arrays.sort(times);
            assertThat(times[0]).isGreaterThanOrEqualTo(24);
            assertThat(times[5]).isCloseTo(24, within(1.0));
        }
    }

    @Test
    void whatGoesInComesOutInOrderAndIsCounted() throws Exception {
        var topology = LabFixture.pair(
                "egress: 200Mbit/s, ingress: 200Mbit/s",
                "egress: 200Mbit/s, ingress: 200Mbit/s",
                "6ms",
                "links: [{from: lab:a, to: lab:b, jitter: 3ms}]");
        try (var net = new LabFixture(topology);
                var channel = SocketChannel.open(net.address("lab:a", "lab:b"))) {
            byte[] sent = new byte[1 << 20];
            new java.util.SplittableRandom(5).nextBytes(sent);
            channel.write(ByteBuffer.wrap(new byte[] {'E'}));
            TestAgent.daemon("writer", () -> writeAll(channel, sent));
            var received = ByteBuffer.allocate(sent.length + 1);
            while (channel.read(received) >= 0 && received.hasRemaining()) {
                // until the agent, having seen our end, ends too
            }
            assertThat(Arrays.copyOf(received.array(), received.position())).isEqualTo(sent);

            LabTruth truth = net.lab.truth();
            Link out = Link.between("lab:a", "lab:b");
            assertThat(truth.onLink(out).taken().bytes()).isEqualTo(sent.length + 1);
            assertThat(truth.onLink(out.reversed()).delivered().bytes()).isEqualTo(sent.length);
            assertThat(truth.flows()).hasSize(2);
        }
    }

    private static void writeAll(SocketChannel channel, byte[] bytes) {
        try {
            var buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.shutdownOutput();
        } catch (IOException e) {
            // the reader sees the end too early and fails
        }
    }

    @Test
    void aRefusedConnectionReachesTheClientAsAReset() throws Exception {
        var topology = LabFixture.pair(
                "egress: 100Mbit/s, ingress: 100Mbit/s", "egress: 100Mbit/s, ingress: 100Mbit/s", "10ms", "");
        InetSocketAddress nobody;
        try (var agent = new TestAgent()) {
            nobody = agent.address();
        }
        try (var lab = PortableLab.start(topology, site -> nobody);
                var channel = SocketChannel.open(lab.address(Link.between("lab:a", "lab:b")))) {
            assertThatThrownBy(() -> {
                        if (channel.read(ByteBuffer.allocate(1)) < 0) {
                            throw new IOException("ended in order");
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("reset");
        }
    }

    @Test
    void aSpentBucketLeavesTheLowRateAndRestEarnsCredit() throws Exception {
        var topology = LabFixture.pair(
                "egress: 160Mbit/s, ingress: 300Mbit/s, window: 1MiB,"
                        + " token_bucket: {high: 160Mbit/s, low: 20Mbit/s, budget: 20MB}",
                "egress: 300Mbit/s, ingress: 300Mbit/s, window: 1MiB",
                "10ms",
                "");
        SiteId site = SiteId.parse("lab:a");
        try (var net = new LabFixture(topology);
                var load = Load.download(net.address("lab:b", "lab:a"), 4)) {
            // 20 MB at 160 - 20 Mbit/s last 1.14 s
            assertThat(typical(load)).isCloseTo(20e6, CLOSE);
            List<LabTruth.CreditLevel> levels = net.lab.truth().creditOf(site);
            assertThat(levels.get(0).credit().bytes()).isEqualTo(20_000_000);
            assertThat(levels.get(levels.size() - 1).credit().bytes()).isLessThan(100_000);
        }
    }

    @Test
    void aChangeTakesEffectAtItsTime() throws Exception {
        var topology = LabFixture.pair(
                "egress: 100Mbit/s, ingress: 300Mbit/s, window: 1MiB",
                "egress: 300Mbit/s, ingress: 300Mbit/s, window: 1MiB",
                "10ms",
                "changes: [{at: 1500ms, site: lab:a, egress: 30Mbit/s}]");
        try (var net = new LabFixture(topology);
                var load = Load.download(net.address("lab:b", "lab:a"), 4)) {
            load.ratesOver(Duration.ofMillis(400));
            assertThat(Arrays.stream(load.ratesOver(Duration.ofMillis(800))).sum())
                    .isCloseTo(100e6, Percentage.withPercentage(5));
            assertThat(typical(load)).isCloseTo(30e6, CLOSE);
        }
    }

    @Test
    void closingEndsConnectionsPortsAndThread() throws Exception {
        var topology = LabFixture.pair(
                "egress: 100Mbit/s, ingress: 100Mbit/s", "egress: 100Mbit/s, ingress: 100Mbit/s", "10ms", "");
        InetSocketAddress address;
        SocketChannel channel;
        try (var net = new LabFixture(topology)) {
            address = net.address("lab:a", "lab:b");
            channel = SocketChannel.open(address);
            channel.write(ByteBuffer.wrap(new byte[] {'E'}));
            net.lab.truth();
        }
        try (channel) {
            assertThat(endsWithin(channel)).isTrue();
        }
        assertThatThrownBy(() -> SocketChannel.open(address)).isInstanceOf(IOException.class);
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.isAlive() && thread.getName().equals("lab-pair"));
    }

    private static boolean endsWithin(SocketChannel channel) {
        try {
            return channel.read(ByteBuffer.allocate(1)) < 0;
        } catch (IOException e) {
            return true; // reset is an end as well
        }
    }

    /** The median of five seconds, each the sum over all streams. */
    private static double typical(Load load) throws InterruptedException {
        load.ratesOver(Duration.ofMillis(1_500));
        double[] seconds = new double[5];
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = Arrays.stream(load.ratesOver(Duration.ofSeconds(1))).sum();
        }
        Arrays.sort(seconds);
        return seconds[2];
    }
}
