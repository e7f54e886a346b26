package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.Main;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.client.ProgressListener;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.ThroughputSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * What an agent of 48 MB of heap is to a client who has the token, while 4,000 connections come from one address and 400 from each of
 * ten others, silent or with words that prove nothing ({@code -Dlonghaul.study=crowd}). The table goes to {@code target/studies}.
 */
class CrowdStudy {
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";
    private static final Bandwidth RATE = Bandwidth.ofMegabitsPerSecond(100);
    private static final Link LINK = new Link(SiteId.parse("lab:here"), SiteId.parse("lab:there"));
    private static final List<String> WORDS = List.of(
            "",
            "a",
            "abcdefghijklmnopqrstuvwxyz234567abcd\0",
            "LONGHAUL/2 test\0\0\0\0\0\0aaaaaaaaaaaaaaa\0",
            "LONGHAUL/2 test\0\0\0\0\0\0aaaaaaaaaaaaaaa\0\0\0\0\2{}");
    private static final int FROM_ONE = 4000;
    private static final int FROM_EACH = 400;
    private static final int OTHERS = 10;
    private static final int ROUNDS = 20;
    private static final double MOST_MEGABYTES = 128;

    @TempDir
    private Path folder;

    @Test
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "crowd")
    void a_crowd_of_hostile_clients_keeps_nobody_out() throws IOException, InterruptedException {
        Path token = Files.writeString(folder.resolve("token"), TOKEN);
        Process agent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx48m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "agent",
                        "--port",
                        "0",
                        "--token-file",
                        token.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (EventLoops loops = EventLoops.start(1)) {
            BufferedReader said = agent.inputReader(StandardCharsets.UTF_8);
            String line = String.valueOf(said.readLine());
            int port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
            ProbeTarget target = ProbeTarget.of("127.0.0.1", port, LINK).withToken(AccessToken.of(TOKEN));
            var prober = new Prober(loops);
            double before = megabitsPerSecond(prober, target);
            slowestServed(prober, target, ROUNDS);
            String idle = state(agent);
            var crowd = new ArrayList<SocketChannel>();
            var slowest = new ArrayList<Double>();
            for (int i = 0; i < FROM_ONE; i++) {
                crowd.add(hostile("127.0.0.2", port, i));
                if (i % (FROM_ONE / ROUNDS) == 0) {
                    slowest.add(slowestServed(prober, target, 1));
                }
            }
            for (int other = 0; other < OTHERS; other++) {
                for (int i = 0; i < FROM_EACH; i++) {
                    crowd.add(hostile("127.0.1." + (other + 1), port, i));
                }
                slowest.add(slowestServed(prober, target, 1));
            }
            double during = megabitsPerSecond(prober, target);
            String crowded = state(agent);
            for (SocketChannel connection : crowd) {
                connection.close();
            }
            double after = megabitsPerSecond(prober, target);
            String left = settled(agent, idle);
            double served =
                    slowest.stream().mapToDouble(Double::doubleValue).max().orElse(0);
            String table = String.format(
                    Locale.ROOT,
                    "| | before | in the crowd | after |%n|---|---|---|---|%n"
                            + "| rate of 100 Mbit/s asked for | %.1f | %.1f | %.1f |%n"
                            + "| slowest of %d echo sessions, connect to first answer, ms | | %.0f | |%n"
                            + "| agent: resident MB, descriptors, threads | %s | %s | %s |%n"
                            + "| most resident MB | | | %.1f |%n",
                    before,
                    during,
                    after,
                    slowest.size(),
                    served,
                    idle,
                    crowded,
                    left,
                    status(agent, "VmHWM") / 1024.0);
            StudyTable.write("crowd.md", table);
            assertThat(served).as(table).isLessThan(1000);
            assertThat(during).as(table).isGreaterThan(0.95 * before);
            assertThat(status(agent, "VmHWM") / 1024.0).as(table).isLessThan(MOST_MEGABYTES);
            assertThat(descriptors(left)).as(table).isEqualTo(descriptors(idle));
        } finally {
            agent.destroyForcibly();
        }
    }

    private static SocketChannel hostile(String from, int port, int number) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.bind(new InetSocketAddress(from, 0));
        channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        try {
            channel.write(ByteBuffer.wrap(WORDS.get(number % WORDS.size()).getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException closedAlready) {
            return channel;
        }
        return channel;
    }

    private static double megabitsPerSecond(Prober prober, ProbeTarget target) {
        ThroughputSpec spec = ThroughputSpec.builder()
                .rate(RATE)
                .writeSize(DataSize.ofBytes(8192))
                .duration(Duration.ofSeconds(2))
                .build();
        Measurement run = prober.throughput(target, spec, ProgressListener.NONE).join();
        assertThat(run).isInstanceOf(ThroughputMeasurement.class);
        return ((ThroughputMeasurement) run).received().orElseThrow().rate().bitsPerSecond() / 1e6;
    }

    /** Milliseconds from the call to the answer of one echo, the slowest of some. */
    private static double slowestServed(Prober prober, ProbeTarget target, int times) {
        double slowest = 0;
        for (int i = 0; i < times; i++) {
            long began = System.nanoTime();
            Measurement one = prober.latency(target, LatencySpec.of(LatencyMethod.TCP_ECHO, 1))
                    .join();
            assertThat(one).isInstanceOf(io.longhaul.core.measure.LatencyMeasurement.class);
            slowest = Math.max(slowest, (System.nanoTime() - began) / 1e6);
        }
        return slowest;
    }

    private static long status(Process process, String field) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
                .filter(line -> line.startsWith(field + ":"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D+", "")))
                .findFirst()
                .orElseThrow();
    }

    private static String state(Process process) throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
            return String.format(
                    Locale.ROOT,
                    "%.1f, %d, %d",
                    status(process, "VmRSS") / 1024.0,
                    open.count(),
                    status(process, "Threads"));
        }
    }

    private static String descriptors(String state) {
        return state.split(", ", -1)[1];
    }

    /** When the agent has noticed that the connections are closed, or after ten seconds. */
    private static String settled(Process agent, String idle) throws IOException {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        String now = state(agent);
        while (!descriptors(now).equals(descriptors(idle)) && System.nanoTime() < deadline) {
            now = state(agent);
        }
        return now;
    }
}
