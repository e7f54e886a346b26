package io.longhaul.probes.flow;

import io.longhaul.probes.wire.DatagramHeader;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DatagramPacket;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Counts the datagrams of one stream. Confined to the channel's event loop. */
public final class UdpReceiver extends CountingReceiver {
    private final boolean wide;
    private final DatagramAccount account = new DatagramAccount();

    /**
     * @param id of the stream
     * @param channel connected
     * @param wide whether sequence numbers have 64 bits
     * @param nanoClock monotonic
     */
    public UdpReceiver(int id, Channel channel, boolean wide, LongSupplier nanoClock) {
        super(id, channel, nanoClock);
        this.wide = wide;
    }

    @Override
    public StreamReading read() {
        return new StreamReading(nanoClock.getAsLong(), bytes(), Optional.empty(), 0, account.counts());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf datagram = ((DatagramPacket) message).content();
        int length = datagram.readableBytes();
        if (isCounting() && DatagramHeader.fits(length, wide)) {
            long sequence = DatagramHeader.sequence(datagram, wide);
            if (sequence > 0) {
                count(length);
                account.add(sequence, DatagramHeader.nanos(datagram), nanoClock.getAsLong());
            }
        }
        datagram.release();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // a port that is closed at the peer is told by ICMP; the control connection says how the test ends
    }
}
