package io.longhaul.campaign.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.campaign.certs.CertificateAuthority;
import io.longhaul.campaign.certs.Pki;
import io.longhaul.campaign.desk.DeskOptions;
import io.longhaul.campaign.desk.DeskServer;
import io.longhaul.campaign.orders.AgentHealth;
import io.longhaul.campaign.orders.Order;
import io.longhaul.campaign.orders.OrderStatus;
import io.longhaul.campaign.orders.Task;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.Access;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.spec.HostPort;
import io.longhaul.probes.spec.Role;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents that dial their coordinator, with real sockets and certificates. */
class DialInsTest {
    private static final Link LINK = Link.between("lab:a", "lab:b");
    private static final Duration WAIT = Duration.ofSeconds(20);

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

    private Pki pki() {
        return new Pki(folder);
    }

    private DialIns dialIns(Path coordinator, InetSocketAddress place) {
        var dialIns = new DialIns(place, CertificateAuthority.identity(coordinator), Set.of("vm", "other"));
        open.add(0, dialIns);
        return dialIns;
    }

    private static InetSocketAddress port(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private Agent agent(Path certificates, int coordinator) {
        var access = new Access(
                List.of(),
                Optional.of(CertificateAuthority.identity(certificates)),
                Access.namesOf(certificates.resolve(CertificateAuthority.NAMES)),
                List.of());
        Agent agent = Agent.start(AgentOptions.onLoopback(0).withAccess(() -> access), loops);
        open.add(agent);
        open.add(
                0,
                DeskServer.start(
                        DeskOptions.of(
                                Optional.empty(),
                                Optional.of(new HostPort("127.0.0.1", coordinator)),
                                () -> access,
                                Optional.of(SiteId.parse("lab:a")),
                                Optional.empty()),
                        agent,
                        loops));
        return agent;
    }

    @Test
    void ordersGoOverConnectionsThatTheAgentOpened() {
        CertificateAuthority authority = pki().authority("pki");
        Path me = pki().issued(authority, "me", Role.COORDINATOR, "127.0.0.1");
        DialIns dialIns = dialIns(me, port(0));
        Agent agent = agent(
                pki().issued(authority, "vm", Role.CLIENT, "127.0.0.1"),
                dialIns.address().getPort());
        AgentPort port = dialIns.agent("vm");

        AgentHealth health = port.health();
        assertThat(health.site()).contains(SiteId.parse("lab:a"));

        // more at once than there are connections without work
        List<CompletableFuture<OrderStatus>> waiting = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            String id = UUID.randomUUID().toString();
            port.submit(new Order(
                    id,
                    health.run(),
                    Optional.empty(),
                    Duration.ZERO,
                    Duration.ofSeconds(15),
                    "127.0.0.1",
                    agent.address().getPort(),
                    LINK,
                    Optional.empty(),
                    Optional.empty(),
                    "test",
                    Task.Latency.ECHOES));
            waiting.add(CompletableFuture.supplyAsync(() -> port.await(id, WAIT)));
        }
        for (CompletableFuture<OrderStatus> one : waiting) {
            OrderStatus done = one.join();
            assertThat(done.result()).isPresent();
            assertThat(port.close(done.id()).state()).isEqualTo(OrderStatus.State.CLOSED);
        }
    }

    @Test
    void aCoordinatorThatComesLaterOrAgainIsDialled() throws Exception {
        CertificateAuthority authority = pki().authority("pki");
        Path me = pki().issued(authority, "me", Role.COORDINATOR, "127.0.0.1");
        DialIns first = dialIns(me, port(0));
        int place = first.address().getPort();
        first.close();
        agent(pki().issued(authority, "vm", Role.CLIENT, "127.0.0.1"), place);

        for (int i = 0; i < 2; i++) {
            DialIns again = dialIns(me, port(place));
            assertThat(again.agent("vm").health().site()).contains(SiteId.parse("lab:a"));
            again.close();
        }
    }

    @Test
    void whoIsNotOfTheCampaignIsSentAway() {
        CertificateAuthority authority = pki().authority("pki");
        Path me = pki().issued(authority, "me", Role.COORDINATOR, "127.0.0.1");
        int place = dialIns(me, port(0)).address().getPort();
        DialIns dialIns = (DialIns) open.get(0);
        agent(pki().issued(authority, "stranger", Role.CLIENT, "127.0.0.1"), place);
        agent(pki().issued(pki().authority("others"), "other", Role.CLIENT, "127.0.0.1"), place);
        agent(pki().issued(authority, "vm", Role.CLIENT, "127.0.0.1"), place);

        assertThat(dialIns.agent("vm").health().site()).isPresent();
        assertThatThrownBy(() -> dialIns.agent("other").health())
                .as("the name alone is not enough: another authority's is not believed")
                .isInstanceOf(AgentCallException.class)
                .hasMessageContaining("not dialled in");
    }

    /** Another agent that sits at the coordinator's address gives no orders: its certificate is not that of a coordinator. */
    @Test
    void onlyACoordinatorGivesOrders() {
        CertificateAuthority authority = pki().authority("pki");
        Path mate = pki().issued(authority, "mate", Role.CLIENT, "127.0.0.1");
        DialIns dialIns = dialIns(mate, port(0));
        agent(
                pki().issued(authority, "vm", Role.CLIENT, "127.0.0.1"),
                dialIns.address().getPort());

        assertThatThrownBy(() -> dialIns.agent("vm").health())
                .isInstanceOfSatisfying(
                        AgentCallException.class,
                        refused -> assertThat(refused.kind()).isEqualTo(AgentCallException.Kind.NOT_LET_IN));
    }

    @Test
    void aCoordinatorMustHaveTheHostThatIsDialled() {
        CertificateAuthority authority = pki().authority("pki");
        DialIns dialIns = dialIns(pki().issued(authority, "me", Role.COORDINATOR, "192.0.2.1"), port(0));
        agent(
                pki().issued(authority, "vm", Role.CLIENT, "127.0.0.1"),
                dialIns.address().getPort());

        assertThatThrownBy(() -> dialIns.agent("vm").health())
                .isInstanceOfSatisfying(
                        AgentCallException.class,
                        silent -> assertThat(silent.kind()).isEqualTo(AgentCallException.Kind.SILENT));
    }

    @Test
    void diallingNeedsCertificates() {
        assertThatThrownBy(() -> DeskOptions.of(
                        Optional.empty(),
                        Optional.of(new HostPort("192.0.2.1", 5203)),
                        () -> Access.OPEN,
                        Optional.empty(),
                        Optional.empty()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("192.0.2.1:5203");
    }
}
