package io.longhaul.campaign.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.longhaul.campaign.certs.CertificateAuthority;
import io.longhaul.campaign.certs.Pki;
import io.longhaul.campaign.orders.AgentHealth;
import io.longhaul.campaign.orders.Lease;
import io.longhaul.campaign.orders.Order;
import io.longhaul.campaign.orders.OrderResult;
import io.longhaul.campaign.orders.OrderStatus;
import io.longhaul.campaign.orders.OrderStatus.State;
import io.longhaul.campaign.orders.Task;
import io.longhaul.campaign.run.AgentCallException;
import io.longhaul.campaign.run.AgentCallException.Kind;
import io.longhaul.campaign.run.HttpAgent;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.study.AccessPattern;
import io.longhaul.core.study.Fingerprint;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.Access;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.spec.Role;
import io.longhaul.probes.spec.TlsIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The HTTP door of the desk, with real sockets, certificates, probes and hostile octets. */
class DeskServerTest {
    private static final String CHIEF = "cccccccccccccccccccccccccccccccc";
    private static final String ALICE = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    private static final Link LINK = Link.between("lab:a", "lab:b");
    private static final Duration WAIT = Duration.ofSeconds(20);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private final EventLoops loops = EventLoops.start(2);
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
        loops.close();
    }

    private DeskServer desk(Access access) {
        Agent agent = Agent.start(AgentOptions.onLoopback(0).withAccess(() -> access), loops);
        open.add(agent);
        DeskServer desk = DeskServer.start(
                DeskOptions.of(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        () -> access,
                        Optional.of(SiteId.parse("lab:a")),
                        Optional.of("m5.large")),
                agent,
                loops);
        open.add(desk);
        return desk;
    }

    private static HttpAgent plain(DeskServer desk, Optional<String> token) {
        return new HttpAgent(
                HttpAgent.client(Optional.empty()),
                false,
                "127.0.0.1",
                desk.address().orElseThrow().getPort(),
                token);
    }

    private static HttpAgent secure(DeskServer desk, Optional<TlsIdentity> identity, Optional<String> token) {
        return new HttpAgent(
                HttpAgent.client(identity),
                true,
                "127.0.0.1",
                desk.address().orElseThrow().getPort(),
                token);
    }

    private TlsIdentity identity(CertificateAuthority authority, String name, Role role) {
        return CertificateAuthority.identity(new Pki(folder).issued(authority, name, role, "127.0.0.1"));
    }

    private CertificateAuthority authority(String name) {
        return new Pki(folder).authority(name);
    }

    private static String id() {
        return UUID.randomUUID().toString();
    }

    private static Order order(AgentHealth peer, Optional<String> lease, Task task, Duration patience) {
        return new Order(
                id(),
                peer.run(),
                lease,
                Duration.ZERO,
                patience,
                "127.0.0.1",
                peer.probePort(),
                LINK,
                Optional.of("m5.large"),
                Optional.empty(),
                "test",
                task);
    }

    private static Task load(Duration duration, DataSize volume) {
        return new Task.Throughput(2, duration, volume, Optional.empty(), Optional.empty(), Duration.ofMillis(100));
    }

    private static Task echo() {
        return new Task.Latency(LatencyMethod.TCP_ECHO, 3, Duration.ofMillis(1));
    }

    private static Lease egress(String id) {
        return new Lease(id, Lease.Side.EGRESS, Duration.ofSeconds(30), "test");
    }

    /** The agent probes itself: one is enough to see that an order becomes a measurement. */
    private static OrderStatus runs(HttpAgent agent, Task task) {
        String lease = id();
        agent.lease(egress(lease));
        Order order = order(agent.health(), Optional.of(lease), task, Duration.ofSeconds(20));
        agent.submit(order);
        OrderStatus done = agent.await(order.id(), WAIT);
        assertThat(done.measurement().orElseThrow().header().id()).isEqualTo(order.id());
        agent.lease(new Lease(lease, Lease.Side.EGRESS, Duration.ZERO, "test"));
        return done;
    }

    @Test
    void aProbeIsOrderedOnLoopback() {
        HttpAgent agent = plain(desk(Access.OPEN), Optional.empty());

        assertThat(agent.health().site()).contains(SiteId.parse("lab:a"));
        assertThat(runs(agent, echo()).measurement()).get().isInstanceOf(LatencyMeasurement.class);
        OrderStatus done = runs(agent, load(Duration.ofSeconds(5), DataSize.ofMegabytes(3)));
        assertThat(done.measurement()).get().isInstanceOfSatisfying(ThroughputMeasurement.class, run -> {
            assertThat(run.header().link()).isEqualTo(LINK);
            assertThat(run.header().campaign()).contains("test");
            assertThat(run.header().fromVmType()).contains("m5.large");
            assertThat(run.sent().orElseThrow().size())
                    .as("not an octet above the order's volume")
                    .contains(DataSize.ofMegabytes(3));
        });
        assertThat(agent.close(done.id()).state()).isEqualTo(State.CLOSED);
    }

    private static Task.Throughput study(Duration each, DataSize all) {
        return new Task.Throughput(2, each, all, Optional.empty(), Optional.empty(), Duration.ofMillis(100));
    }

    private static List<Arguments> studies() {
        Duration each = Duration.ofMillis(600);
        var how = new Fingerprint.How(2, Optional.empty(), Optional.empty(), false, Duration.ofMillis(100));
        var then = new Fingerprint(
                LINK,
                Instant.parse("2026-11-22T12:00:00Z"),
                how,
                Optional.empty(),
                Optional.empty(),
                Optional.of(Bandwidth.parse("1kbit/s")),
                OptionalDouble.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
        DataSize all = DataSize.ofMegabytes(60);
        return List.of(
                Arguments.of(
                        new Task.Sweep(
                                study(each, all),
                                List.of(1, 4),
                                List.of(Optional.empty(), Optional.of(DataSize.ofBytes(65_536))),
                                1),
                        "longhaul-sweep/1",
                        4),
                Arguments.of(new Task.Contention(study(each, all), 3), "longhaul-contention/1", 6),
                Arguments.of(
                        new Task.Pattern(study(Duration.ofMillis(1500), all), AccessPattern.parse("300ms/300ms")),
                        "longhaul-pattern/1",
                        1),
                Arguments.of(new Task.TakeFingerprint(study(each, all), List.of(0.5)), "longhaul-fingerprint/1", 3),
                Arguments.of(new Task.CheckFingerprint(then, each, all, 0.1), "longhaul-fingerprint-check/1", 2));
    }

    @ParameterizedTest
    @MethodSource("studies")
    void aStudyIsOrderedAndSendsNoMoreThanItsVolume(Task task, String format, int runs) throws IOException {
        DeskServer desk = desk(Access.OPEN);
        HttpAgent agent = plain(desk, Optional.empty());
        AgentHealth health = agent.health();
        String lease = id();
        agent.lease(egress(lease));
        List<Order.Peer> others = new ArrayList<>();
        int peers = task instanceof Task.Contention several ? several.peers() : 1;
        for (int i = 1; i < peers; i++) {
            others.add(new Order.Peer("127.0.0.1", health.probePort(), SiteId.parse("lab:p" + i), Optional.empty()));
        }
        var order = new Order(
                id(),
                health.run(),
                Optional.of(lease),
                Duration.ZERO,
                Duration.ofSeconds(20),
                "127.0.0.1",
                health.probePort(),
                LINK,
                Optional.empty(),
                Optional.empty(),
                "test",
                task,
                others);
        JsonNode document = document(desk);
        requireValid(document, "Order", Order.JSON.toJson(order));
        // a record holds its windows as written, so that what is read again is the same
        assertThat(Order.JSON.toJson(Order.JSON.fromJson(Order.JSON.toJson(order), "test")))
                .isEqualTo(Order.JSON.toJson(order));
        agent.submit(order);
        OrderStatus done = agent.await(order.id(), WAIT);
        while (done.result().isEmpty()) {
            done = agent.await(order.id(), WAIT);
        }

        OrderResult result = done.result().orElseThrow();
        requireValid(document, "OrderStatus", OrderStatus.JSON.toJson(done));
        assertThat(result.runs())
                .hasSizeGreaterThanOrEqualTo(runs)
                .allMatch(run -> !(run instanceof FailedMeasurement));
        assertThat(result.first().header().id()).isEqualTo(order.id());
        assertThat(result.runs().stream().map(run -> run.header().id()).distinct())
                .hasSameSizeAs(result.runs());
        assertThat(result.study().orElseThrow()).contains("\"format\":\"" + format + "\"");
        long sent = result.runs().stream()
                .filter(ThroughputMeasurement.class::isInstance)
                .mapToLong(run -> ((ThroughputMeasurement) run)
                        .sent()
                        .orElseThrow()
                        .size()
                        .orElseThrow()
                        .bytes())
                .sum();
        assertThat(sent).isPositive().isLessThanOrEqualTo(task.load().bytes());
        assertThat(result.runs().stream().map(run -> run.link().to()).distinct())
                .hasSize(peers);
    }

    @Test
    void aStudyThatNobodyWantsAnyMoreEnds() {
        HttpAgent agent = plain(desk(Access.OPEN), Optional.empty());
        String lease = id();
        agent.lease(egress(lease));
        Task day =
                new Task.Pattern(study(Duration.ofHours(20), DataSize.ofGigabytes(1)), AccessPattern.parse("200ms/1h"));
        Order order = order(agent.health(), Optional.of(lease), day, Duration.ofSeconds(20));
        agent.submit(order);
        OrderStatus running = agent.await(order.id(), Duration.ofSeconds(1));
        assertThat(running.state()).isEqualTo(State.RUNNING);
        agent.close(order.id());

        assertThat(agent.await(order.id(), WAIT).state()).isEqualTo(State.DONE);
    }

    @Test
    void aCoordinatorWithACertificateOrdersAndNobodyElse() {
        CertificateAuthority ours = authority("ours");
        Access access = new Access(
                List.of(),
                Optional.of(identity(ours, "vm", Role.CLIENT)),
                Access.namesOf(folder.resolve("ours").resolve(CertificateAuthority.NAMES)),
                List.of());
        DeskServer desk = desk(access);
        HttpAgent chief = secure(desk, Optional.of(identity(ours, "chief", Role.COORDINATOR)), Optional.empty());

        assertThat(runs(chief, echo()).measurement())
                .as("the agent's own certificate lets its probe in at the peer")
                .get()
                .isInstanceOf(LatencyMeasurement.class);
        refuses(secure(desk, Optional.of(identity(ours, "peer", Role.CLIENT)), Optional.empty()), Kind.NOT_LET_IN);
        TlsIdentity stranger = identity(authority("theirs"), "stranger", Role.COORDINATOR);
        refuses(secure(desk, Optional.of(stranger), Optional.empty()), Kind.NOT_LET_IN);
        refuses(plain(desk, Optional.empty()), Kind.SILENT);
    }

    @Test
    void aCoordinatorsTokenOverTlsIsGoodToo() {
        CertificateAuthority ours = authority("ours");
        TlsIdentity vm = identity(ours, "vm", Role.CLIENT);
        Access access = new Access(
                List.of(
                        new Access.Token("alice", Role.CLIENT, AccessToken.of(ALICE), false),
                        new Access.Token("chief", Role.COORDINATOR, AccessToken.of(CHIEF), false)),
                Optional.of(vm),
                List.of(),
                List.of());
        DeskServer desk = desk(access);
        TlsIdentity peer = identity(ours, "peer", Role.CLIENT);

        assertThat(runs(secure(desk, Optional.of(peer), Optional.of(CHIEF)), echo())
                        .measurement())
                .get()
                .isInstanceOf(LatencyMeasurement.class);
        refuses(secure(desk, Optional.of(peer), Optional.of(ALICE)), Kind.NOT_LET_IN);
        refuses(secure(desk, Optional.of(peer), Optional.of("x".repeat(32))), Kind.NOT_LET_IN);
        refuses(secure(desk, Optional.of(peer), Optional.of("short")), Kind.NOT_LET_IN);
        refuses(secure(desk, Optional.of(peer), Optional.empty()), Kind.NOT_LET_IN);
    }

    private static void refuses(HttpAgent agent, Kind kind) {
        assertThatThrownBy(agent::health)
                .isInstanceOfSatisfying(
                        AgentCallException.class,
                        refused ->
                                assertThat(refused.kind()).as(refused.message()).isEqualTo(kind));
    }

    @Test
    void aReplayedOrderChangesNothing() {
        HttpAgent agent = plain(desk(Access.OPEN), Optional.empty());
        Order order = order(agent.health(), Optional.empty(), echo(), Duration.ofSeconds(20));
        agent.submit(order);
        OrderStatus first = agent.await(order.id(), WAIT);

        assertThat(agent.submit(order)).isEqualTo(first);
        agent.close(order.id());
        assertThat(agent.submit(order).state()).isEqualTo(State.CLOSED);
        HttpAgent after = plain(desk(Access.OPEN), Optional.empty());
        assertThatThrownBy(() -> after.submit(order))
                .as("an agent started anew")
                .isInstanceOfSatisfying(
                        AgentCallException.class,
                        refused -> assertThat(refused.kind()).isEqualTo(Kind.CONFLICT));
    }

    @Test
    void theLoadEndsWhenItsCoordinatorVanishes() throws InterruptedException {
        DeskServer desk = desk(Access.OPEN);
        HttpAgent agent = plain(desk, Optional.empty());
        String lease = id();
        agent.lease(egress(lease));
        Order order = order(
                agent.health(),
                Optional.of(lease),
                load(Duration.ofMinutes(10), DataSize.ofGigabytes(100_000)),
                Duration.ofSeconds(1));
        agent.submit(order);
        untilOpen(desk, 1);

        untilOpen(desk, 0);
        assertThat(agent.await(order.id(), WAIT).measurement())
                .as("what was measured until then")
                .isPresent();
    }

    private static void untilOpen(DeskServer desk, int orders) throws InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        while (desk.openOrders() != orders && Instant.now().isBefore(end)) {
            Thread.sleep(20);
        }
        assertThat(desk.openOrders()).isEqualTo(orders);
    }

    @Test
    void aPeerThatIsNotThereIsARecord() {
        HttpAgent agent = plain(desk(Access.OPEN), Optional.empty());
        AgentHealth health = agent.health();
        var nobody = new AgentHealth(
                health.run(), health.site(), health.vmType(), health.version(), health.now(), 1, health.orders());
        Order order = order(nobody, Optional.empty(), echo(), Duration.ofSeconds(20));
        agent.submit(order);

        assertThat(agent.await(order.id(), WAIT).measurement())
                .get()
                .isInstanceOfSatisfying(FailedMeasurement.class, failed -> {
                    assertThat(failed.reason()).isEqualTo("connect-refused");
                    assertThat(failed.header().id()).isEqualTo(order.id());
                });
    }

    private static String raw(DeskServer desk, byte[] octets) throws IOException {
        try (var socket = new Socket(
                InetAddress.getLoopbackAddress(), desk.address().orElseThrow().getPort())) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.getOutputStream().write(octets);
            socket.shutdownOutput();
            try (InputStream in = socket.getInputStream()) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        } catch (IOException reset) {
            return "reset";
        }
    }

    private static String raw(DeskServer desk, String request) throws IOException {
        return raw(desk, request.getBytes(StandardCharsets.UTF_8));
    }

    private static String put(String path, String type, String body) {
        return "PUT " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + type + "Content-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }

    private static final String JSON = "Content-Type: application/json\r\n";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET /nothing | 404",
                "GET /v1/orders/none1234 | 404",
                "GET /v1/orders/../../etc/passwd | 404",
                "GET /v1/orders/none1234?wait_s=1 | 404",
                "GET /v1/orders/none1234?wait_s=-1 | 404",
                "DELETE /v1/orders/x | 400",
                "DELETE /v1/leases/none1234 | 405",
                "POST /v1/orders/none1234 | 405",
                "PUT /v1/orders/none1234 | 400",
                "PATCH /v1/health | 404"
            })
    void whatIsNotThereIsSaidSo(String line, int status) throws IOException {
        DeskServer desk = desk(Access.OPEN);

        assertThat(raw(desk, line + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 " + status)
                .contains("longhaul-error/1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "null",
                "{\"format\":\"longhaul-order/1\"}",
                "{\"format\":\"longhaul-order/2\",\"id\":\"none1234\"}",
                "{\"format\":\"longhaul-order/1\",\"id\":\"none1234\",\"run\":\"r\",\"latency\":{\"count\":1e400}}",
                "{\"format\":\"longhaul-order/1\",\"id\":\"none1234\",\"latency\":{},\"throughput\":{}}",
                "\u0000\u0001\u0002",
                "{\"format\":\"longhaul-order/1\",\"id\":\"other-id-1\"}"
            })
    void aBodyThatIsNoOrderIsRefusedByASentence(String body) throws IOException {
        DeskServer desk = desk(Access.OPEN);

        assertThat(raw(desk, put("/v1/orders/none1234", JSON, body)))
                .startsWith("HTTP/1.1 400")
                .contains("advice")
                .doesNotContain("Exception");
        assertThat(desk.openOrders()).isZero();
    }

    @Test
    void aBodyNestedAThousandTimesIsRefused() throws IOException {
        DeskServer desk = desk(Access.OPEN);
        String deep = "{\"a\":".repeat(5000) + "1" + "}".repeat(5000);

        assertThat(raw(desk, put("/v1/orders/none1234", JSON, deep))).startsWith("HTTP/1.1 400");
    }

    @Test
    void webPagesAndBodiesOfOtherKindsAreRefused() throws IOException {
        DeskServer desk = desk(Access.OPEN);

        assertThat(raw(desk, put("/v1/orders/none1234", "Content-Type: text/plain\r\n", "{}")))
                .startsWith("HTTP/1.1 400");
        assertThat(raw(desk, put("/v1/orders/none1234", JSON + "Origin: http://evil.example\r\n", "{}")))
                .startsWith("HTTP/1.1 403");
    }

    @Test
    void whatIsTooLongIsRefused() throws IOException {
        DeskServer desk = desk(Access.OPEN);
        String line = "GET /v1/orders/" + "a".repeat(4000) + " HTTP/1.1\r\nHost: x\r\n\r\n";
        String headers = "GET /v1/health HTTP/1.1\r\nHost: x\r\nX: " + "a".repeat(20_000) + "\r\n\r\n";

        String length = "PUT /v1/orders/none1234 HTTP/1.1\r\nHost: x\r\nContent-Length: 9223372036854775807\r\n\r\n";
        for (String tooLong : List.of(line, headers, put("/v1/orders/none1234", JSON, "a".repeat(100_000)), length)) {
            assertThat(raw(desk, tooLong))
                    .as("said, or cut off before it could be")
                    .matches("(?s)HTTP/1\\.1 (400|413).*|reset");
        }
        assertThat(plain(desk, Optional.empty()).health().orders()).isZero();
    }

    @Test
    void anyOctetsAreAnsweredOrTheConnectionEnds() throws IOException {
        DeskServer desk = desk(Access.OPEN);
        long seed = Long.getLong("longhaul.seed", System.nanoTime());
        System.out.println("DeskServerTest: -Dlonghaul.seed=" + seed);
        var random = new Random(seed);
        byte[] good = put("/v1/orders/none1234", JSON, "{\"format\":\"longhaul-order/1\",\"id\":\"none1234\"}")
                .getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 200; i++) {
            byte[] octets = good.clone();
            for (int n = random.nextInt(20); n >= 0; n--) {
                octets[random.nextInt(octets.length)] = (byte) random.nextInt(256);
            }
            assertThat(raw(desk, octets)).doesNotContain("HTTP/1.1 5", "Exception");
        }
        assertThat(plain(desk, Optional.empty()).health().orders()).isZero();
    }

    private DeskServer crowded(int connections, int patienceSeconds) throws Exception {
        Agent agent = Agent.start(AgentOptions.onLoopback(0), loops);
        open.add(agent);
        DeskServer desk = DeskServer.start(
                new DeskOptions(
                        Optional.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                        Optional.empty(),
                        () -> Access.OPEN,
                        Optional.empty(),
                        Optional.empty(),
                        connections,
                        patienceSeconds),
                agent,
                loops);
        open.add(desk);
        return desk;
    }

    @Test
    void silentConnectionsMakeRoom() throws Exception {
        DeskServer desk = crowded(4, 3600);
        for (int i = 0; i < 20; i++) {
            open.add(new Socket(
                    InetAddress.getLoopbackAddress(),
                    desk.address().orElseThrow().getPort()));
        }

        assertThat(plain(desk, Optional.empty()).health().orders()).isZero();
    }

    @Test
    void whoeverDripsHisRequestIsSentAway() throws Exception {
        DeskServer desk = crowded(4, 1);
        try (var drip = new Socket(
                InetAddress.getLoopbackAddress(), desk.address().orElseThrow().getPort())) {
            drip.setSoTimeout(100);
            Instant end = Instant.now().plus(PATIENCE);
            boolean closed = false;
            while (!closed && Instant.now().isBefore(end)) {
                try {
                    drip.getOutputStream().write('A');
                    closed = drip.getInputStream().read() < 0;
                } catch (SocketTimeoutException stillOpen) {
                    // the next octet
                } catch (SocketException reset) {
                    closed = true;
                }
            }
            assertThat(closed).isTrue();
        }
    }

    @Test
    void ordersFromOtherMachinesNeedTls() {
        Access token = Access.of(Optional.of(AccessToken.of(CHIEF)), Optional.empty());

        assertThatThrownBy(() -> DeskOptions.of(
                        new InetSocketAddress("0.0.0.0", 0), () -> token, Optional.empty(), Optional.empty()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("TLS");
    }

    @Test
    void whatIsSaidIsAsTheDocumentThatIsServedSays() throws IOException {
        DeskServer desk = desk(Access.OPEN);
        JsonNode document = document(desk);
        HttpAgent agent = plain(desk, Optional.empty());
        AgentHealth health = agent.health();
        Order load = order(
                health, Optional.of(id()), load(Duration.ofSeconds(1), DataSize.ofMegabytes(1)), Duration.ofSeconds(5));
        Order echo = order(health, Optional.empty(), echo(), Duration.ofSeconds(5));

        requireValid(document, "AgentHealth", AgentHealth.JSON.toJson(health));
        requireValid(document, "Order", Order.JSON.toJson(load));
        requireValid(document, "Order", Order.JSON.toJson(echo));
        requireValid(document, "Lease", Lease.JSON.toJson(egress(id())));
        requireValid(document, "OrderStatus", OrderStatus.JSON.toJson(runs(agent, echo())));
        assertThat(errors(document, "Order", Lease.JSON.toJson(egress(id())))).isNotEmpty();
    }

    private static JsonNode document(DeskServer desk) throws IOException {
        String answer = raw(desk, "GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        return JsonMapper.shared().readTree(answer.substring(answer.indexOf("\r\n\r\n") + 4));
    }

    private static void requireValid(JsonNode document, String schema, String json) {
        assertThat(errors(document, schema, json)).as(json).isEmpty();
    }

    private static List<?> errors(JsonNode document, String schema, String json) {
        String own = "{\"$ref\": \"#/components/schemas/" + schema + "\", \"components\": " + document.get("components")
                + "}";
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(own)
                .validate(json, InputFormat.JSON);
    }
}
