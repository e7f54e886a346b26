package io.longhaul.campaign.certs;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.error.LonghaulException;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Audit;
import io.longhaul.probes.server.Lobby;
import io.longhaul.probes.spec.HostPort;
import io.longhaul.probes.spec.Role;
import io.longhaul.probes.spec.TlsIdentity;
import io.longhaul.store.FileAccess;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Gives each VM of a fleet its certificate, once: the VM makes its key, shows the token of its name, and gets a certificate for the address
 * that it asks from. A second use of a token is refused, also after a restart. Whoever has shown no token is limited in time, octets and
 * connections. Thread-safe.
 */
public final class Enrolment implements AutoCloseable {
    private static final int LARGEST = 16 << 10;
    private static final int LONGEST_LINE = 1024;
    private static final int LARGEST_HEADER = 8192;
    /** From the start of a connection to its answer, however it drips. */
    private static final int PATIENCE_SECONDS = 10;

    private static final int CONNECTIONS = 1024;
    private static final int CONNECTIONS_OF_ADDRESS = 16;
    private static final String BEARER = "Bearer ";
    private static final String END = "-----END CERTIFICATE REQUEST-----";

    private final CertificateAuthority authority;
    private final Path issued;
    private final Duration validity;
    private final Listener listener;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, String> nameOfToken = new ConcurrentHashMap<>();
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final Audit audit = new Audit(System::nanoTime);
    private final EventLoops loops = EventLoops.start(1);
    private final Channel door;
    /** One certificate after another. */
    private final ExecutorService issuing = Executors.newSingleThreadExecutor(task -> {
        var thread = new Thread(task, "enrolment");
        thread.setDaemon(true);
        return thread;
    });

    /** Hears what happens at the door, on a thread of its own. */
    public interface Listener {
        /**
         * A VM has got its certificate.
         *
         * @param name of the VM
         * @param host that it asked from
         * @param more what it sent behind its request, as it came; empty when it sent nothing
         */
        void issued(String name, String host, String more);
    }

    /**
     * Listens.
     *
     * @param folder of the authority
     * @param home address at which VMs reach this process
     * @param validity of agents' certificates
     * @param listener hears who has got one
     * @throws InvalidInputException when the port cannot be listened on
     */
    public Enrolment(CertificateAuthority authority, Path folder, HostPort home, Duration validity, Listener listener) {
        this.authority = authority;
        this.issued = folder.resolve("issued");
        this.validity = validity;
        this.listener = listener;
        TlsIdentity identity = CertificateAuthority.identity(authority
                .issue(new Holder("home", Role.CLIENT, List.of(home.host()), validity), folder, Instant.now(), random)
                .folder());
        try {
            Files.createDirectories(issued);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ChannelFuture bound = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.family().listener())
                .option(ChannelOption.SO_REUSEADDR, true)
                .handler(new Lobby(CONNECTIONS, CONNECTIONS_OF_ADDRESS, connections, audit))
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(identity.acceptorOfAny(channel.alloc()))
                                .addLast(new HttpServerCodec(new HttpDecoderConfig()
                                        .setMaxInitialLineLength(LONGEST_LINE)
                                        .setMaxHeaderSize(LARGEST_HEADER)))
                                .addLast(new HttpObjectAggregator(LARGEST, true))
                                .addLast(new Asker());
                    }
                })
                .bind(new InetSocketAddress(home.port()))
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            issuing.shutdownNow();
            loops.close();
            throw new InvalidInputException(
                    "VMs cannot ask for their certificates at the port " + home.port() + ": "
                            + bound.cause().getMessage() + ".",
                    "Give --home a port that is free here.");
        }
        door = bound.channel();
    }

    /** Where it listens. */
    public int port() {
        return ((InetSocketAddress) door.localAddress()).getPort();
    }

    /** The token of a VM's name; the same for the same name, good once. */
    public String token(String name) {
        String token = authority.tokenFor("enrol " + name);
        nameOfToken.put(digest(token), name);
        return token;
    }

    /** Tokens are looked up by their digest, so that no comparison tells by its time how much of one was right. */
    private static String digest(String token) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private record Answer(HttpResponseStatus status, String text) {}

    /** One connection: one question, one answer, and it is closed. */
    private final class Asker extends SimpleChannelInboundHandler<FullHttpRequest> {
        private boolean asked;

        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            var end = context.executor().schedule(() -> context.close(), PATIENCE_SECONDS, TimeUnit.SECONDS);
            context.channel().closeFuture().addListener(closed -> end.cancel(false));
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            if (asked
                    || !request.decoderResult().isSuccess()
                    || !request.method().equals(HttpMethod.POST)
                    || !request.uri().equals("/certificate")) {
                send(context, new Answer(HttpResponseStatus.BAD_REQUEST, "This is no request that is taken here.\n"));
                return;
            }
            asked = true;
            String shown = request.headers().get(HttpHeaderNames.AUTHORIZATION, "");
            String text = request.content().toString(StandardCharsets.UTF_8);
            var from = (InetSocketAddress) context.channel().remoteAddress();
            issuing.execute(() -> {
                Answer answer = answer(shown, text, from);
                context.executor().execute(() -> send(context, answer));
            });
        }

        private void send(ChannelHandlerContext context, Answer answer) {
            byte[] body = answer.text().getBytes(StandardCharsets.UTF_8);
            var response =
                    new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, answer.status(), Unpooled.wrappedBuffer(body));
            response.headers()
                    .setInt(HttpHeaderNames.CONTENT_LENGTH, body.length)
                    .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
            context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }

    private Answer answer(String shown, String request, InetSocketAddress from) {
        String key = digest(shown.startsWith(BEARER) ? shown.substring(BEARER.length()) : "");
        String name = nameOfToken.get(key);
        if (name == null || Files.exists(issued.resolve(name + ".pem"))) {
            audit.refused(Audit.UNKNOWN, from, "a certificate without a token that is good");
            return new Answer(HttpResponseStatus.FORBIDDEN, "This token is not known, or was used.\n");
        }
        String host = from.getAddress().getHostAddress();
        int mark = request.indexOf(END);
        int end = mark < 0 ? request.length() : mark + END.length();
        try {
            String certificate = authority.endorse(
                    request.substring(0, end),
                    new Holder(name, Role.CLIENT, List.of(host), validity),
                    Instant.now(),
                    random);
            FileAccess.replace(issued.resolve(name + ".pem"), certificate);
            nameOfToken.remove(key);
            listener.issued(name, host, request.substring(end).strip());
            return new Answer(HttpResponseStatus.OK, certificate);
        } catch (LonghaulException refused) {
            return new Answer(HttpResponseStatus.BAD_REQUEST, refused.message() + "\n");
        }
    }

    @Override
    public void close() {
        door.close().awaitUninterruptibly();
        connections.close().awaitUninterruptibly();
        issuing.shutdownNow();
        loops.close();
    }
}
