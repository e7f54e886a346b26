package io.longhaul.probes.flow;

import io.longhaul.probes.net.KernelOptions;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.epoll.EpollSocketChannel;
import java.util.function.LongSupplier;

/**
 * Sends octets over TCP. On Linux the kernel takes them from a file in memory ({@code sendfile}), which spares it a copy;
 * elsewhere from a buffer. What the peer sends is dropped. Confined to the channel's event loop.
 */
public final class TcpSender extends PacedSender {
    private static final int WRITES_PER_TURN = 4;

    private final ByteBuf block;
    private final boolean fromFile;

    /**
     * @param id of the stream
     * @param channel open, to which this handler is then added last
     * @param blockSize octets a write
     * @param budget shared by all senders of the test
     * @param pacer holds the rate
     * @param nanoClock monotonic
     */
    TcpSender(int id, Channel channel, int blockSize, SendBudget budget, Pacer pacer, LongSupplier nanoClock) {
        super(id, channel, budget, pacer, WRITES_PER_TURN, nanoClock);
        this.block = Payload.view(blockSize);
        this.fromFile = channel instanceof EpollSocketChannel && Payload.hasFile();
    }

    @Override
    void prepare() {
        channel.config().setMessageSizeEstimator(WholeBlocks.INSTANCE);
    }

    @Override
    public StreamReading read() {
        int pending = channel.isWritable() ? 0 : block.readableBytes();
        return new StreamReading(
                nanoClock.getAsLong(), bytes() - pending, KernelOptions.tcpInfo(channel), DatagramCounts.NONE);
    }

    @Override
    int blockLength() {
        return block.capacity();
    }

    @Override
    boolean mayCut() {
        return true;
    }

    @Override
    void write(int length, long now) {
        channel.writeAndFlush(fromFile ? Payload.region(length) : block.setIndex(0, length), channel.voidPromise());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ((ByteBuf) message).release();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
