package io.longhaul.probes.server;

import io.longhaul.probes.wire.ControlState;
import io.longhaul.probes.wire.Cookie;
import io.longhaul.probes.wire.Hello;
import io.longhaul.probes.wire.Service;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
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
 * streams, or a new test. A connection that keeps silent is closed. Confined to the channel's event loop.
 */
final class HelloHandler extends ChannelInboundHandlerAdapter {
    private final AgentContext agent;
    private final long order;
    private final byte[] octets = new byte[Cookie.LENGTH + Integer.BYTES];
    private int filled;
    private int wanted = Cookie.LENGTH;
    private @Nullable Future<?> silence;
    private @Nullable TestSession session;
    private boolean done;

    /**
     * @param agent that accepted the connection
     * @param order in which it was accepted
     */
    HelloHandler(AgentContext agent, long order) {
        this.agent = agent;
        this.order = order;
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
            while (!done && in.isReadable()) {
                int count = Math.min(wanted - filled, in.readableBytes());
                in.readBytes(octets, filled, count);
                filled += count;
                if (filled == wanted) {
                    complete(context);
                }
            }
            if (context.isRemoved() && in.isReadable()) {
                context.fireChannelRead(in.retain());
            }
        } finally {
            in.release();
        }
    }

    private void complete(ChannelHandlerContext context) {
        TestSession found = session;
        if (found != null) {
            giveStream(context, found, Unpooled.wrappedBuffer(octets).getInt(Cookie.LENGTH));
            return;
        }
        byte[] first = java.util.Arrays.copyOf(octets, Cookie.LENGTH);
        if (Hello.isHello(first)) {
            serve(context, first);
            return;
        }
        Cookie cookie = Cookie.of(first);
        Optional<TestSession> owner = agent.tests().find(cookie);
        if (owner.isPresent() && context.pipeline().get(SslHandler.class) != null) {
            deny(context);
        } else if (owner.isEmpty()) {
            startTest(context, cookie);
        } else if (owner.get().indexedStreams()) {
            session = owner.get();
            wanted = octets.length;
        } else {
            giveStream(context, owner.get(), AcceptedStream.NO_INDEX);
        }
    }

    private void serve(ChannelHandlerContext context, byte[] first) {
        Optional<Service> service = Hello.service(first);
        if (service.isEmpty()) {
            deny(context);
            return;
        }
        finish();
        EchoService.open(agent, context.channel(), first);
        context.pipeline().remove(this);
    }

    private void startTest(ChannelHandlerContext context, Cookie cookie) {
        finish();
        var test = new TestSession(agent, context.channel(), cookie);
        context.pipeline().addLast(test.control());
        context.pipeline().remove(this);
        if (!agent.tests().admit(test)) {
            test.deny();
        }
    }

    /** Stays in the pipeline and drops octets until the test puts its own handler there. */
    private void giveStream(ChannelHandlerContext context, TestSession test, int index) {
        finish();
        test.offer(new AcceptedStream(context.channel(), order, index));
    }

    private void deny(ChannelHandlerContext context) {
        finish();
        context.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {ControlState.ACCESS_DENIED.code()}))
                .addListener(ChannelFutureListener.CLOSE);
    }

    private void finish() {
        done = true;
        stopWaiting();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
