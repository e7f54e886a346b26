package io.longhaul.campaign.run;

import io.longhaul.campaign.certs.Holder;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Audit;
import io.longhaul.probes.server.Lobby;
import io.longhaul.probes.spec.Access;
import io.longhaul.probes.spec.Role;
import io.longhaul.probes.spec.TlsIdentity;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * The door of a coordinator for agents that it cannot reach: they dial in, and it gives its orders over their connections. An agent is
 * known by the name in its certificate; one that the campaign does not name is sent away. TLS always, both ends with certificates of one
 * authority. Thread-safe.
 */
public final class DialIns implements AutoCloseable {
    /** Unless another is named. */
    public static final int USUAL_PORT = 5203;

    private static final int HANDSHAKE_SECONDS = 10;
    private static final int CONNECTIONS_OF_AGENT = 64;
    private static final int UNPROVEN_OF_ADDRESS = 16;
    private static final String SUFFIX = Holder.suffix(Role.CLIENT);

    private final Access agents;
    private final Map<String, BlockingQueue<Dialled>> idle = new HashMap<>();
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final Audit audit = new Audit(System::nanoTime);
    private final EventLoops loops = EventLoops.start(1);
    private final Lobby lobby;
    private final Channel listener;

    /**
     * Begins to listen.
     *
     * @param identity a coordinator's; its certificate has the host that the agents dial
     * @param names of the agents that may dial in
     * @throws InvalidInputException when the address cannot be listened on
     */
    public DialIns(InetSocketAddress bind, TlsIdentity identity, Set<String> names) {
        agents = new Access(
                List.of(), Optional.of(identity), List.of(new Access.Name(Role.CLIENT, "*" + SUFFIX)), List.of());
        names.forEach(name -> idle.put(name, new LinkedBlockingQueue<>(CONNECTIONS_OF_AGENT)));
        lobby = new Lobby((names.size() + 1) * CONNECTIONS_OF_AGENT, UNPROVEN_OF_ADDRESS, connections, audit);
        ChannelFuture bound = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.family().listener())
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .handler(lobby)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        SslHandler tls = identity.acceptor(channel.alloc());
                        tls.setHandshakeTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS);
                        channel.pipeline()
                                .addLast(tls)
                                .addLast(new HttpClientCodec())
                                .addLast(new HttpObjectAggregator(HttpAgent.LARGEST, true))
                                .addLast(new Dialled(tls));
                    }
                })
                .bind(bind)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            loops.close();
            throw new InvalidInputException(
                    "Agents cannot dial in at " + bind + ": " + bound.cause().getMessage() + ".",
                    "Give --listen an address of this machine and a port that is free.");
        }
        listener = bound.channel();
    }

    /** Where it listens, with the real port. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** An agent that dials in, under the name in its certificate. */
    public AgentPort agent(String name) {
        BlockingQueue<Dialled> own = idle.get(name);
        if (own == null) {
            throw new IllegalArgumentException("no agent that dials in: " + name);
        }
        return new HttpAgent(
                (method, path, json, token, patience) -> {
                    long end = System.nanoTime() + patience.toNanos();
                    while (true) {
                        Dialled connection = own.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                        if (connection == null) {
                            throw new IOException("it has not dialled in, or is busy");
                        }
                        if (connection.isOpen()) {
                            return connection.ask(request(name, method, path, json), end, own);
                        }
                    }
                },
                name,
                Optional.empty());
    }

    private static FullHttpRequest request(String name, String method, String path, Optional<String> json) {
        ByteBuf body = json.map(text -> Unpooled.copiedBuffer(text, StandardCharsets.UTF_8))
                .orElse(Unpooled.EMPTY_BUFFER);
        var request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.valueOf(method), "/v1/" + path, body);
        request.headers().set(HttpHeaderNames.HOST, name).setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
        if (json.isPresent()) {
            request.headers().set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON);
        }
        return request;
    }

    /** One connection: one request after another. */
    private final class Dialled extends SimpleChannelInboundHandler<FullHttpResponse> {
        private final SslHandler tls;
        private volatile @Nullable ChannelHandlerContext context;
        private volatile CompletableFuture<Kept> answer = CompletableFuture.failedFuture(new IOException("unasked"));

        /** An answer, and whether another request may follow it. */
        private record Kept(HttpAgent.Answer answer, boolean open) {}

        Dialled(SslHandler tls) {
            this.tls = tls;
        }

        boolean isOpen() {
            ChannelHandlerContext own = context;
            return own != null && own.channel().isActive();
        }

        HttpAgent.Answer ask(FullHttpRequest request, long end, BlockingQueue<Dialled> own)
                throws IOException, InterruptedException {
            ChannelHandlerContext here = Objects.requireNonNull(context);
            var asked = new CompletableFuture<Kept>();
            answer = asked;
            here.writeAndFlush(request).addListener(written -> {
                if (!written.isSuccess()) {
                    asked.completeExceptionally(new IOException("the connection broke", written.cause()));
                }
            });
            boolean keep = false;
            try {
                Kept kept = asked.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                keep = kept.open();
                return kept.answer();
            } catch (ExecutionException broken) {
                throw new IOException(
                        broken.getCause() == null ? "broken" : broken.getCause().getMessage(), broken);
            } catch (TimeoutException late) {
                throw new IOException("its answer does not end", late);
            } finally {
                if (!keep || !own.offer(this)) {
                    here.close();
                }
            }
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext here, Object event) {
            if (event instanceof SslHandshakeCompletionEvent done && done.isSuccess()) {
                Optional<String> name = nameOf();
                BlockingQueue<Dialled> own = name.map(idle::get).orElse(null);
                context = here;
                if (own != null && own.offer(this)) {
                    lobby.leave(here.channel());
                    here.channel().closeFuture().addListener(gone -> own.remove(this));
                } else {
                    audit.refused(
                            name.map(known -> "certificate:" + known).orElse(Audit.UNKNOWN),
                            (InetSocketAddress) here.channel().remoteAddress(),
                            "no agent of this campaign that dials in, or too many connections of it");
                    here.close();
                }
            }
            here.fireUserEventTriggered(event);
        }

        private Optional<String> nameOf() {
            try {
                List<Certificate> chain = List.of(tls.engine().getSession().getPeerCertificates());
                return agents.callerOf(chain)
                        .map(Access.Caller::name)
                        .filter(found -> found.endsWith(SUFFIX))
                        .map(found -> found.substring(0, found.length() - SUFFIX.length()));
            } catch (SSLPeerUnverifiedException nobody) {
                return Optional.empty();
            }
        }

        @Override
        protected void channelRead0(ChannelHandlerContext here, FullHttpResponse response) {
            answer.complete(new Kept(
                    new HttpAgent.Answer(
                            response.status().code(), response.content().toString(StandardCharsets.UTF_8)),
                    HttpUtil.isKeepAlive(response)));
        }

        @Override
        public void channelInactive(ChannelHandlerContext here) {
            answer.completeExceptionally(new IOException("the connection was closed before its answer"));
            here.fireChannelInactive();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext here, Throwable cause) {
            answer.completeExceptionally(new IOException(String.valueOf(cause.getMessage()), cause));
            here.close();
        }
    }

    /** Lets nobody in any more, and ends all connections. */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        connections.close().awaitUninterruptibly();
        loops.close();
    }
}
