package io.longhaul.probes.server;

import io.longhaul.probes.spec.AgentOptions;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Returns every octet, reads no faster than the client takes them back, and ends a session that is idle, overlong, or above
 * the limits of a test. Confined to the channel's event loop.
 */
final class EchoHandler extends ChannelInboundHandlerAdapter {
    private static final int IDLE_PATIENCES = 8;

    private final AgentOptions options;
    private final LongSupplier nanoClock;
    private final RunGuard guard;
    private long octets;
    private @Nullable Future<?> watch;
    private @Nullable Future<?> end;

    /**
     * @param nanoClock monotonic; the session begins now
     */
    EchoHandler(AgentOptions options, LongSupplier nanoClock) {
        this.options = options;
        this.nanoClock = nanoClock;
        this.guard =
                new RunGuard(options.limits(), options.patience().multipliedBy(IDLE_PATIENCES), nanoClock.getAsLong());
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        watch = context.executor()
                .scheduleWithFixedDelay(
                        () -> look(context), LimitWatch.PERIOD_MILLIS, LimitWatch.PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        end = context.executor()
                .schedule(() -> context.close(), options.limits().duration().toNanos(), TimeUnit.NANOSECONDS);
    }

    private void look(ChannelHandlerContext context) {
        guard.observe(nanoClock.getAsLong(), octets).ifPresent(reason -> context.close());
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        if (watch != null) {
            watch.cancel(false);
        }
        if (end != null) {
            end.cancel(false);
        }
    }

    /**
     * Writes a copy: the buffer of a read is as large as the largest read, and a client that takes nothing back would have one
     * held for every octet it sends.
     */
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf read = (ByteBuf) message;
        try {
            octets += 2L * read.readableBytes();
            ByteBuf copy = context.alloc().directBuffer(read.readableBytes()).writeBytes(read);
            context.writeAndFlush(copy, context.voidPromise());
        } finally {
            read.release();
        }
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
