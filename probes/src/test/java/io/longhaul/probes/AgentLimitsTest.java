package io.longhaul.probes;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.AgentLimits;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.wire.Cookie;
import io.longhaul.probes.wire.RefusalCode;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits hold whatever a client asks for and sends. */
class AgentLimitsTest {
    private static final String HOUR = "{\"tcp\":true,\"parallel\":1,\"time\":3600,\"len\":1000";
    private static final String HOUR_BACK =
            "{\"tcp\":true,\"reverse\":true,\"parallel\":1,\"time\":3600,\"len\":131072}";

    private static Rig limited(Optional<Bandwidth> rate, Optional<DataSize> volume) {
        var limits = new AgentLimits(Duration.ofHours(2), rate, volume, 2, 0, 100, 4);
        return Rig.open(
                AgentOptions.onLoopback(0).withPatience(Duration.ofMinutes(5)).withLimits(limits));
    }

    /** Five megabytes within five seconds, no more. */
    private static Rig megabytePerSecond() {
        return limited(Optional.of(Bandwidth.ofBitsPerSecond(8_000_000)), Optional.empty());
    }

    private static Rig impatient() {
        return Rig.open(AgentOptions.onLoopback(0).withPatience(Duration.ofMillis(200)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"}", ",\"longhaul\":{\"version\":1,\"interval_ms\":60000}}", ",\"omit\":600}"})
    void aClientThatSendsTooFastIsStopped(String more) throws IOException {
        try (Rig rig = megabytePerSecond();
                var client = new RawClient(rig)) {
            Socket data = client.begin(HOUR + more);
            data.getOutputStream().write(new byte[6_000_000]);

            assertThat(client.refusal()).isEqualTo(RefusalCode.TOTAL_RATE.code());
        }
    }

    /** One loop does all in order. */
    @Test
    void whatComesBeforeTheTestBeginsCounts() throws IOException {
        try (EventLoops loop = EventLoops.start(1);
                Agent agent = Agent.start(AgentOptions.onLoopback(0), loop);
                var client = new RawClient(agent)) {
            List<Cookie> cookies = client.askAsOurs(
                            "{\"tcp\":true,\"parallel\":2,\"time\":3600,\"len\":1000}", Optional.empty())
                    .streams(Optional.empty(), 2);
            client.expect(10);
            Socket taken = client.stream(cookies.get(0));
            assertThat(client.stream(cookies.get(0)).getInputStream().read())
                    .as("a cookie that was used is that of a new test")
                    .isEqualTo(9);
            taken.getOutputStream().write(new byte[5000]);
            client.stream(cookies.get(1));
            client.expect(1, 2);
            client.send(new byte[] {4});
            client.expect(13);
            client.sendDocument(RawClient.ascii("{\"streams\":[]}"));

            String results = new String(client.in.readNBytes(client.in.readInt()), StandardCharsets.UTF_8);
            assertThat(results).contains("\"bytes\":5000");
        }
    }

    @Test
    void theAgentSendsNoMoreThanTheVolume() throws IOException {
        try (Rig rig = limited(Optional.empty(), Optional.of(DataSize.ofMegabytes(1)));
                var client = new RawClient(rig)) {
            Socket data = client.begin(HOUR_BACK);

            assertThat(RawClient.drain(data, 20_000_000)).isLessThanOrEqualTo(1_000_001);
            assertThat(client.refusal()).isEqualTo(RefusalCode.TOTAL_RATE.code());
        }
    }

    @Test
    void theAgentSendsLittleAboveTheRate() throws IOException {
        try (Rig rig = megabytePerSecond();
                var client = new RawClient(rig)) {
            Socket data = client.begin(HOUR_BACK);

            assertThat(RawClient.drain(data, 20_000_000)).isBetween(4_000_000L, 15_000_000L);
            assertThat(client.refusal()).isEqualTo(RefusalCode.TOTAL_RATE.code());
        }
    }

    @Test
    void aTestOfNothingEnds() throws IOException {
        try (Rig rig = impatient();
                var client = new RawClient(rig)) {
            client.begin(HOUR + ",\"omit\":0}");

            assertThat(client.refusal()).isEqualTo(RefusalCode.NO_DATA.code());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {HOUR, HOUR_BACK})
    void aStreamThatIsClosedEndsTheTest(String parameters) throws IOException {
        try (Rig rig = Rig.open();
                var client = new RawClient(rig)) {
            client.begin(parameters + (parameters.endsWith("}") ? "" : "}")).close();

            assertThat(client.refusal()).isEqualTo(RefusalCode.STREAM_CLOSED.code());
        }
    }

    @Test
    void aTestThatIsNotEndedByItsClientExpires() throws IOException {
        try (Rig rig = impatient();
                var client = new RawClient(rig)) {
            Socket data = client.begin(HOUR_BACK.replace("3600", "1"));

            assertThat(RawClient.drain(data, Long.MAX_VALUE)).isPositive();
            assertThat(client.refusal()).isEqualTo(RefusalCode.EXPIRED.code());
        }
    }

    @Test
    void echoHasTheLimitsOfATest() throws IOException {
        try (Rig rig = megabytePerSecond();
                var client = new RawClient(rig)) {
            client.askForEcho();
            client.expect(2);
            byte[] block = new byte[100_000];
            for (int i = 0; i < 20; i++) {
                client.send(block);
                client.in.readFully(block);
            }
            var flood = new Thread(() -> flood(client));
            flood.start();

            assertThat(RawClient.drain(client.control, 2_000_000_000L)).isLessThan(2_000_000_000L);
        }
    }

    /** Where two tests may run and none wait. */
    @Test
    void echoSessionsAreAsManyAsTests() throws IOException {
        try (Rig rig = megabytePerSecond();
                var one = new RawClient(rig);
                var two = new RawClient(rig);
                var three = new RawClient(rig)) {
            one.askForEcho();
            one.expect(2);
            two.askForEcho();
            two.expect(2);
            three.askForEcho();
            assertThat(three.refusal()).isEqualTo(RefusalCode.BUSY.code());
        }
    }

    private static void flood(RawClient client) {
        byte[] block = new byte[100_000];
        try {
            while (!client.control.isClosed()) {
                client.send(block);
            }
        } catch (IOException ended) {
            // by the agent, as it should be
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void resultsOfAClientAreNotRead(boolean json) throws IOException {
        byte[] hostile = RawClient.ascii((json ? "{\"streams\":[" + "0,".repeat(8 << 20) : "0".repeat(16 << 20)));
        try (Rig rig = Rig.open();
                var client = new RawClient(rig)) {
            client.begin(HOUR + "}");
            client.send(new byte[] {4});
            client.expect(13);
            client.sendDocument(java.util.Arrays.copyOf(hostile, 16 << 20));

            assertThat(client.in.readNBytes(client.in.readInt())).isNotEmpty();
            client.expect(14);
        }
    }
}
