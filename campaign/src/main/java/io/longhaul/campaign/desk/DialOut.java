package io.longhaul.campaign.desk;

import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.HostPort;
import io.longhaul.probes.spec.TlsIdentity;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections that an agent opens to its coordinator, so that the coordinator can give orders where it cannot reach the agent. Once TLS has
 * shown each who the other is, the ends change sides: what comes over the connection is a request, as over one that was accepted. A few
 * connections are kept without work; whenever one gets some, another is opened. A coordinator that is not there is tried again, ever
 * more seldom, for ever. Thread-safe.
 */
final class DialOut {
    /** A connection without a request is opened anew after so long, so that one whose other end is gone is noticed. */
    static final int IDLE_SECONDS = 60;

    private static final Logger LOG = LoggerFactory.getLogger("longhaul.audit");

    private static final int HANDSHAKE_SECONDS = 10;
    private static final int SPARE = 2;
    private static final int MOST = 64;
    private static final long SOONEST_MILLIS = 250;
    private static final long LATEST_MILLIS = 5_000;
    /** Who was let in is not sent away before. */
    private static final long LET_IN_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final HostPort coordinator;
    private final DeskOptions options;
    private final EventLoops loops;
    private final ChannelGroup connections;
    private final Consumer<Channel> http;
    private final Set<Channel> waiting = new HashSet<>();
    private int open;
    private long pause = SOONEST_MILLIS;
    private boolean told;
    private boolean closed;

    /**
     * @param connections that end with the desk
     * @param http adds what answers requests to a connection
     */
    DialOut(
            HostPort coordinator,
            DeskOptions options,
            EventLoops loops,
            ChannelGroup connections,
            Consumer<Channel> http) {
        this.coordinator = coordinator;
        this.options = options;
        this.loops = loops;
        this.connections = connections;
        this.http = http;
    }

    /** Opens what is missing. */
    synchronized void keepUp() {
        while (!closed && waiting.size() < SPARE && open < MOST) {
            dial();
        }
    }

    private void dial() {
        open++;
        var bootstrap = new Bootstrap()
                .group(loops.group())
                .channel(loops.family().stream())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, HANDSHAKE_SECONDS * 1000)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        connections.add(channel);
                        prepare(channel);
                    }
                });
        Channel channel = bootstrap
                .connect(InetSocketAddress.createUnresolved(coordinator.host(), coordinator.port()))
                .channel();
        waiting.add(channel);
        long began = System.nanoTime();
        channel.closeFuture().addListener(gone -> ended(channel, System.nanoTime() - began));
    }

    private void prepare(Channel channel) {
        // asked anew for each connection: certificates are renewed while the agent runs
        TlsIdentity identity = options.access().get().tls().orElseThrow();
        SslHandler tls = identity.connector(channel.alloc(), coordinator.host(), coordinator.port());
        tls.setHandshakeTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS);
        channel.pipeline().addLast(tls).addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object message) {
                gotWork(channel);
                context.fireChannelRead(message);
            }
        });
        http.accept(channel);
    }

    private synchronized void gotWork(Channel channel) {
        if (waiting.remove(channel)) {
            keepUp();
        }
    }

    private synchronized void ended(Channel channel, long livedNanos) {
        open--;
        boolean hadWork = !waiting.remove(channel);
        if (closed) {
            return;
        }
        if (hadWork || livedNanos > LET_IN_NANOS) {
            pause = SOONEST_MILLIS;
            told = false;
        } else if (!told) {
            told = true;
            LOG.info("the coordinator {} does not let this agent in; it is tried again and again", coordinator);
        }
        loops.next().schedule(this::keepUp, pause, TimeUnit.MILLISECONDS);
        pause = Math.min(LATEST_MILLIS, 2 * pause);
    }

    synchronized void close() {
        closed = true;
    }
}
