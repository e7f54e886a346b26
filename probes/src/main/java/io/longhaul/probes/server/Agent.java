package io.longhaul.probes.server;

import io.longhaul.probes.net.Datagrams;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.net.KernelOptions;
import io.longhaul.probes.net.ReusedReceiveAllocator;
import io.longhaul.probes.spec.AgentException;
import io.longhaul.probes.spec.AgentLimits;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.stamp.StampCodec;
import io.longhaul.probes.stamp.StampReflector;
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
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
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

    /** A port that is free for TCP may be taken for UDP; then another is tried. */
    private static final int PORT_ATTEMPTS = 5;

    private final AgentContext context;
    private final Channel listener;
    private final Channel datagrams;
    private final ChannelGroup connections;
    private final Optional<StampReflector> reflector;
    private final Optional<Operator> operator;

    private Agent(
            AgentContext context,
            Channel listener,
            Channel datagrams,
            ChannelGroup connections,
            Optional<StampReflector> reflector,
            Optional<Operator> operator) {
        this.reflector = reflector;
        this.operator = operator;
        this.context = context;
        this.listener = listener;
        this.datagrams = datagrams;
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
        var connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
        var audit = new Audit(nanoClock);
        AgentLimits limits = options.limits();
        var context = new AgentContext(
                options,
                loops,
                new Lobby(limits, connections, audit),
                new Door(options, options.adminFile().map(Operator::leaveToken), clock),
                new TestRegistry(limits),
                new Usage(options.budget(), clock, nanoClock),
                new DatagramDesk(),
                new Semaphore(limits.tests() + limits.waiting()),
                audit,
                nanoClock);
        context.desk().serve(context);
        Optional<Operator> operator = Operator.of(() -> counters(context, connections), context);
        try {
            return listen(context, connections, operator, clock);
        } catch (AgentException e) {
            operator.ifPresent(Operator::close);
            throw e;
        }
    }

    private static Agent listen(
            AgentContext context, ChannelGroup connections, Optional<Operator> operator, InstantSource clock) {
        AgentOptions options = context.options();
        for (int attempt = 1; ; attempt++) {
            Channel listener = open(options, listen(context));
            try {
                Channel datagrams = open(
                        options,
                        new Datagrams(context.loops())
                                .bind(listener.eventLoop(), listener.localAddress(), context.desk()));
                context.desk().serve(datagrams);
                return new Agent(
                        context,
                        listener,
                        datagrams,
                        connections,
                        reflector(context, listener, datagrams, clock),
                        operator);
            } catch (AgentException e) {
                listener.close().awaitUninterruptibly();
                if (options.bind().getPort() != 0 || attempt == PORT_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static Optional<StampReflector> reflector(
            AgentContext context, Channel listener, Channel datagrams, InstantSource clock) {
        OptionalInt port = context.options().stampPort();
        if (port.isEmpty()) {
            return Optional.empty();
        }
        var address = new InetSocketAddress(context.options().bind().getAddress(), port.getAsInt());
        try {
            return Optional.of(StampReflector.start(
                    address,
                    context.loops(),
                    clock,
                    new StampCodec(context.options().stampKey()),
                    context.options().shortStamp() || address.getAddress().isLoopbackAddress(),
                    context.usage()::charge));
        } catch (AgentException e) {
            datagrams.close().awaitUninterruptibly();
            listener.close().awaitUninterruptibly();
            throw e;
        }
    }

    private static Channel open(AgentOptions options, CompletableFuture<Channel> opening) {
        try {
            return opening.join();
        } catch (CompletionException e) {
            throw AgentException.cannotListen(options.bind(), e.getCause() == null ? e : e.getCause());
        }
    }

    private static CompletableFuture<Channel> listen(AgentContext context) {
        var bound = new CompletableFuture<Channel>();
        EventLoop loop = context.loops().next();
        loop.execute(() -> bootstrap(context, loop)
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

    private static ServerBootstrap bootstrap(AgentContext context, EventLoop loop) {
        return new ServerBootstrap()
                .group(loop, context.loops().group())
                .channel(context.loops().family().listener())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .handler(context.lobby())
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, new ReusedReceiveAllocator())
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        KernelOptions.keepAlive(channel);
                        context.options()
                                .access()
                                .get()
                                .tls()
                                .ifPresent(identity -> channel.pipeline().addLast(new TlsGate(identity)));
                        channel.pipeline().addLast(new HelloHandler(context));
                    }
                });
    }

    /** Where it listens, with the real port. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** Where it reflects STAMP packets, with the real port; empty when it does not. */
    public Optional<InetSocketAddress> stampAddress() {
        return reflector.map(StampReflector::address);
    }

    /** Tests that run at the moment. */
    public int runningTests() {
        return context.tests().size();
    }

    /** Where it tells its counters; empty when it does not. */
    public Optional<InetSocketAddress> metricsAddress() {
        return operator.flatMap(Operator::metricsAddress);
    }

    private static String counters(AgentContext context, ChannelGroup connections) {
        return Audit.metric(
                        "longhaul_agent_tests_running", "gauge", context.tests().size())
                + Audit.metric("longhaul_agent_connections", "gauge", connections.size())
                + Audit.metric(
                        "longhaul_agent_connections_unproven",
                        "gauge",
                        context.lobby().size())
                + context.audit().counters()
                + context.usage().counters();
    }

    /** Stops to listen, tells the clients of running tests, and closes all connections. */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        datagrams.close().awaitUninterruptibly();
        reflector.ifPresent(StampReflector::close);
        context.tests().close();
        connections.close().awaitUninterruptibly();
        operator.ifPresent(Operator::close);
    }
}
