package io.longhaul.probes;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.probes.control.Bond;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.wire.Challenge;
import io.longhaul.probes.wire.Cookie;
import io.longhaul.probes.wire.Hello;
import io.longhaul.probes.wire.Service;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A client of plain sockets, which may say what no good client says. */
final class RawClient implements Closeable {
    private static final int LIMIT_MILLIS = 20_000;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final byte[] COOKIE = ascii("abcdefghijklmnopqrstuvwxyz234567abcd\0");

    final Socket control;
    final DataInputStream in;
    private final int port;
    private final List<Socket> open = new ArrayList<>();

    RawClient(Rig rig) throws IOException {
        this(rig.agent);
    }

    RawClient(Agent agent) throws IOException {
        port = agent.address().getPort();
        control = connect();
        in = new DataInputStream(control.getInputStream());
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private Socket connect() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        open.add(socket);
        socket.setSoTimeout(LIMIT_MILLIS);
        socket.setTcpNoDelay(true);
        return socket;
    }

    void send(byte[] octets) throws IOException {
        control.getOutputStream().write(octets);
    }

    void sendDocument(byte[] json) throws IOException {
        send(ByteBuffer.allocate(4 + json.length).putInt(json.length).put(json).array());
    }

    void expect(int... states) throws IOException {
        for (int state : states) {
            assertThat(in.readByte()).isEqualTo((byte) state);
        }
    }

    /** Asks for a test: what follows is the answer to the parameters. */
    void ask(String parameters) throws IOException {
        send(COOKIE);
        expect(9);
        sendDocument(ascii(parameters));
    }

    /** As a client of iperf3 that has a cookie of its own. */
    void sendCookie(int number) throws IOException {
        byte[] cookie = COOKIE.clone();
        cookie[0] = (byte) ('a' + number);
        send(cookie);
    }

    byte[] firstOctets() {
        return Hello.of(Service.TEST, RANDOM);
    }

    /** Opens a conversation as our clients do, and reads the challenge. */
    Challenge hello(Service service) throws IOException {
        send(Hello.of(service, RANDOM));
        return challenge();
    }

    Challenge challenge() throws IOException {
        expect(20);
        return Challenge.read(in.readNBytes(in.readInt()));
    }

    /** Asks for echo, with no proof. */
    void askForEcho() throws IOException {
        hello(Service.ECHO);
        sendDocument(ascii("{}"));
        sendDocument(new byte[Bond.PROOF_LENGTH]);
    }

    /** Asks for a test as our clients do: what follows is the answer. */
    Bond askAsOurs(String parameters, Optional<AccessToken> token) throws IOException {
        byte[] first = Hello.of(Service.TEST, RANDOM);
        send(first);
        var bond = new Bond(first, challenge(), ascii(parameters));
        sendDocument(ascii(parameters));
        sendDocument(token.map(bond::proof).orElseGet(() -> new byte[Bond.PROOF_LENGTH]));
        return bond;
    }

    /** A data connection. */
    Socket stream() throws IOException {
        Socket data = connect();
        data.getOutputStream().write(COOKIE);
        return data;
    }

    /** A data connection that shows a cookie. */
    Socket stream(Cookie cookie) throws IOException {
        Socket data = connect();
        data.getOutputStream().write(cookie.octets());
        return data;
    }

    /** Asks for a test of one stream, and opens it. */
    Socket begin(String parameters) throws IOException {
        ask(parameters);
        expect(10);
        Socket data = stream();
        expect(1, 2);
        return data;
    }

    /** The code the agent ends the test with. */
    int refusal() throws IOException {
        expect(0xfe);
        return in.readInt();
    }

    /** Reads until the agent closes, in good order or not, or too many came; how many octets. */
    static long drain(Socket socket, long tooMany) throws IOException {
        byte[] octets = new byte[1 << 16];
        long count = 0;
        try {
            for (int read = 0;
                    read >= 0 && count < tooMany;
                    read = socket.getInputStream().read(octets)) {
                count += read;
            }
        } catch (SocketException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
    }
}
