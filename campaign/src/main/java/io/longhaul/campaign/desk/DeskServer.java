package io.longhaul.campaign.desk;

import io.longhaul.campaign.orders.AgentHealth;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.server.Audit;
import io.longhaul.probes.server.Lobby;
import io.longhaul.probes.spec.AgentException;
import io.longhaul.probes.spec.ProbesVersion;
import io.longhaul.probes.spec.TlsIdentity;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The HTTP door of an agent's {@link OrderDesk}, where it listens, and where it dials out to the coordinator: TLS where the access says
 * so, plain on loopback only; limits on lines, headers, bodies, connections and silence. Its probes reach peers with the agent's own certificate or token. Thread-safe.
 */
public final class DeskServer implements AutoCloseable {
    private static final int LONGEST_LINE = 1024;
    private static final int LARGEST_HEADER = 8192;
    private static final int LARGEST_BODY = 64 << 10;
    private static final int BACKLOG = 64;
    private static final int HANDSHAKE_SECONDS = 10;
    private static final int TICK_MILLIS = 100;
    private static final int STARTERS = 4;
    /** Connections of one address that have not shown a coordinator's certificate or token yet. */
    private static final int UNPROVEN_OF_ADDRESS = 16;

    private final OrderDesk desk;
    private final Optional<Channel> listener;
    private final Optional<DialOut> dialling;
    private final ChannelGroup connections;
    private final ScheduledExecutorService ticker;
    private final ExecutorService starters;

    private DeskServer(
            OrderDesk desk,
            Optional<Channel> listener,
            Optional<DialOut> dialling,
            ChannelGroup connections,
            ScheduledExecutorService ticker,
            ExecutorService starters) {
        this.desk = desk;
        this.listener = listener;
        this.dialling = dialling;
        this.connections = connections;
        this.ticker = ticker;
        this.starters = starters;
    }

    /**
     * Begins to take orders for an agent.
     *
     * @param agent that answers the probes of others; its port is told to who asks for the health
     * @param loops that connections and probes run on
     * @throws AgentException when the address cannot be listened on
     */
    public static DeskServer start(DeskOptions options, Agent agent, EventLoops loops) {
        ExecutorService starters = Executors.newFixedThreadPool(STARTERS, daemons("longhaul-orders"));
        ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor(daemons("longhaul-desk"));
        InstantSource clock = InstantSource.system();
        var desk = new OrderDesk(
                options.site(), new OrderRunner(options.access(), loops, clock), starters, clock, System::nanoTime);
        var connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
        var audit = new Audit(System::nanoTime);
        DeskHandler.Source health = () -> new AgentHealth(
                desk.run(),
                options.site(),
                options.vmType(),
                ProbesVersion.get(),
                clock.instant(),
                agent.address().getPort(),
                desk.open());
        try {
            var lobby = new Lobby(options.connections(), UNPROVEN_OF_ADDRESS, connections, audit);
            Optional<Channel> listener = options.bind()
                    .map(place -> listen(
                            place,
                            options,
                            loops,
                            lobby,
                            () -> new DeskHandler(
                                    desk, options.access(), health, audit, lobby, options.patienceSeconds())));
            Optional<DialOut> dialling = options.dial()
                    .map(coordinator -> new DialOut(
                            coordinator,
                            options,
                            loops,
                            connections,
                            channel -> addHttp(
                                    channel,
                                    DialOut.IDLE_SECONDS,
                                    new DeskHandler(
                                            desk, options.access(), health, audit, lobby, DialOut.IDLE_SECONDS))));
            ticker.scheduleWithFixedDelay(desk::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
            dialling.ifPresent(DialOut::keepUp);
            return new DeskServer(desk, listener, dialling, connections, ticker, starters);
        } catch (AgentException e) {
            ticker.shutdownNow();
            starters.shutdownNow();
            throw e;
        }
    }

    static ThreadFactory daemons(String name) {
        return task -> {
            var own = new Thread(task, name);
            own.setDaemon(true);
            return own;
        };
    }

    private static Channel listen(
            InetSocketAddress place,
            DeskOptions options,
            EventLoops loops,
            Lobby lobby,
            Supplier<DeskHandler> handlers) {
        ChannelFuture bound = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.family().listener())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .handler(lobby)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        options.access().get().tls().ifPresent(identity -> addTls(channel, identity));
                        addHttp(channel, options.patienceSeconds(), handlers.get());
                    }
                })
                .bind(place)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw AgentException.cannotListen(place, bound.cause());
        }
        return bound.channel();
    }

    private static void addHttp(Channel channel, int silenceSeconds, DeskHandler handler) {
        channel.pipeline()
                .addLast(new ReadTimeoutHandler(silenceSeconds))
                .addLast(new HttpServerCodec(new HttpDecoderConfig()
                        .setMaxInitialLineLength(LONGEST_LINE)
                        .setMaxHeaderSize(LARGEST_HEADER)))
                .addLast(new HttpObjectAggregator(LARGEST_BODY, true))
                .addLast(handler);
    }

    private static void addTls(Channel channel, TlsIdentity identity) {
        SslHandler tls = identity.acceptorOfAny(channel.alloc());
        tls.setHandshakeTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS);
        channel.pipeline().addLast(tls);
    }

    /** Where it listens, with the real port; empty where it only dials out. */
    public Optional<InetSocketAddress> address() {
        return listener.map(own -> (InetSocketAddress) own.localAddress());
    }

    /** Orders that wait or run. */
    public int openOrders() {
        return desk.open();
    }

    /** Takes no more orders, ends those there are, and closes all connections. */
    @Override
    public void close() {
        dialling.ifPresent(DialOut::close);
        listener.ifPresent(own -> own.close().awaitUninterruptibly());
        desk.close();
        ticker.shutdownNow();
        starters.shutdown();
        connections.close().awaitUninterruptibly();
    }
}
