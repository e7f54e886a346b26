package io.longhaul.probes.client;

import io.longhaul.probes.net.Datagrams;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.net.SocketTuning;
import io.longhaul.probes.wire.DatagramHello;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramPacket;
import io.netty.util.concurrent.Future;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Opens the UDP streams of a test, one after the other, for their order is their identity: sends the greeting and waits
 * for the answer. A greeting is repeated only from the same socket and not before a second has passed, for a server takes
 * every datagram from an unknown socket for a new stream. Used once. Thread-safe.
 */
final class DatagramOpener {
    private static final long REPEAT_MILLIS = 1000;

    private final EventLoops loops;
    private final SocketAddress address;
    private final SocketTuning tuning;
    private final Duration patience;

    DatagramOpener(EventLoops loops, SocketAddress address, SocketTuning tuning, Duration patience) {
        this.loops = loops;
        this.address = address;
        this.tuning = tuning;
        this.patience = patience;
    }

    /** Completes with the channels in order, or with the first failure, after which none stays open. */
    CompletableFuture<List<Channel>> open(int count) {
        CompletableFuture<List<Channel>> all = CompletableFuture.completedFuture(new ArrayList<>());
        for (int i = 0; i < count; i++) {
            all = all.thenCompose(opened -> openOne().handle((channel, failure) -> {
                if (failure != null) {
                    opened.forEach(Channel::close);
                    throw new java.util.concurrent.CompletionException(failure);
                }
                opened.add(channel);
                return opened;
            }));
        }
        return all;
    }

    private CompletableFuture<Channel> openOne() {
        var greeting = new Greeting();
        return new Datagrams(loops)
                .connect(loops.next(), address, tuning, greeting)
                .thenCompose(greeting::send);
    }

    /** Confined to the channel's loop. Leaves the channel unread after the answer, until the stream takes over. */
    private final class Greeting extends ChannelInboundHandlerAdapter {
        private final CompletableFuture<Channel> answered = new CompletableFuture<>();
        private @Nullable Future<?> repeat;
        private @Nullable Future<?> silence;

        CompletableFuture<Channel> send(Channel channel) {
            channel.eventLoop().execute(() -> {
                repeat = channel.eventLoop()
                        .scheduleAtFixedRate(() -> greet(channel), 0, REPEAT_MILLIS, TimeUnit.MILLISECONDS);
                silence = channel.eventLoop().schedule(() -> giveUp(channel), patience.toNanos(), TimeUnit.NANOSECONDS);
            });
            return answered;
        }

        private void greet(Channel channel) {
            channel.writeAndFlush(Unpooled.copyInt(DatagramHello.REQUEST), channel.voidPromise());
        }

        private void giveUp(Channel channel) {
            stop();
            channel.close();
            answered.completeExceptionally(new TimeoutException("a stream of datagrams was not answered: timed out"));
        }

        private void stop() {
            if (repeat != null) {
                repeat.cancel(false);
            }
            if (silence != null) {
                silence.cancel(false);
            }
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            DatagramPacket packet = (DatagramPacket) message;
            if (answered.isDone()) {
                context.fireChannelRead(packet);
                return;
            }
            boolean reply = DatagramHello.isReply(packet.content());
            packet.release();
            if (reply) {
                stop();
                context.channel().config().setAutoRead(false);
                answered.complete(context.channel());
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            // an ICMP message: the silence that follows is what counts
        }
    }
}
