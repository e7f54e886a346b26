package io.longhaul.probes.flow;

import io.longhaul.probes.net.KernelOptions;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.function.LongSupplier;

/** Reads and counts octets and looks at none. Confined to the channel's event loop. */
public final class TcpReceiver extends ChannelInboundHandlerAdapter implements DataStream {
    private final int id;
    private final Channel channel;
    private final LongSupplier nanoClock;
    private boolean counting = true;
    private long bytes;

    public TcpReceiver(int id, Channel channel, LongSupplier nanoClock) {
        this.id = id;
        this.channel = channel;
        this.nanoClock = nanoClock;
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public boolean isSender() {
        return false;
    }

    @Override
    public Channel channel() {
        return channel;
    }

    @Override
    public void begin() {
        // counts from the first octet on
    }

    @Override
    public void halt() {
        counting = false;
    }

    @Override
    public StreamReading read() {
        return new StreamReading(nanoClock.getAsLong(), bytes, KernelOptions.tcpInfo(channel), DatagramCounts.NONE);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf octets = (ByteBuf) message;
        if (counting) {
            bytes += octets.readableBytes();
        }
        octets.release();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
