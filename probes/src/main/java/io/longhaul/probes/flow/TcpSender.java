package io.longhaul.probes.flow;

import io.longhaul.probes.net.KernelOptions;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.EpollSocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Sends blocks as fast as the socket or a pacer allows. One block at a time is handed to the socket, so that a block is
 * one write and the count of octets sent is exact. On Linux the kernel takes the octets from a file in memory ({@code
 * sendfile}), which spares it a copy; elsewhere from a buffer. What the peer sends is dropped.
 * Confined to the channel's event loop.
 */
public final class TcpSender extends ChannelInboundHandlerAdapter implements DataStream {
    /** Lets other streams of the loop have their turn. */
    private static final int WRITES_PER_TURN = 4;

    /** One pending octet makes the channel unwritable, so its draining is told. */
    private static final WriteBufferWaterMark ANY_PENDING = new WriteBufferWaterMark(1, 1);

    private final int id;
    private final Channel channel;
    private final ByteBuf block;
    private final boolean fromFile;
    private final SendBudget budget;
    private final Pacer pacer;
    private final LongSupplier nanoClock;
    private final Runnable pumpTask = this::pump;
    private boolean running;
    private boolean pumping;
    private boolean waiting;
    private long queued;

    /**
     * @param id of the stream
     * @param channel open, to which this handler is then added last
     * @param blockSize octets a write
     * @param budget shared by all senders of the test
     * @param bitsPerSecond rate to hold; zero is as fast as possible
     * @param burst blocks that go together when a rate is held
     * @param nanoClock monotonic
     */
    public TcpSender(
            int id,
            Channel channel,
            int blockSize,
            SendBudget budget,
            long bitsPerSecond,
            int burst,
            LongSupplier nanoClock) {
        this.id = id;
        this.channel = channel;
        this.block = Payload.view(blockSize);
        this.fromFile = channel instanceof EpollSocketChannel && Payload.hasFile();
        this.budget = budget;
        this.pacer = new Pacer(bitsPerSecond, burst);
        this.nanoClock = nanoClock;
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public boolean isSender() {
        return true;
    }

    @Override
    public Channel channel() {
        return channel;
    }

    @Override
    public void begin() {
        running = true;
        channel.config().setWriteBufferWaterMark(ANY_PENDING);
        channel.config().setMessageSizeEstimator(WholeBlocks.INSTANCE);
        pacer.start(nanoClock.getAsLong());
        pump();
    }

    @Override
    public void halt() {
        running = false;
    }

    @Override
    public StreamReading read() {
        return new StreamReading(
                nanoClock.getAsLong(), queued - pending(), KernelOptions.tcpInfo(channel), DatagramCounts.NONE);
    }

    private int pending() {
        return channel.isWritable() ? 0 : block.readableBytes();
    }

    private void pump() {
        if (pumping || waiting) {
            return;
        }
        pumping = true;
        boolean more = true;
        for (int i = 0; more && i < WRITES_PER_TURN; i++) {
            more = sendBlock();
        }
        pumping = false;
        if (more) {
            channel.eventLoop().execute(pumpTask);
        }
    }

    /** Whether another block may follow at once. */
    private boolean sendBlock() {
        if (!running || !channel.isWritable()) {
            return false;
        }
        long delay = pacer.delay(nanoClock.getAsLong(), queued);
        if (delay > 0) {
            waiting = true;
            channel.eventLoop().schedule(this::resume, delay, TimeUnit.NANOSECONDS);
            return false;
        }
        int length = budget.claim(block.capacity());
        if (length == 0) {
            running = false;
            return false;
        }
        queued += length;
        channel.writeAndFlush(fromFile ? Payload.region(length) : block.setIndex(0, length), channel.voidPromise());
        return channel.isWritable();
    }

    private void resume() {
        waiting = false;
        pump();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (running && context.channel().isWritable()) {
            pump();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ((ByteBuf) message).release();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        running = false;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
