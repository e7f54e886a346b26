package io.longhaul.probes.server;

import io.longhaul.probes.wire.ControlState;
import io.longhaul.probes.wire.Cookie;
import io.longhaul.probes.wire.Hello;
import io.longhaul.probes.wire.Service;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the first octets of an accepted connection and gives it to whom they name: a service, a test that waits for
 * streams, or a new test of a client of iperf3. A connection that keeps silent is closed. Confined to the channel's event loop.
 */
final class HelloHandler extends ChannelInboundHandlerAdapter {
    private final AgentContext agent;
    private final byte[] octets = new byte[Cookie.LENGTH];
    private int filled;
    private @Nullable Future<?> silence;

    HelloHandler(AgentContext agent) {
        this.agent = agent;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        silence = context.executor()
                .schedule(() -> context.close(), agent.options().patience().toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        stopWaiting();
    }

    private void stopWaiting() {
        if (silence != null) {
            silence.cancel(false);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            int count = Math.min(octets.length - filled, in.readableBytes());
            in.readBytes(octets, filled, count);
            filled += count;
            if (count > 0 && filled == octets.length) {
                stopWaiting();
                direct(context);
            }
            if (context.isRemoved() && in.isReadable()) {
                context.fireChannelRead(in.retain());
            }
        } finally {
            in.release();
        }
    }

    private void direct(ChannelHandlerContext context) {
        if (Hello.isHello(octets)) {
            serve(context);
            return;
        }
        Cookie cookie = Cookie.of(octets);
        Optional<TestRegistry.Place> found = agent.tests().find(cookie);
        if (found.isEmpty()) {
            context.pipeline().addLast(TestSession.ofStranger(agent, context.channel(), cookie));
            context.pipeline().remove(this);
            return;
        }
        TestSession test = found.get().test();
        boolean joins = context.pipeline().get(SslHandler.class) == null
                && test.clientAddress().equals(Lobby.addressOf(context.channel()))
                && agent.tests().take(cookie);
        if (joins) {
            // stays in the pipeline and drops octets until the test puts its own handler there
            agent.lobby().leave(context.channel());
            test.offer(new AcceptedStream(
                    context.channel(),
                    Lobby.orderOf(context.channel()),
                    found.get().index()));
        } else {
            deny(context, "a data connection that is not of its test");
        }
    }

    private void serve(ChannelHandlerContext context) {
        Optional<Service> service = Hello.service(octets);
        if (service.isEmpty()) {
            deny(context, "an unknown service");
            return;
        }
        context.pipeline().addLast(Reception.of(agent, context.channel(), octets.clone(), service.get()));
        context.pipeline().remove(this);
    }

    private void deny(ChannelHandlerContext context, String why) {
        agent.audit()
                .refused(
                        Audit.UNKNOWN,
                        (java.net.InetSocketAddress) context.channel().remoteAddress(),
                        why);
        Channel channel = context.channel();
        channel.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {ControlState.ACCESS_DENIED.code()}))
                .addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
