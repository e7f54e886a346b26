package io.longhaul.campaign.run;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HttpAgentTest {
    /** A link that is cut in the middle of an answer, or an agent that wants to keep its coordinator for ever. */
    @Test
    void anAnswerThatDoesNotEndIsNotWaitedFor() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var answering = new Thread(() -> answerInPart(server), "half-an-answer");
            answering.setDaemon(true);
            answering.start();
            var agent = new HttpAgent(
                    HttpAgent.client(Optional.empty()), false, "127.0.0.1", server.getLocalPort(), Optional.empty());

            AgentCallException silent = catchThrowableOfType(AgentCallException.class, agent::health);

            assertThat(silent.kind()).isEqualTo(AgentCallException.Kind.SILENT);
            assertThat(silent.message()).contains("does not end");
        }
    }

    private static void answerInPart(ServerSocket server) {
        try (Socket one = server.accept()) {
            one.getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
                            .getBytes(US_ASCII));
            while (one.getInputStream().read() >= 0) {
                // the request; then nothing until the other side gives up
            }
        } catch (IOException gaveUp) {
            // which is what the test is for
        }
    }
}
