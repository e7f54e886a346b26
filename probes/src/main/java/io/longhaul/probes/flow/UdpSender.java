package io.longhaul.probes.flow;

import io.longhaul.probes.wire.DatagramHeader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.DatagramPacket;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Sends numbered, stamped datagrams at a rate. One buffer serves all of them. Confined to the channel's event loop. */
public final class UdpSender extends ChannelInboundHandlerAdapter implements DataStream {
    private static final int DATAGRAMS_PER_TURN = 32;
    private static final WriteBufferWaterMark ANY_PENDING = new WriteBufferWaterMark(1, 1);

    private final int id;
    private final Channel channel;
    private final boolean wide;
    private final SendBudget budget;
    private final Pacer pacer;
    private final LongSupplier nanoClock;
    private final ByteBuf buffer;
    private final ByteBuf datagram;
    private final Runnable pumpTask = this::pump;
    private boolean running;
    private boolean pumping;
    private boolean waiting;
    private boolean released;
    private long bytes;
    private long sequence;

    /**
     * @param id of the stream
     * @param channel connected, to which this handler is then added last
     * @param length octets of a datagram
     * @param wide whether sequence numbers have 64 bits
     * @param budget shared by all senders of the test
     * @param bitsPerSecond rate to hold; zero is as fast as possible
     * @param burst datagrams that go together
     * @param nanoClock monotonic
     */
    public UdpSender(
            int id,
            Channel channel,
            int length,
            boolean wide,
            SendBudget budget,
            long bitsPerSecond,
            int burst,
            LongSupplier nanoClock) {
        this.id = id;
        this.channel = channel;
        this.wide = wide;
        this.budget = budget;
        this.pacer = new Pacer(bitsPerSecond, burst);
        this.nanoClock = nanoClock;
        this.buffer = Unpooled.directBuffer(length, length).writeBytes(Payload.view(length));
        this.datagram = Unpooled.unreleasableBuffer(buffer);
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
        if (!released) {
            running = true;
            channel.config().setWriteBufferWaterMark(ANY_PENDING);
            pacer.start(nanoClock.getAsLong());
            pump();
        }
    }

    @Override
    public void halt() {
        running = false;
    }

    @Override
    public StreamReading read() {
        return new StreamReading(nanoClock.getAsLong(), bytes, Optional.empty(), new DatagramCounts(sequence, 0, 0, 0));
    }

    private void pump() {
        if (pumping || waiting) {
            return;
        }
        pumping = true;
        boolean more = true;
        for (int i = 0; more && i < DATAGRAMS_PER_TURN; i++) {
            more = sendOne();
        }
        pumping = false;
        if (more) {
            channel.eventLoop().execute(pumpTask);
        }
    }

    /** Whether another one may follow at once. */
    private boolean sendOne() {
        if (!running || released || !channel.isWritable()) {
            return false;
        }
        long now = nanoClock.getAsLong();
        long delay = pacer.delay(now, bytes);
        if (delay > 0) {
            waiting = true;
            channel.eventLoop().schedule(this::resume, delay, TimeUnit.NANOSECONDS);
            return false;
        }
        int length = datagram.capacity();
        if (budget.claim(length) == 0) {
            running = false;
            return false;
        }
        bytes += length;
        sequence++;
        DatagramHeader.write(datagram, now, sequence, wide);
        channel.writeAndFlush(datagram.setIndex(0, length), channel.voidPromise());
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
        ((DatagramPacket) message).release();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        running = false;
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
