package io.longhaul.probes.flow;

import io.longhaul.probes.net.KernelOptions;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.util.function.LongSupplier;

/** Reads and counts octets and looks at none. Confined to the channel's event loop. */
public final class TcpReceiver extends CountingReceiver {
    public TcpReceiver(int id, Channel channel, LongSupplier nanoClock) {
        super(id, channel, nanoClock);
    }

    @Override
    public StreamReading read() {
        return new StreamReading(
                nanoClock.getAsLong(), bytes(), KernelOptions.tcpInfo(channel), 0, DatagramCounts.NONE);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf octets = (ByteBuf) message;
        if (isCounting()) {
            count(octets.readableBytes());
        }
        octets.release();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
