package io.longhaul.probes.client;

import io.longhaul.probes.net.Connector;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.net.SocketTuning;
import io.longhaul.probes.wire.Cookie;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Opens the data connections of a test: all at once where each has a cookie of its own, else strictly one after the
 * other, because their order is then their identity. Used once. Confined to the test's loop until its result completes.
 */
final class StreamOpener {
    private final EventLoops loops;
    private final Connector connector;
    private final SocketAddress address;
    private final SocketTuning tuning;
    private final List<Cookie> cookies;

    StreamOpener(
            EventLoops loops, Connector connector, SocketAddress address, SocketTuning tuning, List<Cookie> cookies) {
        this.loops = loops;
        this.connector = connector;
        this.address = address;
        this.tuning = tuning;
        this.cookies = cookies;
    }

    /** Completes with the channels in order, or with the first failure, after which none stays open. */
    CompletableFuture<List<Channel>> open(int count) {
        var channels = new ArrayList<CompletableFuture<Channel>>();
        CompletableFuture<Channel> previous = CompletableFuture.completedFuture(null);
        for (int i = 0; i < count; i++) {
            int index = i;
            CompletableFuture<Channel> next =
                    cookies.size() > 1 || i == 0 ? openOne(index) : previous.thenCompose(open -> openOne(index));
            channels.add(next);
            previous = next;
        }
        return CompletableFuture.allOf(channels.toArray(CompletableFuture[]::new))
                .thenApply(
                        done -> channels.stream().map(CompletableFuture::join).toList())
                .whenComplete((all, failure) -> {
                    if (failure != null) {
                        channels.forEach(StreamOpener::closeWhenOpen);
                    }
                });
    }

    private static void closeWhenOpen(CompletableFuture<Channel> channel) {
        channel.thenAccept(Channel::close);
    }

    private CompletableFuture<Channel> openOne(int index) {
        return connector.connect(loops.next(), address, tuning, new Waiting()).thenApply(channel -> {
            channel.writeAndFlush(
                    Unpooled.wrappedBuffer(cookies.get(index % cookies.size()).octets()), channel.voidPromise());
            return channel;
        });
    }

    /** Keeps a connection, unread, until its stream takes over. */
    private static final class Waiting extends ChannelInboundHandlerAdapter {
        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            context.channel().config().setAutoRead(false);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
