package io.longhaul.probes.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.group.ChannelGroup;
import io.netty.util.AttributeKey;

/**
 * Numbers connections in the order the kernel gave them, before they spread over the loops, and closes those above the
 * limit. Sits in the listening socket's pipeline; confined to its loop.
 */
final class AcceptOrder extends ChannelInboundHandlerAdapter {
    private static final AttributeKey<Long> ORDER = AttributeKey.valueOf(AcceptOrder.class, "order");

    private final int limit;
    private final ChannelGroup connections;
    private long next;

    AcceptOrder(int limit, ChannelGroup connections) {
        this.limit = limit;
        this.connections = connections;
    }

    /** The number of an accepted connection. */
    static long of(Channel channel) {
        return channel.attr(ORDER).get();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        Channel accepted = (Channel) message;
        if (connections.size() >= limit) {
            accepted.unsafe().closeForcibly();
            return;
        }
        accepted.attr(ORDER).set(next++);
        connections.add(accepted);
        context.fireChannelRead(accepted);
    }
}
