package io.longhaul.probes.server;

import io.longhaul.probes.spec.AgentOptions;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Returns every octet, reads no faster than the client takes them back, and ends an idle or overlong session. Confined to
 * the channel's event loop.
 */
final class EchoHandler extends ChannelInboundHandlerAdapter {
    private static final int IDLE_PATIENCES = 8;

    private final AgentOptions options;
    private boolean heard;
    private @Nullable Future<?> idleCheck;
    private @Nullable Future<?> end;

    EchoHandler(AgentOptions options) {
        this.options = options;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        long idle = options.patience().toNanos() * IDLE_PATIENCES;
        idleCheck =
                context.executor().scheduleAtFixedRate(() -> closeIfIdle(context), idle, idle, TimeUnit.NANOSECONDS);
        end = context.executor()
                .schedule(() -> context.close(), options.limits().duration().toNanos(), TimeUnit.NANOSECONDS);
    }

    private void closeIfIdle(ChannelHandlerContext context) {
        if (!heard) {
            context.close();
        }
        heard = false;
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        if (idleCheck != null) {
            idleCheck.cancel(false);
        }
        if (end != null) {
            end.cancel(false);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        heard = true;
        context.writeAndFlush(message, context.voidPromise());
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        context.channel().config().setAutoRead(context.channel().isWritable());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
