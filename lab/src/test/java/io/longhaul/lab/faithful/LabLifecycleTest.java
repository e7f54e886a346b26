package io.longhaul.lab.faithful;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.AgentFactory;
import io.longhaul.lab.LabException;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How labs begin and end. */
@Timeout(120)
class LabLifecycleTest {
    private static final LabTopology PAIR = TopologyYaml.parse("pair", """
            format: longhaul-topology/1
            name: pair
            sites:
              lab:a: {egress: 100Mbit/s, ingress: 100Mbit/s}
              lab:b: {egress: 100Mbit/s, ingress: 100Mbit/s}
            rtt: {lab:a: {lab:b: 10ms}}
            """);
    private static final SiteId A = SiteId.parse("lab:a");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @BeforeEach
    void needsALab() {
        List<String> missing = LabCheck.missing();
        assumeThat(missing).as("No faithful lab on this machine: " + missing).isEmpty();
    }

    @Test
    void killingTheLabLeavesNoProcessAndItsOwnerHearsOfIt() throws Exception {
        try (var lab = FaithfulLab.start(PAIR, FaithfulLab.Options.defaults())) {
            SiteProcess sleeper = lab.exec(A, List.of("sleep", "1000.25"));
            awaitProcesses("1000.25", 1);
            new ProcessBuilder("kill", "-9", Long.toString(lab.pid())).start().waitFor();
            assertThatThrownBy(() -> sleeper.await(PATIENCE))
                    .isInstanceOf(LabException.class)
                    .hasMessageContaining("gone");
            awaitProcesses("1000.25", 0);
            awaitProcesses(LabHostMain.class.getName(), 0);
        }
    }

    @Test
    void closingTheLabEndsItsProgramsAndRemovesItsFiles() throws Exception {
        try (var lab = FaithfulLab.start(PAIR, FaithfulLab.Options.defaults())) {
            lab.exec(A, List.of("sleep", "1000.75"));
            awaitProcesses("1000.75", 1);
        }
        awaitProcesses("1000.75", 0);
        try (Stream<Path> left = Files.list(Path.of("/tmp"))) {
            assertThat(left.filter(path -> path.getFileName().toString().startsWith("longhaul-lab-"))
                            .filter(path -> Files.exists(path.resolve("topology.yaml")))
                            .filter(path -> read(path.resolve("topology.yaml")).contains("name: pair")))
                    .isEmpty();
        }
    }

    @Test
    void runsInANamespaceOfUsersAsWell() {
        var options = new FaithfulLab.Options(1, Optional.empty(), false, List.of(), true);
        try (var lab = FaithfulLab.start(PAIR, options)) {
            var map = lab.exec(A, List.of("cat", "/proc/self/uid_map")).await(PATIENCE);
            assertThat(map.output().strip().split("\\s+", -1)).hasSize(3).endsWith("1");
        }
    }

    @Test
    void agentsOfAFactoryRunAtEverySite() {
        var options = FaithfulLab.Options.defaults().withAgents(Greeter.class.getName());
        try (var lab = FaithfulLab.start(PAIR, options)) {
            var said = lab.exec(A, List.of("sh", "-c", "exec 3<>/dev/tcp/10.66.0.2/7008; cat <&3"))
                    .await(PATIENCE);
            // dash has no /dev/tcp; any shell that has reads the greeting
            assumeThat(said.errors()).doesNotContain("/dev/tcp");
            assertThat(said.output()).isEqualTo("lab:b");
        }
    }

    @Test
    void anAgentFactoryThatDoesNotExistIsNamed() {
        var options = FaithfulLab.Options.defaults().withAgents("no.such.Factory");
        assertThatThrownBy(() -> FaithfulLab.start(PAIR, options))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("no.such.Factory");
    }

    /** Says its site to whoever connects. */
    public static final class Greeter implements AgentFactory {
        @Override
        public AutoCloseable start(SiteContext site) throws IOException {
            var server = new ServerSocket(7008, 8, site.address());
            site.threads()
                    .newThread(() -> {
                        while (!server.isClosed()) {
                            try (var client = server.accept()) {
                                client.getOutputStream()
                                        .write(site.site()
                                                .toString()
                                                .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
                            } catch (IOException e) {
                                return; // closed with the lab
                            }
                        }
                    })
                    .start();
            return server;
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return ""; // removed while we looked
        }
    }

    /** Waits until so many processes have a text in their command line. */
    private static void awaitProcesses(String text, int count) throws InterruptedException, IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (true) {
            long found = 0;
            try (Stream<Path> all = Files.list(Path.of("/proc"))) {
                for (Path process : all.toList()) {
                    found += commandLine(process).contains(text) ? 1 : 0;
                }
            }
            if (found == count) {
                return;
            }
            assertThat(System.nanoTime()).as(found + " processes with " + text).isLessThan(deadline);
            new java.util.concurrent.CountDownLatch(1).await(20, TimeUnit.MILLISECONDS);
        }
    }

    private static String commandLine(Path process) {
        if (!Character.isDigit(process.getFileName().toString().charAt(0))) {
            return "";
        }
        try (InputStream in = Files.newInputStream(process.resolve("cmdline"))) {
            return new String(in.readNBytes(1 << 16), java.nio.charset.StandardCharsets.UTF_8);
        } catch (IOException e) {
            return ""; // ended while we looked
        }
    }
}
