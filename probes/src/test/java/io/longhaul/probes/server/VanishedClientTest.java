package io.longhaul.probes.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.probes.flow.DataStream;
import io.longhaul.probes.flow.SendBudget;
import io.longhaul.probes.flow.StreamFactory;
import io.longhaul.probes.flow.StreamSet;
import io.longhaul.probes.net.Connector;
import io.longhaul.probes.net.Datagrams;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.net.KernelOptions;
import io.longhaul.probes.net.SocketTuning;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.wire.Parameters;
import io.longhaul.probes.wire.RefusalCode;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Datagrams go out only while the client's kernel is heard, and one that lives is heard when it is asked. */
class VanishedClientTest {
    private static final Parameters HOUR_BACK = Parameters.decode(
            "{\"udp\":true,\"reverse\":true,\"parallel\":1,\"time\":3600,\"len\":1000,\"bandwidth\":1000000}"
                    .getBytes(StandardCharsets.US_ASCII));

    private final EventLoops loops = EventLoops.start(1);
    private final ServerSocket peer = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    private final DatagramSocket receiver =
            new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private final Channel control = connect();
    /** Held, for the collector closes sockets that nobody holds. */
    private final Socket accepted = peer.accept();

    VanishedClientTest() throws IOException {}

    private Channel connect() {
        return new Connector(loops, Duration.ofSeconds(5))
                .connect(
                        loops.next(),
                        peer.getLocalSocketAddress(),
                        SocketTuning.NONE,
                        new ChannelInboundHandlerAdapter())
                .join();
    }

    @AfterEach
    void close() throws IOException {
        receiver.close();
        accepted.close();
        peer.close();
        loops.close();
    }

    @Test
    void datagramsEndWhenNobodyIsHeard() {
        Channel socket = new Datagrams(loops)
                .connect(
                        loops.next(),
                        receiver.getLocalSocketAddress(),
                        SocketTuning.NONE,
                        new ChannelInboundHandlerAdapter())
                .join();
        DataStream sender =
                new StreamFactory(HOUR_BACK, SendBudget.unlimited(), System::nanoTime).attach(1, true, socket);
        var silent = new AtomicLong();
        var looks = new CompletableFuture<Void>();
        var ended = new CompletableFuture<RefusalCode>();
        var transfer = new TestTransfer(
                Contexts.of(AgentOptions.onLoopback(0)),
                control,
                HOUR_BACK,
                new StreamSet(control.eventLoop(), List.of(sender)),
                () -> {
                    long now = silent.get();
                    if (now > 0) {
                        looks.complete(null);
                    }
                    return OptionalLong.of(now);
                },
                ended::complete);
        control.eventLoop().execute(() -> transfer.start(() -> {}));

        silent.set(1900);
        looks.join();
        assertThat(ended).isNotDone();
        silent.set(1901);
        assertThat(ended.join()).isEqualTo(RefusalCode.NO_DATA);
        control.eventLoop().submit(transfer::cancel).syncUninterruptibly();
    }

    /** The client says nothing all the while; its kernel answers. */
    @Test
    void aClientThatLivesIsHeardWhenItsKernelIsAsked() {
        Assumptions.assumeTrue(Epoll.isAvailable());
        control.eventLoop().submit(() -> KernelOptions.keepAlive(control)).syncUninterruptibly();
        while (silence() < 1050) {
            Thread.onSpinWait();
        }
        control.eventLoop().submit(() -> KernelOptions.askPeer(control)).syncUninterruptibly();
        while (silence() > 1000) {
            assertThat(silence()).isLessThan(15_000);
        }
    }

    private long silence() {
        return control.eventLoop()
                .submit(() -> KernelOptions.silentMillis(control).orElseThrow())
                .syncUninterruptibly()
                .getNow();
    }
}
