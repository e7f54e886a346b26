package io.longhaul.campaign.certs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.topology.Link;
import io.longhaul.probes.client.Administration;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.Access;
import io.longhaul.probes.spec.AgentException;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Certificates of the authority, tried against the agent's mutual TLS as it is. */
class CertificateAuthorityTest {
    private static final EventLoops LOOPS = EventLoops.start(1);
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Link LINK = Link.between("lab:here", "lab:there");
    private static final LatencySpec ECHO =
            LatencySpec.of(LatencyMethod.TCP_ECHO, 2).withSpacing(Duration.ofMillis(1));
    private static final String NAME = "O'Neill, \"R&D\" \\ CN=x";

    @TempDir
    private Path folder;

    private CertificateAuthority authority;

    @BeforeEach
    void init() {
        authority = create("ours");
    }

    @AfterAll
    static void stop() {
        LOOPS.close();
    }

    private CertificateAuthority create(String into) {
        return CertificateAuthority.create(folder.resolve(into), NAME, Duration.ofDays(30), Instant.now(), RANDOM);
    }

    private Path issue(CertificateAuthority by, String name, Role role, Instant when, String... hosts) {
        return by.issue(new Holder(name, role, List.of(hosts), Duration.ofDays(7)), folder, when, RANDOM)
                .folder();
    }

    private Agent agent(Path issued) {
        Access access = new Access(
                List.of(),
                Optional.of(CertificateAuthority.identity(issued)),
                Access.namesOf(issued.resolve(CertificateAuthority.NAMES)),
                List.of());
        return Agent.start(AgentOptions.onLoopback(0).withAccess(() -> access), LOOPS);
    }

    private static ProbeTarget target(Agent agent, Path issued) {
        return ProbeTarget.of("127.0.0.1", agent.address().getPort(), LINK)
                .withTls(CertificateAuthority.identity(issued));
    }

    private static Measurement probe(Agent agent, Path issued) {
        return new Prober(LOOPS).latency(target(agent, issued), ECHO).join();
    }

    @Test
    void agentsMeasureEachOtherAndCoordinatorsAsk() {
        Path one = issue(authority, "one", Role.CLIENT, Instant.now(), "127.0.0.1", "one.example.org", "::1");
        Path two = issue(authority, "two", Role.CLIENT, Instant.now(), "192.0.2.2");
        Path chief = issue(authority, "chief", Role.COORDINATOR, Instant.now());
        try (Agent agent = agent(one)) {
            assertThat(probe(agent, two)).isInstanceOf(LatencyMeasurement.class);
            assertThat(probe(agent, chief)).isInstanceOf(LatencyMeasurement.class);
            assertThat(Administration.ask(target(agent, chief), OptionalLong.empty(), LOOPS))
                    .isEmpty();
            assertThatThrownBy(() -> Administration.ask(target(agent, two), OptionalLong.empty(), LOOPS))
                    .isInstanceOf(AgentException.class);
        }
    }

    @Test
    void anAgentIsKnownByItsHostOnly() {
        Path elsewhere = issue(authority, "elsewhere", Role.CLIENT, Instant.now(), "192.0.2.1");
        Path two = issue(authority, "two", Role.CLIENT, Instant.now(), "192.0.2.2");
        try (Agent agent = agent(elsewhere)) {
            assertThat(probe(agent, two)).isInstanceOf(FailedMeasurement.class);
        }
    }

    @Test
    void aCertificateOfAnotherAuthorityOrOfAnotherTimeIsRefused() {
        Path one = issue(authority, "one", Role.CLIENT, Instant.now(), "127.0.0.1");
        Path two = issue(authority, "two", Role.CLIENT, Instant.now(), "192.0.2.2");
        Path expired = issue(authority, "old", Role.CLIENT, Instant.now().minus(Duration.ofDays(8)), "192.0.2.3");
        Path early = issue(authority, "new", Role.CLIENT, Instant.now().plus(Duration.ofHours(1)), "192.0.2.4");
        Path foreign = issue(create("theirs"), "foreign", Role.CLIENT, Instant.now(), "192.0.2.5");
        try (Agent agent = agent(one)) {
            assertThat(probe(agent, two)).isInstanceOf(LatencyMeasurement.class);
            for (Path refused : List.of(expired, early, foreign)) {
                assertThat(probe(agent, refused)).as("%s", refused).isInstanceOf(FailedMeasurement.class);
            }
        }
    }

    @Test
    void anAuthorityIsOpenedAgain() {
        CertificateAuthority again = CertificateAuthority.open(folder.resolve("ours"));
        Path one = issue(authority, "one", Role.CLIENT, Instant.now(), "127.0.0.1");
        Path two = issue(again, "two", Role.CLIENT, Instant.now(), "192.0.2.2");
        try (Agent agent = agent(one)) {
            assertThat(probe(agent, two)).isInstanceOf(LatencyMeasurement.class);
        }
        assertThat(again.goodUntil()).isEqualTo(authority.goodUntil());
    }

    @Test
    void keysAreReadByTheirOwnerOnly() throws IOException {
        Path one = issue(authority, "one", Role.CLIENT, Instant.now(), "127.0.0.1");
        issue(authority, "one", Role.CLIENT, Instant.now(), "127.0.0.1");
        for (Path key : List.of(folder.resolve("ours/authority.key"), one.resolve("key.pem"))) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                    .isEqualTo("rw-------");
        }
        try (var left = Files.list(one)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("cert.pem", "key.pem", "authority.pem", "names.txt");
        }
    }

    @Test
    void aKeyThatOthersMayReadIsNotUsed() throws IOException {
        Files.setPosixFilePermissions(
                folder.resolve("ours/authority.key"), PosixFilePermissions.fromString("rw-r-----"));

        assertThatThrownBy(() -> CertificateAuthority.open(folder.resolve("ours")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("authority.key");
    }

    @Test
    void anAuthorityIsNeverReplaced() throws IOException {
        String before = Files.readString(folder.resolve("ours/authority.key"));

        assertThatThrownBy(() -> create("ours")).isInstanceOf(InvalidInputException.class);
        assertThat(Files.readString(folder.resolve("ours/authority.key"))).isEqualTo(before);
    }

    @Test
    void aCertificateEndsBeforeItsAuthority() {
        var longer = new Holder("one", Role.CLIENT, List.of("127.0.0.1"), Duration.ofDays(31));

        assertThatThrownBy(() -> authority.issue(longer, folder, Instant.now(), RANDOM))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("authority only is until");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-a", "A", "../up", "a.b", "a/b", "ä", "a\u0000", "a b"})
    void aNameThatIsNoLabelIsRefused(String name) {
        assertThatThrownBy(() -> new Holder(name, Role.COORDINATOR, List.of(), Duration.ofDays(1)))
                .isInstanceOf(InvalidInputException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "*.example.org", "http://x", "x..y", "\u001b"})
    void aHostThatIsNoneIsRefused(String host) {
        assertThatThrownBy(() -> new Holder("a", Role.CLIENT, List.of(host), Duration.ofDays(1)))
                .isInstanceOf(InvalidInputException.class);
    }

    @Test
    void anAgentWithoutAHostIsRefused() {
        assertThatThrownBy(() -> new Holder("a", Role.CLIENT, List.of(), Duration.ofDays(1)))
                .isInstanceOf(InvalidInputException.class);
    }
}
