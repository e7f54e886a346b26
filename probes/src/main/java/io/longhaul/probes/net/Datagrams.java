package io.longhaul.probes.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import java.net.SocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Opens UDP sockets, each on the thread of its own event loop. Thread-safe. */
public final class Datagrams {
    private static final int RECEIVE_BUFFER = 2 << 20;

    private final EventLoops loops;

    public Datagrams(EventLoops loops) {
        this.loops = loops;
    }

    /** Opens a socket that hears from everyone, at a port that no other socket has. */
    public CompletableFuture<Channel> bind(EventLoop loop, SocketAddress local, ChannelHandler handler) {
        return open(loop, SocketTuning.NONE, handler, false, bootstrap -> bootstrap.bind(local));
    }

    /** Opens a socket that talks to one peer only, from any local port. */
    public CompletableFuture<Channel> connect(
            EventLoop loop, SocketAddress remote, SocketTuning tuning, ChannelHandler handler) {
        return open(loop, tuning, handler, false, bootstrap -> bootstrap.connect(remote));
    }

    /** Opens a socket that talks to one peer only, from a local port that another socket may have as well. */
    public CompletableFuture<Channel> connect(
            EventLoop loop, SocketAddress local, SocketAddress remote, SocketTuning tuning, ChannelHandler handler) {
        return open(loop, tuning, handler, true, bootstrap -> bootstrap.connect(remote, local));
    }

    private CompletableFuture<Channel> open(
            EventLoop loop,
            SocketTuning tuning,
            ChannelHandler handler,
            boolean shared,
            Function<Bootstrap, ChannelFuture> how) {
        var result = new CompletableFuture<Channel>();
        loop.execute(() -> how.apply(bootstrap(loop, tuning, handler, shared)).addListener((ChannelFuture future) -> {
            if (future.isSuccess()) {
                result.complete(future.channel());
            } else {
                result.completeExceptionally(future.cause());
            }
        }));
        return result;
    }

    private Bootstrap bootstrap(EventLoop loop, SocketTuning tuning, ChannelHandler handler, boolean shared) {
        return new Bootstrap()
                .group(loop)
                .channel(loops.family().datagram())
                .option(ChannelOption.SO_REUSEADDR, shared)
                .option(ChannelOption.SO_RCVBUF, RECEIVE_BUFFER)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new ReusedReceiveAllocator())
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        tuning.applyTo(channel);
                        channel.pipeline().addLast(handler);
                    }
                });
    }
}
