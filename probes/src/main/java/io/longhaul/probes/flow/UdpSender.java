package io.longhaul.probes.flow;

import io.longhaul.probes.wire.DatagramHeader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DatagramPacket;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Sends numbered, stamped datagrams. One buffer serves all of them. Confined to the channel's event loop. */
public final class UdpSender extends PacedSender {
    private static final int DATAGRAMS_PER_TURN = 32;

    private final boolean wide;
    private final ByteBuf buffer;
    private final ByteBuf datagram;
    private boolean released;
    private long sequence;

    /**
     * @param id of the stream
     * @param channel connected, to which this handler is then added last
     * @param length octets of a datagram
     * @param wide whether sequence numbers have 64 bits
     * @param budget shared by all senders of the test
     * @param pacer holds the rate
     * @param nanoClock monotonic
     */
    UdpSender(
            int id, Channel channel, int length, boolean wide, SendBudget budget, Pacer pacer, LongSupplier nanoClock) {
        super(id, channel, budget, pacer, DATAGRAMS_PER_TURN, nanoClock);
        this.wide = wide;
        this.buffer = Unpooled.directBuffer(length, length).writeBytes(Payload.view(length));
        this.datagram = Unpooled.unreleasableBuffer(buffer);
    }

    @Override
    boolean canSend() {
        return !released;
    }

    @Override
    public StreamReading read() {
        return new StreamReading(
                nanoClock.getAsLong(), bytes(), Optional.empty(), 0, new DatagramCounts(sequence, 0, 0, 0));
    }

    @Override
    int blockLength() {
        return datagram.capacity();
    }

    @Override
    boolean mayCut() {
        return false;
    }

    @Override
    void write(int length, long now) {
        sequence++;
        DatagramHeader.write(datagram, now, sequence, wide);
        channel.writeAndFlush(datagram.setIndex(0, length), channel.voidPromise());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ((DatagramPacket) message).release();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        super.handlerRemoved(context);
        if (!released) {
            released = true;
            buffer.release();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // a port that is closed at the peer is told by ICMP; the control connection says how the test ends
    }
}
