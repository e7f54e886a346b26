package io.longhaul.probes.server;

import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.wire.RefusalCode;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Returns every octet, reads no faster than the client takes them back, and ends a session that is idle, overlong, or above
 * the limits of a test. Confined to the channel's event loop.
 */
final class EchoHandler extends ChannelInboundHandlerAdapter {
    private static final int IDLE_PATIENCES = 8;

    private final AgentContext agent;
    private final String who;
    private final InetSocketAddress client;
    private final RunGuard guard;
    private long octets;
    private long charged;
    private String ended = "it closed the connection";
    private @Nullable Future<?> watch;
    private @Nullable Future<?> end;

    /** The session begins now. */
    EchoHandler(AgentContext agent, String who, InetSocketAddress client) {
        this.agent = agent;
        this.who = who;
        this.client = client;
        AgentOptions options = agent.options();
        this.guard = new RunGuard(
                options.limits(),
                options.patience().multipliedBy(IDLE_PATIENCES),
                agent.nanoClock().getAsLong());
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        watch = context.executor()
                .scheduleWithFixedDelay(
                        () -> look(context),
                        TestTransfer.PERIOD_MILLIS,
                        TestTransfer.PERIOD_MILLIS,
                        TimeUnit.MILLISECONDS);
        end = context.executor()
                .schedule(
                        () -> close(context, RefusalCode.EXPIRED),
                        agent.options().limits().duration().toNanos(),
                        TimeUnit.NANOSECONDS);
    }

    private void look(ChannelHandlerContext context) {
        Optional<RefusalCode> overdrawn = settle();
        guard.observe(agent.nanoClock().getAsLong(), octets)
                .or(() -> overdrawn)
                .ifPresent(reason -> close(context, reason));
    }

    private Optional<RefusalCode> settle() {
        long half = (octets - charged) / 2;
        charged = octets;
        return agent.usage().charge(client.getAddress(), half, half);
    }

    private void close(ChannelHandlerContext context, RefusalCode reason) {
        ended = RefusalCode.describe(reason.code());
        context.close();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        if (watch != null) {
            watch.cancel(false);
        }
        if (end != null) {
            end.cancel(false);
        }
        settle();
        agent.audit().served(who, client, "echo", octets + " octets; " + ended);
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
