package io.longhaul.probes.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.probes.net.Connector;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.net.SocketTuning;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a sender counts as sent is what the kernel took: a peer that reads to the end gets just that. */
class TcpSenderTest {
    private static final int BLOCK = 1 << 20;
    private static final int SMALL = 16 << 10;

    @ParameterizedTest
    @CsvSource({"true,700000", "true,1500000", "false,700000", "false,1500000"})
    void whatTheKernelTookIsCounted(boolean epoll, long budget) throws IOException {
        try (EventLoops loops = epoll ? EventLoops.start(1) : EventLoops.startNio(1);
                var listening = listening();
                Sending sending = Sending.start(loops, listening.getLocalPort(), budget);
                Socket peer = listening.accept()) {
            long sent = sending.readAndClose();

            assertThat(sent).isPositive().isLessThan(budget);
            assertThat(octetsUntilTheEnd(peer)).isEqualTo(sent);
        }
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void whatIsCountedNeverFalls(boolean epoll) throws IOException {
        try (EventLoops loops = epoll ? EventLoops.start(1) : EventLoops.startNio(1);
                var listening = listening();
                Sending sending = Sending.start(loops, listening.getLocalPort(), BLOCK + 1000);
                Socket peer = listening.accept()) {
            long before = sending.read();
            octets(peer, BLOCK);
            long between = sending.read();
            octets(peer, 1000);

            assertThat(between).isBetween(Math.max(before, BLOCK), BLOCK + 1000L);
            assertThat(sending.read()).isEqualTo(BLOCK + 1000);
            assertThat(sending.readAndClose()).isEqualTo(BLOCK + 1000);
            assertThat(sending.read()).as("of a closed connection").isEqualTo(BLOCK + 1000);
        }
    }

    private static ServerSocket listening() throws IOException {
        var socket = new ServerSocket();
        socket.setReceiveBufferSize(SMALL);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return socket;
    }

    private static void octets(Socket peer, int count) throws IOException {
        assertThat(peer.getInputStream().readNBytes(count)).hasSize(count);
    }

    private static long octetsUntilTheEnd(Socket peer) throws IOException {
        InputStream in = peer.getInputStream();
        return in.transferTo(java.io.OutputStream.nullOutputStream());
    }

    /** A sender under way, on a socket whose buffer is smaller than a block. */
    private record Sending(Channel channel, TcpSender sender) implements AutoCloseable {
        static Sending start(EventLoops loops, int port, long budget) {
            var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            Channel channel = new Connector(loops, Duration.ofSeconds(10))
                    .connect(loops.next(), address, SocketTuning.NONE, new ChannelInboundHandlerAdapter())
                    .join();
            var sender = new TcpSender(1, channel, BLOCK, new SendBudget(budget), new Pacer(0, 0), System::nanoTime);
            channel.eventLoop()
                    .submit(() -> {
                        channel.config().setOption(ChannelOption.SO_SNDBUF, SMALL);
                        channel.pipeline().addLast(sender);
                        sender.mark();
                        sender.begin();
                    })
                    .syncUninterruptibly();
            return new Sending(channel, sender);
        }

        long read() {
            return channel.eventLoop()
                    .submit(() -> sender.read().bytes())
                    .syncUninterruptibly()
                    .getNow();
        }

        long readAndClose() {
            return channel.eventLoop()
                    .submit(() -> {
                        long sent = sender.read().bytes();
                        channel.close();
                        return sent;
                    })
                    .syncUninterruptibly()
                    .getNow();
        }

        @Override
        public void close() {
            channel.close().syncUninterruptibly();
        }
    }
}
