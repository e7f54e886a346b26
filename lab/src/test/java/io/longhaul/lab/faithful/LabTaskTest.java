package io.longhaul.lab.faithful;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.LabException;
import io.longhaul.lab.LabSites;
import io.longhaul.lab.LabTask;
import io.longhaul.lab.junit.OnLab;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work inside the lab's own process. */
@OnLab("study-7")
@Timeout(60)
class LabTaskTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final SiteId HUB = SiteId.parse("lab:hub");
    private static final SiteId NEAR = SiteId.parse("lab:r12");

    /** Connects from a thread of a site, and from the task's own, which is of none. */
    public static final class Connects implements LabTask {
        @Override
        public String run(LabSites sites, String argument, Consumer<String> progress) throws Exception {
            var listening = new CompletableFuture<ServerSocket>();
            sites.at(NEAR).threads().newThread(() -> listen(sites, listening)).start();
            InetSocketAddress near = (InetSocketAddress) listening.get().getLocalSocketAddress();
            progress.accept("listening on " + near);
            var right = new CompletableFuture<String>();
            sites.at(HUB)
                    .threads()
                    .newThread(() -> right.complete(attempt(near)))
                    .start();
            List<String> wrong = new ArrayList<>();
            wrong.add(attempt(near));
            wrong.add(attempt(new InetSocketAddress("192.0.2.1", 80)));
            wrong.add(attempt(new InetSocketAddress("2001:db8::1", 80)));
            wrong.add(datagram("192.0.2.1"));
            return right.get() + ";" + String.join(";", wrong);
        }

        private static void listen(LabSites sites, CompletableFuture<ServerSocket> listening) {
            try {
                var server = new ServerSocket(0, 8, sites.at(NEAR).address());
                listening.complete(server);
                server.accept().close();
            } catch (IOException e) {
                listening.completeExceptionally(e);
            }
        }

        private static String attempt(InetSocketAddress address) {
            try (var socket = new Socket()) {
                socket.connect(address, 5_000);
                return "connected from " + socket.getLocalAddress().getHostAddress();
            } catch (IOException e) {
                return "failed: " + e.getMessage();
            }
        }

        private static String datagram(String host) {
            try (var socket = new DatagramSocket()) {
                socket.send(new DatagramPacket(new byte[1], 1, InetAddress.getByName(host), 9));
                return "connected";
            } catch (IOException e) {
                return "failed: " + e.getMessage();
            }
        }
    }

    @Test
    void aSocketOfAWrongThreadFailsInsteadOfReachingTheHostsNetwork(FaithfulLab lab) {
        var heard = new ArrayList<String>();
        String[] answers =
                lab.call(Connects.class, "", heard::add).await(PATIENCE).split(";", -1);
        assertThat(answers[0]).isEqualTo("connected from 10.66.0.1");
        assertThat(answers).hasSize(5);
        for (int i = 1; i < answers.length; i++) {
            assertThat(answers[i]).startsWith("failed").containsIgnoringCase("unreachable");
        }
        assertThat(heard).hasSize(1).first().asString().contains("10.66.0.2");
    }

    /** Waits to be cancelled. */
    public static final class Waits implements LabTask {
        @Override
        public String run(LabSites sites, String argument, Consumer<String> progress) {
            progress.accept("waiting");
            try {
                new CountDownLatch(1).await();
                return "never";
            } catch (InterruptedException e) {
                return "cancelled " + argument;
            }
        }
    }

    @Test
    void aTaskThatIsCancelledIsInterruptedAndItsAnswerCounts(FaithfulLab lab) throws InterruptedException {
        var waiting = new CountDownLatch(1);
        LabCall call = lab.call(Waits.class, "early", said -> waiting.countDown());
        assertThat(waiting.await(20, TimeUnit.SECONDS)).isTrue();
        call.cancel();
        assertThat(call.await(PATIENCE)).isEqualTo("cancelled early");
    }

    /** Fails. */
    public static final class Fails implements LabTask {
        @Override
        public String run(LabSites sites, String argument, Consumer<String> progress) throws IOException {
            throw new IOException("no such luck");
        }
    }

    @Test
    void whatATaskFailsOfIsTold(FaithfulLab lab) {
        assertThatThrownBy(() -> lab.call(Fails.class, "", said -> {}).await(PATIENCE))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("no such luck");
    }
}
