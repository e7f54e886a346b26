package io.longhaul.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.campaign.orders.AgentHealth;
import io.longhaul.campaign.certs.CertificateAuthority;
import io.longhaul.campaign.run.AgentCallException;
import io.longhaul.campaign.run.HttpAgent;
import io.longhaul.clouds.Label;
import io.longhaul.clouds.fleet.Fleet;
import io.longhaul.clouds.fleet.FleetFile;
import io.longhaul.probes.spec.HostPort;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** A VM's way to its certificate: the script of its user data, run by the real shell, openssl and curl. */
class EnrolmentTest {
    private static final String NAME = "lh-grid-a1b2c3-v0-0";

    @TempDir
    private Path folder;

    private Path conf = Path.of("");

    private static Fleet fleet() {
        return FleetFile.parse("""
                format: longhaul-fleet/1
                name: grid
                lifetime: 2h
                reach: 203.0.113.7/32
                archive: {url: "https://example.org/l.tar.gz", sha256: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef}
                vms: [{site: "aws:us-east-1", type: m5.large}]
                """, "grid.yaml");
    }

    private FleetAgents agents(Writer said) {
        return FleetAgents.of(fleet(), Optional.of(new HostPort("127.0.0.1", 0)), folder, new PrintWriter(said, true));
    }

    private String userData(FleetAgents agents) {
        return agents.of(NAME, fleet().groups().get(0), new Label("grid", "a1b2c3", Instant.EPOCH));
    }

    /** What cloud-init writes, of which the script of that name is run; the code it ends with. */
    private int boot(String userData) throws IOException, InterruptedException {
        conf = Files.createTempDirectory(folder, "conf");
        Path script = conf.resolve("longhaul-enrol");
        JsonNode files = new YAMLMapper().readTree(userData).get("write_files");
        for (JsonNode file : files) {
            Path name = Path.of(file.get("path").asString()).getFileName();
            if (name.toString().matches("authority.pem|names.txt|longhaul-enrol")) {
                Files.writeString(
                        conf.resolve(name), file.get("content").asString().replace("--retry 60", "--retry 0"));
            }
        }
        var builder = new ProcessBuilder("sh", script.toString()).redirectErrorStream(true);
        builder.environment().put("LONGHAUL_CONF", conf.toString());
        Process process = builder.start();
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Test
    void a_vm_gets_its_certificate_once_and_its_key_stays_with_it() throws Exception {
        var said = new StringWriter();
        String first;
        try (FleetAgents agents = agents(said)) {
            first = userData(agents);
            assertThat(boot(first)).isZero();
            assertThat(said.toString()).contains(NAME + " has its certificate");
            CertificateAuthority.identity(conf);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(conf.resolve("key.pem"))))
                    .isEqualTo("rw-------");
            // the token's own files are gone
            try (Stream<Path> left = Files.list(conf)) {
                assertThat(left.map(file -> file.getFileName().toString()))
                        .containsExactlyInAnyOrder("authority.pem", "names.txt", "cert.pem", "key.pem");
            }
            assertThat(boot(first)).isNotZero();
            assertThat(Files.exists(conf.resolve("cert.pem"))).isFalse();
        }
        // nor after a restart of the command, which makes the same user data for the same name
        try (FleetAgents again = agents(new StringWriter())) {
            String second = userData(again);
            assertThat(token(second)).isEqualTo(token(first));
            assertThat(boot(second)).isNotZero();
        }
        // the token is in no file of the fleet
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(file -> !file.startsWith(conf))
                    .filter(file -> !file.getFileName().toString().matches("longhaul-enrol|ask.conf"))
                    .toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(token(first));
            }
        }
    }

    private static String token(String userData) {
        return userData.replaceAll("(?s).*Bearer ([0-9a-f]{64}).*", "$1");
    }

    @Test
    void a_stranger_gets_none() throws Exception {
        try (FleetAgents agents = agents(new StringWriter())) {
            String good = userData(agents);
            assertThat(boot(good.replace(token(good), "0".repeat(64)))).isNotZero();
            assertThat(boot(good)).isZero();
        }
    }

    /** The unit's own command, with the VM's own certificate; the coordinator knows it by that and nobody else is let in. */
    @Test
    void the_agent_of_the_unit_answers_its_coordinator() throws Exception {
        try (FleetAgents agents = agents(new StringWriter())) {
            String userData = userData(agents);
            assertThat(boot(userData)).isZero();
            int orders = freePort();
            String line = userData.replaceAll("(?s).*ExecStart=/usr/local/bin/longhaul ([^\\n]*).*", "$1")
                    .replace("/etc/longhaul", conf.toString())
                    .replace("--orders-port 5202", "--orders-port " + orders + " --port " + freePort());
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    "io.longhaul.cli.Main"));
            command.addAll(List.of(line.split(" +", -1)));
            Process agent = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("agent.log").toFile())
                    .start();
            try {
                AgentHealth health = health(orders, agent);
                assertThat(health.site()).hasToString("Optional[aws:us-east-1]");
                assertThat(health.vmType()).contains("m5.large");
                assertThat(Files.readString(folder.resolve("agent.log"))).doesNotContain("127.0.0.1:");
            } finally {
                agent.destroy();
                agent.waitFor();
            }
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private AgentHealth health(int port, Process agent) throws Exception {
        Path own = folder.resolve("pki/coordinator");
        var client = HttpAgent.client(Optional.of(CertificateAuthority.identity(own)));
        while (true) {
            try {
                return new HttpAgent(client, true, "127.0.0.1", port, Optional.empty()).health();
            } catch (AgentCallException notYet) {
                if (agent.waitFor(200, TimeUnit.MILLISECONDS)) {
                    throw new AssertionError(Files.readString(folder.resolve("agent.log")), notYet);
                }
            }
        }
    }
}
