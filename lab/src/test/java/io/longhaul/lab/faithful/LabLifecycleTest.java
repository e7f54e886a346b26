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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
    void killingTheOwnerLeavesNothing() throws Exception {
        Process owner = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        OwnerProgram.class.getName(),
                        "lossy",
                        "1000.125")
                .redirectErrorStream(true)
                .start();
        awaitProcesses("1000.125", 2); // the owner's own arguments and the sleeper
        owner.destroyForcibly().waitFor();
        awaitProcesses("1000.125", 0);
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
                            .filter(path -> Files.exists(path.resolve("topology.json")))
                            .filter(path -> read(path.resolve("topology.json")).contains("\"name\":\"pair\"")))
                    .isEmpty();
        }
    }

    @Test
    void runsInANamespaceOfUsersAsWell() {
        var options = FaithfulLab.Options.defaults().withUserNamespace();
        try (var lab = FaithfulLab.start(PAIR, options)) {
            var map = lab.exec(A, List.of("cat", "/proc/self/uid_map")).await(PATIENCE);
            assertThat(map.output().strip().split("\\s+", -1)).hasSize(3).endsWith("1");
        }
    }

    @Test
    void sharesNoNamespaceWithTheMachineNorDoesWhoEntersALab() throws Exception {
        try (var lab = FaithfulLab.start(PAIR, FaithfulLab.Options.defaults())) {
            RunningLab seen = RunningLab.all().stream()
                    .filter(running -> running.id().equals(lab.id()))
                    .findFirst()
                    .orElseThrow();
            for (String kind : List.of("uts", "ipc", "net", "mnt", "pid")) {
                List<String> look = List.of("readlink", "/proc/self/ns/" + kind);
                String ours = Files.readSymbolicLink(Path.of(look.get(1))).toString();
                String inside = lab.exec(A, look).await(PATIENCE).output().strip();
                Process entered = new ProcessBuilder(seen.enter(A, look, Path.of("/"))).start();
                assertThat(inside).startsWith(kind).isNotEqualTo(ours);
                assertThat(new String(entered.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip())
                        .isEqualTo(inside);
            }
        }
    }

    @Test
    void agentsOfAFactoryRunAtEverySite() {
        var options = FaithfulLab.Options.defaults().withAgents(Greeter.class.getName());
        try (var lab = FaithfulLab.start(PAIR, options)) {
            var said = lab.exec(A, FaithfulLabTest.java("greet", "10.66.0.2")).await(PATIENCE);
            assertThat(said.output().strip()).isEqualTo("lab:b");
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

    /**
     * With /dev/net/tun at 0666: the device is put in place in a namespace of mounts of the test's own, and the user is one
     * without a name, so that nothing on the machine changes.
     */
    @Test
    void anOrdinaryUserRunsALab() throws Exception {
        assertThat(asOrdinaryUser("666")).contains("54321").contains("dev wan0").doesNotContain("missing");
    }

    @Test
    void anOrdinaryUserWhoMayNotOpenTheDeviceIsToldSo() throws Exception {
        assertThat(asOrdinaryUser("600"))
                .contains("missing")
                .contains("/dev/net/tun")
                .contains("0666");
    }

    /** Runs a lab as a user without a name, with a device of this mode, and gives what was said. */
    private static String asOrdinaryUser(String mode) throws Exception {
        assumeThat(LabCheck.isRoot()).as("only root can become another user").isTrue();
        Path readable = Files.createTempDirectory(Path.of("/tmp"), "longhaul-user-");
        try {
            String script = """
                    set -e
                    mount -t tmpfs -o mode=755 tmpfs %1$s
                    mknod -m %2$s %1$s/tun c 10 200
                    mount --bind %1$s/tun /dev/net/tun
                    chmod 755 %1$s
                    path=
                    n=0
                    IFS=:
                    for entry in $1; do
                      n=$((n + 1))
                      if [ -d "$entry" ]; then cp -r "$entry" %1$s/$n; path="$path:%1$s/$n"; fi
                      if [ -f "$entry" ]; then cp "$entry" %1$s/$n.jar; path="$path:%1$s/$n.jar"; fi
                    done
                    unset IFS
                    chmod -R a+rX %1$s
                    cd /tmp
                    exec setpriv --reuid=54321 --regid=54321 --clear-groups env HOME=/tmp "$2" -cp "$path" "$3" study-7
                    """.formatted(readable, mode);
            Process user = new ProcessBuilder(
                            "unshare",
                            "-m",
                            "sh",
                            "-c",
                            script,
                            "sh",
                            System.getProperty("java.class.path"),
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            OwnerProgram.class.getName())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(user.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            assertThat(user.waitFor()).as(said).isZero();
            return said;
        } finally {
            Files.delete(readable);
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
