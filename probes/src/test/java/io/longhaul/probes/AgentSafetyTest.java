package io.longhaul.probes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.AgentException;
import io.longhaul.probes.spec.AgentOptions;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What hostile, slow and dead clients get from an agent, over plain sockets. */
class AgentSafetyTest {
    private static final String COOKIE = "abcdefghijklmnopqrstuvwxyz234567abcd\0";
    private static final int LIMIT_MILLIS = 20_000;

    private static Rig impatient() {
        return Rig.open(AgentOptions.onLoopback(0).withPatience(Duration.ofMillis(200)));
    }

    /** Whose time-outs cannot be taken for its limits. */
    private static AgentOptions patient() {
        return AgentOptions.onLoopback(0).withPatience(Duration.ofMinutes(10));
    }

    private static Socket connect(Rig rig) throws IOException {
        var socket =
                new Socket(InetAddress.getLoopbackAddress(), rig.agent.address().getPort());
        socket.setSoTimeout(LIMIT_MILLIS);
        socket.setTcpNoDelay(true);
        return socket;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] document(String json) {
        byte[] text = ascii(json);
        return ByteBuffer.allocate(4 + text.length)
                .putInt(text.length)
                .put(text)
                .array();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "abc",
                COOKIE,
                "LONGHAUL/2 echo\0\0\0\0\0\0aaaaaaaaaaaaaaa\0",
                "LONGHAUL/2 nothing\0\0\0aaaaaaaaaaaaaaa\0"
            })
    void whoFallsSilentIsClosed(String said) throws IOException {
        try (Rig rig = impatient();
                Socket socket = connect(rig)) {
            socket.getOutputStream().write(ascii(said));

            assertThat(socket.getInputStream().readAllBytes()).hasSizeLessThan(300);
            assertThat(rig.agent.runningTests()).isZero();
        }
    }

    @Test
    void aConversationOneOctetAtATimeIsServed() throws IOException {
        try (Rig rig = Rig.open();
                Socket control = connect(rig);
                Socket data = connect(rig)) {
            var in = new DataInputStream(control.getInputStream());
            drip(control, ascii(COOKIE));
            assertThat(in.readByte()).isEqualTo((byte) 9);
            drip(control, document("{\"tcp\":true,\"parallel\":1,\"time\":1,\"len\":1000}"));
            assertThat(in.readByte()).isEqualTo((byte) 10);
            drip(data, ascii(COOKIE));
            assertThat(in.readByte()).isEqualTo((byte) 1);
            assertThat(in.readByte()).isEqualTo((byte) 2);
            drip(data, new byte[500]);
            drip(control, new byte[] {4});
            assertThat(in.readByte()).isEqualTo((byte) 13);
            drip(control, document("{\"streams\":[]}"));
            byte[] results = in.readNBytes(in.readInt());
            assertThat(new String(results, StandardCharsets.UTF_8))
                    .contains("\"id\":1")
                    .doesNotContain("longhaul");
            assertThat(in.readByte()).isEqualTo((byte) 14);
            drip(control, new byte[] {16});
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    private static void drip(Socket socket, byte[] octets) throws IOException {
        OutputStream out = socket.getOutputStream();
        for (byte octet : octets) {
            out.write(octet);
            out.flush();
        }
    }

    @Test
    void aDocumentTooLongIsNotRead() throws IOException {
        try (Rig rig = Rig.open(patient());
                Socket socket = connect(rig)) {
            var in = new DataInputStream(socket.getInputStream());
            socket.getOutputStream().write(ascii(COOKIE));
            assertThat(in.readByte()).isEqualTo((byte) 9);
            socket.getOutputStream().write(ByteBuffer.allocate(4).putInt(9000).array());

            assertThat(in.read()).isEqualTo(-1);
        }
    }

    @Test
    void streamsThatNeverComeEndTheTest() throws IOException {
        try (Rig rig = impatient();
                Socket socket = connect(rig)) {
            DataInputStream in = testAskedFor(socket);

            assertThat(in.read()).isEqualTo(-1);
            assertThat(rig.agent.runningTests()).isZero();
        }
    }

    /** A test of one stream is asked for; its data connection is what the agent waits for next. */
    private static DataInputStream testAskedFor(Socket control) throws IOException {
        var in = new DataInputStream(control.getInputStream());
        control.getOutputStream().write(ascii(COOKIE));
        assertThat(in.readByte()).isEqualTo((byte) 9);
        control.getOutputStream().write(document("{\"tcp\":true,\"parallel\":1,\"time\":1,\"len\":1000}"));
        assertThat(in.readByte()).isEqualTo((byte) 10);
        return in;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoFallsSilentAtTheEndOfATestIsClosed(boolean afterTheResults) throws IOException {
        try (Rig rig = impatient();
                Socket control = connect(rig);
                Socket data = connect(rig)) {
            DataInputStream in = testAskedFor(control);
            data.getOutputStream().write(ascii(COOKIE));
            assertThat(in.readByte()).isEqualTo((byte) 1);
            assertThat(in.readByte()).isEqualTo((byte) 2);
            control.getOutputStream().write(4);
            assertThat(in.readByte()).isEqualTo((byte) 13);
            if (afterTheResults) {
                control.getOutputStream().write(document("{\"streams\":[]}"));
                in.skipNBytes(in.readInt());
                assertThat(in.readByte()).isEqualTo((byte) 14);
            }

            assertThat(in.read()).isEqualTo(-1);
            assertThat(rig.agent.runningTests()).isZero();
        }
    }

    @Test
    void aStreamTooManyIsDenied() throws IOException {
        try (Rig rig = Rig.open();
                Socket control = connect(rig);
                Socket data = connect(rig);
                Socket more = connect(rig)) {
            DataInputStream in = testAskedFor(control);
            data.getOutputStream().write(ascii(COOKIE));
            assertThat(in.readByte()).isEqualTo((byte) 1);
            more.getOutputStream().write(ascii(COOKIE));

            assertThat(more.getInputStream().read()).isEqualTo(0xff);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22})
    void noiseLeavesTheAgentWell(long seed) throws IOException {
        var random = new SplittableRandom(seed);
        try (Rig rig = Rig.open()) {
            for (int i = 0; i < 50; i++) {
                try (Socket socket = connect(rig)) {
                    byte[] noise = new byte[random.nextInt(1, 2000)];
                    random.nextBytes(noise);
                    socket.getOutputStream().write(noise);
                }
            }
            rig.measure(Rig.brief().build());
        }
    }

    @Test
    void noDatagramIsAnsweredWithoutATest() throws IOException {
        try (Rig rig = Rig.open();
                var socket = new DatagramSocket()) {
            socket.setSoTimeout(200);
            for (String text : new String[] {"9876", "98", "x".repeat(1000)}) {
                socket.send(new DatagramPacket(
                        ascii(text),
                        text.length(),
                        InetAddress.getLoopbackAddress(),
                        rig.agent.address().getPort()));
            }

            assertThatThrownBy(() -> socket.receive(new DatagramPacket(new byte[10], 10)))
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void anAddressOpenToTheNetworkNeedsAToken() {
        assertThatThrownBy(() -> AgentOptions.of(new InetSocketAddress(0), Optional.empty()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("token");
    }

    @Test
    void aPortThatIsTakenIsSaid() {
        try (EventLoops loops = EventLoops.start(1);
                Agent first = Agent.start(AgentOptions.onLoopback(0), loops)) {
            int port = first.address().getPort();

            assertThatThrownBy(() -> Agent.start(AgentOptions.onLoopback(port), loops))
                    .isInstanceOf(AgentException.class)
                    .hasMessageContaining(Integer.toString(port));
        }
    }
}
