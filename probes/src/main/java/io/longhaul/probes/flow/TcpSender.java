package io.longhaul.probes.flow;

import io.longhaul.probes.net.KernelOptions;
import io.longhaul.probes.net.TcpInfo;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.FileRegion;
import io.netty.channel.epoll.EpollSocketChannel;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends octets over TCP. On Linux the kernel takes them from a file in memory ({@code sendfile}), which spares it a copy;
 * elsewhere from a buffer. What the peer sends is dropped. Confined to the channel's event loop.
 */
public final class TcpSender extends PacedSender {
    private static final int WRITES_PER_TURN = 4;

    private final ByteBuf block;
    private final boolean fromFile;
    private final DeliveredOctets delivered = new DeliveredOctets();
    private @Nullable FileRegion lastRegion;
    private long taken;

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
        taken = Math.max(taken, bytes() - pending());
        Optional<TcpInfo> tcp = KernelOptions.tcpInfo(channel);
        return new StreamReading(
                nanoClock.getAsLong(), taken, tcp, tcp.map(delivered::upTo).orElse(0L), DatagramCounts.NONE);
    }

    /** Octets of the last block that the kernel has not taken; a closed channel cannot tell without a file. */
    private long pending() {
        FileRegion region = lastRegion;
        if (region != null) {
            return region.count() - region.transferred();
        }
        return channel.isWritable() ? 0 : block.readableBytes();
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
        if (fromFile) {
            lastRegion = Payload.region(length);
            channel.writeAndFlush(lastRegion, channel.voidPromise());
        } else {
            channel.writeAndFlush(block.setIndex(0, length), channel.voidPromise());
        }
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
