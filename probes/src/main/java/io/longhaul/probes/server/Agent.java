package io.longhaul.probes.server;

import io.longhaul.probes.control.Gatekeeper;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.net.ReusedReceiveAllocator;
import io.longhaul.probes.spec.AgentException;
import io.longhaul.probes.spec.AgentOptions;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;

/**
 * Answers probes: throughput tests of Longhaul and of unmodified iperf3 clients, many at once, and echo. Any number of
 * agents can share event loops. Thread-safe.
 *
 * <pre>{@code
 * try (EventLoops loops = EventLoops.start();
 *         Agent agent = Agent.start(AgentOptions.onLoopback(0), loops)) {
 *     int port = agent.address().getPort();
 * }
 * }</pre>
 */
public final class Agent implements AutoCloseable {
    private static final int BACKLOG = 512;

    private final AgentContext context;
    private final Channel listener;
    private final ChannelGroup connections;

    private Agent(AgentContext context, Channel listener, ChannelGroup connections) {
        this.context = context;
        this.listener = listener;
        this.connections = connections;
    }

    /**
     * Starts to listen; the socket is opened by a thread of the loops.
     *
     * @throws AgentException when the address cannot be listened on
     */
    public static Agent start(AgentOptions options, EventLoops loops) {
        return start(options, loops, InstantSource.system(), System::nanoTime);
    }

    /** As {@link #start(AgentOptions, EventLoops)}, with the clocks given. */
    public static Agent start(AgentOptions options, EventLoops loops, InstantSource clock, LongSupplier nanoClock) {
        var context = new AgentContext(
                options, loops, new Gatekeeper(options.token(), clock), new TestRegistry(options.limits()), nanoClock);
        var connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
        try {
            return new Agent(context, listen(context, connections).join(), connections);
        } catch (CompletionException e) {
            throw AgentException.cannotListen(options.bind(), e.getCause() == null ? e : e.getCause());
        }
    }

    private static CompletableFuture<Channel> listen(AgentContext context, ChannelGroup connections) {
        var bound = new CompletableFuture<Channel>();
        EventLoop loop = context.loops().next();
        loop.execute(() -> bootstrap(context, loop, connections)
                .bind(context.options().bind())
                .addListener((io.netty.channel.ChannelFuture future) -> {
                    if (future.isSuccess()) {
                        bound.complete(future.channel());
                    } else {
                        bound.completeExceptionally(future.cause());
                    }
                }));
        return bound;
    }

    private static ServerBootstrap bootstrap(AgentContext context, EventLoop loop, ChannelGroup connections) {
        return new ServerBootstrap()
                .group(loop, context.loops().group())
                .channel(context.loops().family().listener())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .handler(new AcceptOrder(context.options().limits().connections(), connections))
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, new ReusedReceiveAllocator())
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new HelloHandler(context, AcceptOrder.of(channel)));
                    }
                });
    }

    /** Where it listens, with the real port. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** Tests that run at the moment. */
    public int runningTests() {
        return context.tests().size();
    }

    /** Stops to listen, tells the clients of running tests, and closes all connections. */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        context.tests().close();
        connections.close().awaitUninterruptibly();
    }
}
