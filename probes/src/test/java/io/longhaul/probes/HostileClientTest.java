package io.longhaul.probes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.probes.client.ProgressListener;
import io.longhaul.probes.control.Bond;
import io.longhaul.probes.net.Connector;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.net.KernelOptions;
import io.longhaul.probes.net.SocketTuning;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.AddressRange;
import io.longhaul.probes.spec.AgentLimits;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.wire.Cookie;
import io.longhaul.probes.wire.RefusalCode;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients try who have no right to it, and what becomes of those who have. */
class HostileClientTest {
    private static final AccessToken TOKEN = AccessToken.of("0123456789abcdef0123456789abcdef");
    private static final String ONE = "{\"tcp\":true,\"parallel\":1,\"time\":5,\"len\":1000}";
    private static final String TWO = "{\"tcp\":true,\"parallel\":2,\"time\":5,\"len\":1000}";

    private static AgentOptions guarded(int tests, int waiting) {
        var limits = new AgentLimits(Duration.ofMinutes(1), Optional.empty(), Optional.empty(), tests, waiting, 400, 4);
        return AgentOptions.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Optional.of(TOKEN))
                .withLimits(limits)
                .withPatience(Duration.ofMinutes(10));
    }

    private static void assertServed(Rig rig) {
        Rig.measured(rig.prober
                .throughput(rig.target().withToken(TOKEN), Rig.brief().build(), ProgressListener.NONE)
                .join());
    }

    /** More of them than places, at each point where a client may fall silent before its proof. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void whoHasProvenNothingHoldsNoPlace(int steps) throws IOException {
        var silent = new ArrayList<RawClient>();
        try (Rig rig = Rig.open(guarded(2, 0).withOpenToIperf3(true))) {
            for (int i = 0; i < 20; i++) {
                var client = new RawClient(rig);
                silent.add(client);
                switch (steps) {
                    case 0 -> client.send(new byte[] {1});
                    case 1 -> client.sendCookie(i);
                    case 2 -> client.hello(io.longhaul.probes.wire.Service.TEST);
                    default -> {
                        client.hello(io.longhaul.probes.wire.Service.TEST);
                        client.sendDocument(RawClient.ascii(ONE));
                    }
                }
            }
            assertServed(rig);
        } finally {
            for (RawClient client : silent) {
                client.close();
            }
        }
    }

    /** One address may have a few dozen connections that have shown nothing here; the oldest make room. */
    @Test
    void silentConnectionsMakeRoomForOthers() throws IOException {
        var silent = new ArrayList<RawClient>();
        try (Rig rig = Rig.open(guarded(2, 0))) {
            for (int i = 0; i < 200; i++) {
                silent.add(new RawClient(rig));
            }
            assertServed(rig);
            assertThat(silent.get(0).in.read()).as("the oldest is closed").isEqualTo(-1);
        } finally {
            for (RawClient client : silent) {
                client.close();
            }
        }
    }

    @Test
    void strangersLeaveHalfOfThePlaces() throws IOException {
        try (Rig rig = Rig.open(guarded(2, 2).withOpenToIperf3(true));
                var first = new RawClient(rig);
                var second = new RawClient(rig)) {
            first.begin(ONE);
            second.sendCookie(1);
            second.expect(9);
            second.sendDocument(RawClient.ascii(ONE));
            assertServed(rig);
        }
    }

    @Test
    void strangersComeFromAllowedAddressesOnly() throws IOException {
        try (Rig rig = Rig.open(guarded(2, 2).withOpenToIperf3(true, List.of(AddressRange.parse("10.0.0.0/8"))));
                var client = new RawClient(rig)) {
            client.ask(ONE);
            assertThat(client.refusal()).isEqualTo(RefusalCode.LOGIN.code());
        }
    }

    @Test
    void aProofIsGoodForNoOtherAgentAndNoOtherRequest() throws IOException {
        try (Rig rig = Rig.open(guarded(2, 2));
                Rig other = Rig.open(guarded(2, 2));
                var honest = new RawClient(rig);
                var changed = new RawClient(rig);
                var replayed = new RawClient(other)) {
            Bond bond = honest.askAsOurs(ONE, Optional.of(TOKEN));
            honest.expect(10);

            byte[] first = changed.firstOctets();
            changed.send(first);
            var own = new Bond(first, changed.challenge(), RawClient.ascii(ONE));
            changed.sendDocument(RawClient.ascii(TWO));
            changed.sendDocument(own.proof(TOKEN));
            assertThat(changed.refusal()).isEqualTo(RefusalCode.LOGIN.code());

            replayed.send(first);
            replayed.challenge();
            replayed.sendDocument(RawClient.ascii(ONE));
            replayed.sendDocument(bond.proof(TOKEN));
            assertThat(replayed.refusal()).isEqualTo(RefusalCode.LOGIN.code());
        }
    }

    @Test
    void aDataConnectionComesFromTheAddressOfItsTest() throws IOException {
        try (Rig rig = Rig.open(guarded(2, 2));
                var client = new RawClient(rig)) {
            Bond bond = client.askAsOurs(ONE, Optional.of(TOKEN));
            client.expect(10);
            Cookie cookie = bond.streams(Optional.of(TOKEN), 1).get(0);
            try (var elsewhere = new Socket(
                    InetAddress.getLoopbackAddress(),
                    rig.agent.address().getPort(),
                    InetAddress.getByName("127.0.0.2"),
                    0)) {
                elsewhere.getOutputStream().write(cookie.octets());
                assertThat(elsewhere.getInputStream().read()).isEqualTo(0xff);
            }
            client.stream(cookie);
            client.expect(1, 2);
        }
    }

    /** What was seen on one data connection opens no other, and without the token none can be made. One loop does all in order. */
    @Test
    void aCookieOfAStreamIsGoodOnce() throws IOException {
        try (EventLoops loop = EventLoops.start(1);
                Agent agent = Agent.start(guarded(2, 2), loop);
                var client = new RawClient(agent)) {
            Bond bond = client.askAsOurs(TWO, Optional.of(TOKEN));
            client.expect(10);
            List<Cookie> cookies = bond.streams(Optional.of(TOKEN), 2);
            assertThat(bond.streams(Optional.empty(), 2)).doesNotContainAnyElementsOf(cookies);
            client.stream(cookies.get(0));
            assertThat(client.stream(cookies.get(0)).getInputStream().read())
                    .as("taken for a new test, and asked for its parameters")
                    .isEqualTo(9);
            client.stream(cookies.get(1));
            client.expect(1, 2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",\"reverse\":true", ",\"bandwidth\":0"})
    void datagramsAtNoRateAreRefused(String more) throws IOException {
        try (Rig rig = Rig.open();
                var client = new RawClient(rig)) {
            client.ask("{\"udp\":true,\"parallel\":1,\"time\":5,\"len\":1000" + more + "}");
            assertThat(client.refusal()).isEqualTo(RefusalCode.TOTAL_RATE.code());
        }
    }

    @Test
    void theUdpPortIsSharedWithNobody() throws IOException {
        try (Rig rig = Rig.open(AgentOptions.onLoopback(0).withStamp(0));
                var thief = new DatagramSocket(null)) {
            rig.measure(Rig.brief()
                    .udp(
                            io.longhaul.core.units.Bandwidth.ofMegabitsPerSecond(4),
                            io.longhaul.core.units.DataSize.ofBytes(1000))
                    .streams(3)
                    .build());
            thief.setReuseAddress(true);
            for (InetSocketAddress taken :
                    List.of(rig.agent.address(), rig.agent.stampAddress().orElseThrow())) {
                assertThatThrownBy(() -> thief.bind(taken)).isInstanceOf(BindException.class);
            }
        }
    }

    /** What a test asks of its sockets is on no other's, neither while it opens them nor later. */
    @Test
    void settingsOfATestAreItsOwn() throws IOException {
        Assumptions.assumeTrue(Epoll.isAvailable());
        try (Rig rig = Rig.open();
                var small = new RawClient(rig)) {
            int usual = segmentOf(rig);
            small.ask("{\"tcp\":true,\"parallel\":1,\"time\":5,\"len\":1000,\"MSS\":100,\"window\":20000}");
            small.expect(10);

            assertThat(segmentOf(rig)).isEqualTo(usual);
            small.stream();
            small.expect(1, 2);
            assertThat(segmentOf(rig)).isEqualTo(usual);
        }
    }

    private static int segmentOf(Rig rig) {
        Channel channel = new Connector(rig.proberLoops, Duration.ofSeconds(5))
                .connect(
                        rig.proberLoops.next(),
                        rig.agent.address(),
                        SocketTuning.NONE,
                        new ChannelInboundHandlerAdapter())
                .join();
        try {
            return KernelOptions.mss(channel).orElseThrow();
        } finally {
            channel.close().syncUninterruptibly();
        }
    }
}
