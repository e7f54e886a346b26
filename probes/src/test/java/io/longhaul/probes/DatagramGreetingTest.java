package io.longhaul.probes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

/** The answer to a greeting may be lost: a client greets again, before the test and in it. */
class DatagramGreetingTest {
    private static final int LIMIT_MILLIS = 20_000;
    private static final String TWO = "{\"udp\":true,\"parallel\":2,\"time\":10,\"len\":1000,\"bandwidth\":1000000}";

    private static void greet(DatagramSocket stream, Rig rig) throws IOException {
        stream.setSoTimeout(LIMIT_MILLIS);
        byte[] greeting = RawClient.ascii("9876");
        stream.send(new DatagramPacket(
                greeting,
                greeting.length,
                InetAddress.getLoopbackAddress(),
                rig.agent.address().getPort()));
        var answer = new DatagramPacket(new byte[100], 100);
        stream.receive(answer);

        assertThat(answer.getLength()).isEqualTo(4);
        assertThat(new String(answer.getData(), 0, 4, java.nio.charset.StandardCharsets.US_ASCII))
                .isEqualTo("6789");
    }

    @Test
    void everyGreetingOfAStreamIsAnsweredAndItIsOneStream() throws IOException {
        try (Rig rig = Rig.open();
                var client = new RawClient(rig);
                var first = new DatagramSocket();
                var second = new DatagramSocket()) {
            client.ask(TWO);
            client.expect(10);
            greet(first, rig);
            greet(first, rig);
            greet(second, rig);
            client.expect(1, 2);
            greet(second, rig);
            greet(first, rig);
        }
    }
}
