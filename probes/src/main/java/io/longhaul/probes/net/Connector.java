package io.longhaul.probes.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Opens TCP connections, each on the thread of its own event loop. Thread-safe. */
public final class Connector {
    private final EventLoops loops;
    private final Duration timeout;

    public Connector(EventLoops loops, Duration timeout) {
        this.loops = loops;
        this.timeout = timeout;
    }

    /**
     * Connects on one of the loops.
     *
     * @param loop that the connection shall live on
     * @param address of the peer
     * @param tuning set before the connection is made
     * @param handler first in the pipeline, before the connection is made
     * @return completes on the loop, with the open channel or the cause
     */
    public CompletableFuture<Channel> connect(
            EventLoop loop, SocketAddress address, SocketTuning tuning, ChannelHandler handler) {
        var result = new CompletableFuture<Channel>();
        loop.execute(() -> bootstrap(loop, tuning, handler)
                .connect(address)
                .addListener((io.netty.channel.ChannelFuture future) -> {
                    if (!future.isSuccess()) {
                        result.completeExceptionally(future.cause());
                    } else if (!result.complete(future.channel())) {
                        future.channel().close();
                    }
                }));
        return result;
    }

    private Bootstrap bootstrap(EventLoop loop, SocketTuning tuning, ChannelHandler handler) {
        return new Bootstrap()
                .group(loop)
                .channel(loops.family().stream())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(timeout.toMillis()))
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
