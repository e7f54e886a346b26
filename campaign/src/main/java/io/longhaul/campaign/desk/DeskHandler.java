package io.longhaul.campaign.desk;

import io.longhaul.campaign.orders.AgentHealth;
import io.longhaul.campaign.orders.Lease;
import io.longhaul.campaign.orders.Order;
import io.longhaul.campaign.orders.OrderStatus;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.error.LonghaulException;
import io.longhaul.core.text.Printable;
import io.longhaul.probes.server.Audit;
import io.longhaul.probes.server.Lobby;
import io.longhaul.probes.spec.Access;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.Role;
import io.longhaul.store.json.ErrorJson;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.ReadTimeoutException;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * One connection to the desk: who asks, what for, and the answer. One request after another; one that comes before the answer to the
 * one before ends the connection. Confined to the channel's loop, but for {@link OrderDesk}, which is safe for all.
 */
final class DeskHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
    private static final Pattern PATH =
            Pattern.compile("/v1/(orders|leases)/([A-Za-z0-9-]{1,64})(?:\\?wait_s=(\\d{1,2}))?");
    private static final long MOST_WAIT_SECONDS = 25;
    private static final byte[] PROBE = "longhaul orders".getBytes(StandardCharsets.UTF_8);
    private static final String BEARER = "Bearer ";
    private static final String OPENAPI = resource("openapi.json");

    /** Who the agent is, at the moment. */
    interface Source {
        AgentHealth health();
    }

    private final OrderDesk desk;
    private final Supplier<Access> access;
    private final Source source;
    private final Audit audit;
    private final Lobby lobby;
    private final int patienceSeconds;
    private boolean busy;
    private boolean proven;

    /**
     * @param lobby that a connection leaves once it has shown who it is
     * @param patienceSeconds from the start of a connection until it has, however it drips
     */
    DeskHandler(OrderDesk desk, Supplier<Access> access, Source source, Audit audit, Lobby lobby, int patienceSeconds) {
        this.desk = desk;
        this.access = access;
        this.source = source;
        this.audit = audit;
        this.lobby = lobby;
        this.patienceSeconds = patienceSeconds;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        ScheduledFuture<?> end = context.executor()
                .schedule(
                        () -> {
                            if (!proven) {
                                context.close();
                            }
                        },
                        patienceSeconds,
                        TimeUnit.SECONDS);
        context.channel().closeFuture().addListener(closed -> end.cancel(false));
    }

    private static String resource(String name) {
        try (InputStream in = DeskHandler.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Something that is answered as JSON of a status. */
    private record Answer(HttpResponseStatus status, String body) {
        static Answer ok(String json) {
            return new Answer(HttpResponseStatus.OK, json);
        }

        static Answer failure(HttpResponseStatus status, String message, String advice) {
            return new Answer(status, new ErrorJson().toJson(new ErrorJson.Failure(message, advice)));
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        if (busy || !request.decoderResult().isSuccess()) {
            audit.refused(Audit.UNKNOWN, from(context.channel()), "no request of HTTP that is taken here");
            send(
                    context,
                    Answer.failure(
                            HttpResponseStatus.BAD_REQUEST,
                            "This is no request that is taken here.",
                            "See /v1/openapi.json."),
                    false);
            return;
        }
        busy = true;
        boolean keep = HttpUtil.isKeepAlive(request);
        Optional<Answer> refused = refusal(context.channel(), request);
        if (refused.isPresent()) {
            send(context, refused.get(), false);
            return;
        }
        proven = true;
        lobby.leave(context.channel());
        Matcher path = PATH.matcher(request.uri());
        boolean known = path.matches();
        if (known
                && path.group(1).equals("orders")
                && path.group(3) != null
                && request.method().equals(HttpMethod.GET)) {
            await(context, path.group(2), Long.parseLong(path.group(3)), keep);
            return;
        }
        send(context, guarded(() -> answer(context.channel(), request, known ? path : null)), keep);
    }

    private Answer answer(Channel channel, FullHttpRequest request, @Nullable Matcher path) {
        HttpMethod method = request.method();
        if (path == null) {
            if (method.equals(HttpMethod.GET) && request.uri().equals("/v1/health")) {
                return Answer.ok(AgentHealth.JSON.toJson(source.health()));
            }
            if (method.equals(HttpMethod.GET) && request.uri().equals("/v1/openapi.json")) {
                return new Answer(HttpResponseStatus.OK, OPENAPI);
            }
            return Answer.failure(
                    HttpResponseStatus.NOT_FOUND, "There is nothing of that name here.", "See /v1/openapi.json.");
        }
        String id = path.group(2);
        if (path.group(3) != null) {
            return Answer.failure(
                    HttpResponseStatus.BAD_REQUEST, "Only a GET of an order can wait.", "See /v1/openapi.json.");
        }
        if (path.group(1).equals("leases")) {
            if (!method.equals(HttpMethod.PUT)) {
                return notAllowed();
            }
            Lease asked = Lease.JSON.fromJson(body(request), "the lease");
            requireSame(id, asked.id());
            return Answer.ok(Lease.JSON.toJson(desk.lease(asked)));
        }
        if (method.equals(HttpMethod.PUT)) {
            Order order = Order.JSON.fromJson(body(request), "the order");
            requireSame(id, order.id());
            OrderStatus status = desk.submit(order);
            audit.served(
                    "coordinator",
                    from(channel),
                    "an order for " + order.link() + " of the campaign " + Printable.of(order.campaign()),
                    status.state().id());
            return Answer.ok(OrderStatus.JSON.toJson(status));
        }
        if (method.equals(HttpMethod.GET)) {
            return Answer.ok(OrderStatus.JSON.toJson(desk.status(id)));
        }
        if (method.equals(HttpMethod.DELETE)) {
            return Answer.ok(OrderStatus.JSON.toJson(desk.close(id)));
        }
        return notAllowed();
    }

    private static Answer notAllowed() {
        return Answer.failure(
                HttpResponseStatus.METHOD_NOT_ALLOWED, "That cannot be done here.", "See /v1/openapi.json.");
    }

    private static void requireSame(String inPath, String inBody) {
        if (!inPath.equals(inBody)) {
            throw new InvalidInputException("The id of the address is not that of the body.", "Give both the same.");
        }
    }

    private static String body(FullHttpRequest request) {
        String type = request.headers().get(HttpHeaderNames.CONTENT_TYPE, "");
        if (!type.equals("application/json") && !type.startsWith("application/json;")) {
            throw new InvalidInputException(
                    "The body is not said to be JSON.", "Give the header Content-Type: application/json.");
        }
        return request.content().toString(StandardCharsets.UTF_8);
    }

    /** Long polling: the answer comes when the order is done, or when the time is over. */
    private void await(ChannelHandlerContext context, String id, long seconds, boolean keep) {
        Answer first = guarded(() -> Answer.ok(OrderStatus.JSON.toJson(desk.status(id))));
        if (!first.status().equals(HttpResponseStatus.OK)) {
            send(context, first, keep);
            return;
        }
        desk.settled(id)
                .orTimeout(Math.min(seconds, MOST_WAIT_SECONDS), TimeUnit.SECONDS)
                .whenComplete((settled, late) -> context.executor()
                        .execute(() -> send(
                                context, guarded(() -> Answer.ok(OrderStatus.JSON.toJson(desk.status(id)))), keep)));
    }

    private interface Work {
        Answer answer();
    }

    private static Answer guarded(Work work) {
        try {
            return work.answer();
        } catch (OrderRefusedException refused) {
            HttpResponseStatus status = switch (refused.reason()) {
                case CONFLICT -> HttpResponseStatus.CONFLICT;
                case UNKNOWN -> HttpResponseStatus.NOT_FOUND;
                case FULL -> HttpResponseStatus.SERVICE_UNAVAILABLE;
            };
            return Answer.failure(status, refused.message(), refused.advice());
        } catch (LonghaulException invalid) {
            return Answer.failure(HttpResponseStatus.BAD_REQUEST, Printable.of(invalid.message()), invalid.advice());
        } catch (IllegalArgumentException | ArithmeticException odd) {
            return Answer.failure(
                    HttpResponseStatus.BAD_REQUEST, "A value is beyond all that can be.", "See /v1/openapi.json.");
        }
    }

    private void send(ChannelHandlerContext context, Answer answer, boolean keep) {
        busy = false;
        byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
        FullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, answer.status(), Unpooled.wrappedBuffer(body));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
                .setInt(HttpHeaderNames.CONTENT_LENGTH, body.length)
                .set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_STORE)
                .set("X-Content-Type-Options", "nosniff");
        if (keep) {
            context.writeAndFlush(response);
        } else {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
            context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
        }
    }

    /** Empty when whoever asks may. A browser is never let in: pages of others could ask through it. */
    private Optional<Answer> refusal(Channel channel, FullHttpRequest request) {
        if (request.headers().contains(HttpHeaderNames.ORIGIN)) {
            audit.refused(Audit.UNKNOWN, from(channel), "a web page asks");
            return Optional.of(Answer.failure(HttpResponseStatus.FORBIDDEN, "Web pages give no orders.", "Use curl."));
        }
        Access now = access.get();
        String authorization = request.headers().get(HttpHeaderNames.AUTHORIZATION, "");
        if (authorization.startsWith(BEARER)) {
            return byToken(now, authorization.substring(BEARER.length()), channel);
        }
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        Optional<Access.Caller> caller = tls == null ? Optional.empty() : now.callerOf(chain(tls));
        if (caller.map(Access.Caller::role).equals(Optional.of(Role.COORDINATOR)) || now.isOpen()) {
            return Optional.empty();
        }
        audit.refused(
                caller.map(known -> "certificate:" + Printable.of(known.name())).orElse(Audit.UNKNOWN),
                from(channel),
                "no coordinator");
        return Optional.of(Answer.failure(
                caller.isPresent() ? HttpResponseStatus.FORBIDDEN : HttpResponseStatus.UNAUTHORIZED,
                "Orders are taken from coordinators only.",
                "Show a coordinator's certificate (longhaul certs issue --role coordinator), or its token."));
    }

    private Optional<Answer> byToken(Access now, String shown, Channel channel) {
        boolean here =
                ((InetSocketAddress) channel.remoteAddress()).getAddress().isLoopbackAddress();
        Optional<Access.Token> known = now.tokens().stream()
                .filter(token -> (here || !token.onlyHere()) && isSame(token.secret(), shown))
                .findFirst();
        if (known.map(Access.Token::role).equals(Optional.of(Role.COORDINATOR))) {
            return Optional.empty();
        }
        audit.refused(
                known.map(token -> "token:" + token.name()).orElse(Audit.UNKNOWN),
                from(channel),
                "no coordinator's token");
        return Optional.of(Answer.failure(
                known.isPresent() ? HttpResponseStatus.FORBIDDEN : HttpResponseStatus.UNAUTHORIZED,
                "The token is not that of a coordinator.",
                "Write it into the agent's token file with the role: NAME coordinator TOKEN."));
    }

    private static boolean isSame(AccessToken own, String shown) {
        try {
            return MessageDigest.isEqual(
                    own.authenticate(PROBE), AccessToken.of(shown).authenticate(PROBE));
        } catch (InvalidInputException tooShort) {
            return false;
        }
    }

    private static List<Certificate> chain(SslHandler tls) {
        try {
            return List.of(tls.engine().getSession().getPeerCertificates());
        } catch (SSLPeerUnverifiedException nobody) {
            return List.of();
        }
    }

    private static InetSocketAddress from(Channel channel) {
        return (InetSocketAddress) channel.remoteAddress();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (!(cause instanceof ReadTimeoutException) && context.channel().isActive()) {
            audit.refused(Audit.UNKNOWN, from(context.channel()), "no TLS and no HTTP that is taken here");
        }
        context.close();
    }
}
