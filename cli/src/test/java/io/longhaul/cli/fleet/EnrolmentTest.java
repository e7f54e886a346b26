package io.longhaul.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.campaign.certs.CertificateAuthority;
import io.longhaul.campaign.orders.AgentHealth;
import io.longhaul.campaign.run.AgentCallException;
import io.longhaul.campaign.run.HttpAgent;
import io.longhaul.clouds.Kind;
import io.longhaul.clouds.Label;
import io.longhaul.clouds.Resource;
import io.longhaul.clouds.fleet.Fleet;
import io.longhaul.clouds.fleet.FleetFile;
import io.longhaul.core.topology.SiteId;
import io.longhaul.probes.spec.HostPort;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
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
        return fleet("");
    }

    /** With more about its VMs. */
    private static Fleet fleet(String more) {
        return FleetFile.parse("""
                format: longhaul-fleet/1
                name: grid
                lifetime: 2h
                reach: 203.0.113.7/32
                archive: {url: "https://example.org/l.tar.gz", sha256: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef}
                vms: [{site: "aws:us-east-1", type: m5.large%s}]
                """.formatted(more), "grid.yaml");
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
        builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
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

    /** What the VMs' own longhaul says comes with their requests; a program of that name says it here. */
    @Test
    void candidates_say_how_they_screened_and_the_best_come_first() throws Exception {
        Fleet fleet = fleet(", candidates: 4");
        var said = new StringWriter();
        try (FleetAgents agents =
                FleetAgents.of(fleet, Optional.of(new HostPort("127.0.0.1", 0)), folder, new PrintWriter(said, true))) {
            List<Resource> vms = new ArrayList<>();
            for (String late : List.of("70", "3", "no", "0")) {
                var label = new Label("grid", "a1b2c3", Instant.EPOCH);
                String name = "lh-grid-a1b2c3-v" + vms.size() + "-0";
                vms.add(new Resource(
                        Kind.VM,
                        name,
                        name,
                        SiteId.parse("aws:us-east-1"),
                        label,
                        Resource.State.RUNNING,
                        Optional.empty(),
                        Optional.empty()));
                Path bin = Files.createDirectories(folder.resolve("bin"));
                Files.writeString(bin.resolve("longhaul"), """
                        #!/bin/sh
                        [ "$*" = 'screen --format json' ] || exit 2
                        echo '{"format": "longhaul-screen/1", "oversleep": {"samples": 100, "over_10ms": %s, "over_1ms": 99}}'
                        exit 1
                        """.formatted(late));
                Files.setPosixFilePermissions(bin.resolve("longhaul"), PosixFilePermissions.fromString("rwxr-xr-x"));
                assertThat(boot(agents.of(name, fleet.groups().get(0), label))).isZero();
            }
            assertThat(said.toString()).contains("the screening of lh-grid-a1b2c3-v2-0");
            vms.sort(agents.better(Set.of("lh-grid-a1b2c3-v3-0")));
            assertThat(vms)
                    .extracting(Resource::name)
                    .as("few late, many late, nothing said, silent")
                    .containsExactly(
                            "lh-grid-a1b2c3-v1-0", "lh-grid-a1b2c3-v0-0", "lh-grid-a1b2c3-v2-0", "lh-grid-a1b2c3-v3-0");
        }
    }

    @Test
    void a_stranger_gets_none() throws Exception {
        try (FleetAgents agents = agents(new StringWriter())) {
            String good = userData(agents);
            assertThat(boot(good.replace(token(good), "0".repeat(64)))).isNotZero();
            assertThat(boot(good)).isZero();
        }
    }

    /** Whoever is on the VM sees the list of processes. */
    @Test
    void the_token_is_in_no_list_of_processes() throws Exception {
        try (FleetAgents agents = agents(new StringWriter())) {
            String userData = userData(agents);
            var over = new AtomicBoolean();
            CompletableFuture<Set<String>> seen = CompletableFuture.supplyAsync(() -> {
                Set<String> lines = new HashSet<>();
                while (!over.get()) {
                    ProcessHandle.allProcesses()
                            .flatMap(process -> process.info().commandLine().stream())
                            .filter(line -> line.contains("/certificate") || line.contains(token(userData)))
                            .forEach(lines::add);
                }
                return lines;
            });
            assertThat(boot(userData)).isZero();
            over.set(true);
            assertThat(seen.get())
                    .as("the call was under way when it was looked for")
                    .anyMatch(line -> line.contains("curl"))
                    .noneMatch(line -> line.contains(token(userData)));
        }
    }

    private static int door(String userData) {
        return Integer.parseInt(userData.replaceAll("(?s).*https://127\\.0\\.0\\.1:(\\d+)/certificate.*", "$1"));
    }

    /** Silent ones, half a handshake, plain HTTP, noise: more than any pool of threads would bear. */
    @Test
    void hostile_connections_keep_no_vm_out() throws Exception {
        var random = new Random(16);
        List<Socket> open = new ArrayList<>();
        try (FleetAgents agents = agents(new StringWriter())) {
            String userData = userData(agents);
            byte[] noise = new byte[2_000];
            for (int i = 0; i < 300; i++) {
                var socket = new Socket(InetAddress.getLoopbackAddress(), door(userData));
                open.add(socket);
                random.nextBytes(noise);
                try {
                    switch (i % 4) {
                        case 0 -> socket.getOutputStream().write(noise);
                        case 1 -> socket.getOutputStream().write(new byte[] {0x16, 3, 1, 2, 0, 1});
                        case 2 ->
                            socket.getOutputStream()
                                    .write("POST /certificate HTTP/1.1\r\nContent-Length: 9\r\n\r\n"
                                            .getBytes(StandardCharsets.US_ASCII));
                        default -> {}
                    }
                } catch (SocketException closed) {
                    // sent away already
                }
            }
            assertThat(boot(userData)).isZero();
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    /** What comes with a good token is an answer or a refusal, and a refusal takes nothing from the VM. */
    @Test
    void a_spoilt_request_is_refused_and_the_token_stays_good() throws Exception {
        var random = new Random(16);
        try (FleetAgents agents = agents(new StringWriter())) {
            String userData = userData(agents);
            boot(userData.replace(token(userData), "0".repeat(64)));
            byte[] good = request();
            HttpClient client = client();
            var door = URI.create("https://127.0.0.1:" + door(userData) + "/certificate");
            for (int i = 0; i < 200; i++) {
                byte[] spoilt = good.clone();
                if (i % 4 == 0) {
                    spoilt = Arrays.copyOf(good, random.nextInt(good.length - 80));
                } else {
                    // in the text of the request, behind its first line
                    spoilt[40 + random.nextInt(good.length - 90)] = (byte) ('A' + random.nextInt(26));
                }
                if (Arrays.equals(spoilt, good)) {
                    continue;
                }
                HttpResponse<String> answer = client.send(
                        HttpRequest.newBuilder(door)
                                .header("Authorization", "Bearer " + token(userData))
                                .POST(BodyPublishers.ofByteArray(spoilt))
                                .timeout(Duration.ofSeconds(20))
                                .build(),
                        BodyHandlers.ofString());
                assertThat(answer.statusCode())
                        .as(new String(spoilt, StandardCharsets.ISO_8859_1))
                        .isEqualTo(400);
            }
            HttpResponse<String> large = client.send(
                    HttpRequest.newBuilder(door)
                            .POST(BodyPublishers.ofByteArray(new byte[1 << 20]))
                            .build(),
                    BodyHandlers.ofString());
            assertThat(large.statusCode()).isEqualTo(413);
            assertThat(boot(userData)).isZero();
        }
    }

    /** As openssl makes it. */
    private byte[] request() throws Exception {
        Path file = folder.resolve("request.pem");
        Process openssl = new ProcessBuilder(
                        "openssl",
                        "req",
                        "-new",
                        "-newkey",
                        "ec",
                        "-pkeyopt",
                        "ec_paramgen_curve:P-256",
                        "-nodes",
                        "-keyout",
                        folder.resolve("request.key").toString(),
                        "-subj",
                        "/CN=vm",
                        "-out",
                        file.toString())
                .redirectErrorStream(true)
                .start();
        openssl.getInputStream().readAllBytes();
        assertThat(openssl.waitFor()).isZero();
        return Files.readAllBytes(file);
    }

    /** Knows the fleet's authority as a VM does, and shows no certificate of its own. */
    private HttpClient client() throws Exception {
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust(conf.resolve("authority.pem")), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    private static TrustManager[] trust(Path authority) throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (var in = Files.newInputStream(authority)) {
            store.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    @Test
    void one_token_shown_by_many_at_once_gives_one_certificate() throws Exception {
        var said = new StringWriter();
        try (FleetAgents agents = agents(said)) {
            String userData = userData(agents);
            boot(userData.replace(token(userData), "0".repeat(64)));
            byte[] good = request();
            HttpClient client = client();
            var ask = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + door(userData) + "/certificate"))
                    .header("Authorization", "Bearer " + token(userData))
                    .POST(BodyPublishers.ofByteArray(good))
                    .build();
            List<Integer> answers =
                    Stream.generate(() -> client.sendAsync(ask, BodyHandlers.ofString())).limit(12).toList().stream()
                            .map(answer -> answer.join().statusCode())
                            .toList();
            assertThat(answers).containsOnly(200, 403).containsOnlyOnce(200);
            assertThat(said.toString()).containsOnlyOnce("has its certificate");
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
