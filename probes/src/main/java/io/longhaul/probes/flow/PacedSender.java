package io.longhaul.probes.flow;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends blocks as fast as the socket, the budget and a pacer allow, one at a time, so that a block is one write and the count
 * of octets is exact. In steady state nothing is allocated but what the socket needs for a write. Confined to the channel's
 * event loop.
 */
abstract class PacedSender extends StreamHandler {
    /** One pending octet makes the channel unwritable, so its draining is told. */
    private static final WriteBufferWaterMark ANY_PENDING = new WriteBufferWaterMark(1, 1);

    private final SendBudget budget;
    private final Pacer pacer;
    private final int perTurn;
    private final Runnable pumpTask = this::pump;
    private boolean running;
    private boolean counting;
    private boolean pumping;
    private @Nullable Future<?> waiting;

    /**
     * @param id of the stream
     * @param channel open, to which this handler is then added last
     * @param budget shared by all senders of the test
     * @param pacer holds the rate
     * @param perTurn blocks before other streams of the loop have their turn
     * @param nanoClock monotonic
     */
    PacedSender(int id, Channel channel, SendBudget budget, Pacer pacer, int perTurn, LongSupplier nanoClock) {
        super(id, channel, nanoClock);
        this.budget = budget;
        this.pacer = pacer;
        this.perTurn = perTurn;
    }

    @Override
    public final boolean isSender() {
        return true;
    }

    @Override
    public final void begin() {
        if (canSend()) {
            running = true;
            channel.config().setWriteBufferWaterMark(ANY_PENDING);
            prepare();
            pacer.start(nanoClock.getAsLong());
            pump();
        }
    }

    @Override
    public final void halt() {
        running = false;
        if (waiting != null) {
            waiting.cancel(false);
            waiting = null;
        }
    }

    /** What is under way to the kernel now will be counted as sent after this, so the budget pays for it. */
    @Override
    public final StreamReading mark() {
        StreamReading now = read();
        counting = true;
        budget.payLate(bytes() - now.bytes());
        return now;
    }

    /** Whether there is something to send with. */
    boolean canSend() {
        return true;
    }

    /** Sets the channel up before the first block. */
    void prepare() {
        // most need nothing
    }

    /** Octets of a block. */
    abstract int blockLength();

    /** Whether a block may be cut to what the budget has left. */
    abstract boolean mayCut();

    /** Hands a block to the socket. */
    abstract void write(int length, long now);

    private void pump() {
        if (pumping || waiting != null) {
            return;
        }
        pumping = true;
        boolean more = true;
        for (int i = 0; more && i < perTurn; i++) {
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
        long now = nanoClock.getAsLong();
        long delay = pacer.delay(now, bytes());
        if (delay > 0) {
            waiting = channel.eventLoop().schedule(this::resume, delay, TimeUnit.NANOSECONDS);
            return false;
        }
        int length = budget.claim(blockLength(), counting);
        if (length == 0) {
            running = false;
            return false;
        }
        int whole = mayCut() ? length : blockLength();
        count(whole);
        write(whole, now);
        return channel.isWritable();
    }

    private void resume() {
        waiting = null;
        pump();
    }

    @Override
    public final void channelWritabilityChanged(ChannelHandlerContext context) {
        if (running && context.channel().isWritable()) {
            pump();
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        halt();
    }
}
