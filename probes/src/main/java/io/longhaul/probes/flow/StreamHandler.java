package io.longhaul.probes.flow;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.function.LongSupplier;

/** One end of a stream on its channel. Confined to the channel's event loop, but for what {@link DataStream} says. */
abstract class StreamHandler extends ChannelInboundHandlerAdapter implements DataStream {
    final Channel channel;
    final LongSupplier nanoClock;
    private final int id;
    private long bytes;

    StreamHandler(int id, Channel channel, LongSupplier nanoClock) {
        this.id = id;
        this.channel = channel;
        this.nanoClock = nanoClock;
    }

    @Override
    public final int id() {
        return id;
    }

    @Override
    public final Channel channel() {
        return channel;
    }

    final void count(int octets) {
        bytes += octets;
    }

    /** Octets handed to the socket or taken from it. */
    final long bytes() {
        return bytes;
    }
}
