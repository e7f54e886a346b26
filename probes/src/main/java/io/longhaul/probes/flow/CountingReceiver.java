package io.longhaul.probes.flow;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.function.LongSupplier;

/** Counts what arrives, from its creation on, until it is halted. Confined to the channel's event loop. */
abstract class CountingReceiver extends ChannelInboundHandlerAdapter implements DataStream {
    final Channel channel;
    final LongSupplier nanoClock;
    private final int id;
    private boolean counting = true;
    private long bytes;

    CountingReceiver(int id, Channel channel, LongSupplier nanoClock) {
        this.id = id;
        this.channel = channel;
        this.nanoClock = nanoClock;
    }

    @Override
    public final int id() {
        return id;
    }

    @Override
    public final boolean isSender() {
        return false;
    }

    @Override
    public final Channel channel() {
        return channel;
    }

    @Override
    public final void begin() {
        // counts from the first octet on
    }

    @Override
    public final void halt() {
        counting = false;
    }

    final boolean isCounting() {
        return counting;
    }

    final void count(int octets) {
        bytes += octets;
    }

    final long bytes() {
        return bytes;
    }
}
