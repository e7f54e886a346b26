package io.longhaul.probes.control;

import io.longhaul.probes.wire.ControlDecoder;
import io.longhaul.probes.wire.ControlState;
import io.longhaul.probes.wire.ProtocolException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One control connection: messages in and out, and a limit on the peer's silence. Add it to the pipeline last. Confined
 * to the channel's event loop.
 */
public final class ControlChannel extends ChannelInboundHandlerAdapter {
    private static final Duration LAST_WORDS = Duration.ofSeconds(15);

    private final Channel channel;
    private ControlListener listener;
    private final ControlDecoder decoder;
    private @Nullable Future<?> silence;
    private boolean over;

    public ControlChannel(Channel channel, ControlListener listener) {
        this.channel = channel;
        this.listener = listener;
        this.decoder = new ControlDecoder(new Relay());
    }

    /** From now on another listens. On the loop. */
    public void handOver(ControlListener next) {
        listener = next;
    }

    public Channel channel() {
        return channel;
    }

    public void send(ControlState state) {
        send(new byte[] {state.code()});
    }

    public void send(byte[] octets) {
        channel.writeAndFlush(Unpooled.wrappedBuffer(octets), channel.voidPromise());
    }

    /** The next message is a document of at most so many octets. */
    public void expectDocument(int limit) {
        decoder.expectDocument(limit);
    }

    /** The next message is a document of at most so many octets that nobody wants to read: the listener gets an empty one. */
    public void skipDocument(int limit) {
        decoder.skipDocument(limit);
    }

    /** Two integers follow a {@link ControlState#SERVER_ERROR}. */
    public void expectErrorCodes() {
        decoder.expect(ControlDecoder.Expect.ERROR_CODES);
    }

    /** The peer owes a message; calls {@link ControlListener#onSilence} when it does not come in time. */
    public void await(String message, Duration patience) {
        stopWaiting();
        silence = channel.eventLoop().schedule(() -> silent(message), patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** The peer owes nothing now. */
    public void stopWaiting() {
        if (silence != null) {
            silence.cancel(false);
            silence = null;
        }
    }

    /** As {@link #close(Duration)}, with fifteen seconds. */
    public void close() {
        close(LAST_WORDS);
    }

    /**
     * Closes once all that was sent is out, or when the patience is over and the peer still has not taken it; the listener hears
     * nothing more.
     */
    public void close(Duration patience) {
        finish();
        if (channel.isOpen()) {
            Future<?> forced =
                    channel.eventLoop().schedule(() -> channel.close(), patience.toNanos(), TimeUnit.NANOSECONDS);
            channel.closeFuture().addListener(closed -> forced.cancel(false));
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    private void silent(String message) {
        if (finish()) {
            listener.onSilence(message);
        }
    }

    private boolean finish() {
        boolean first = !over;
        over = true;
        stopWaiting();
        decoder.expect(ControlDecoder.Expect.NOTHING);
        return first;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf octets = (ByteBuf) message;
        try {
            decoder.feed(octets);
        } catch (ProtocolException e) {
            if (finish()) {
                listener.onViolation(String.valueOf(e.getMessage()));
            }
        } finally {
            octets.release();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (finish()) {
            listener.onClosed();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
        if (finish()) {
            TlsFailure.message(cause).ifPresentOrElse(listener::onViolation, listener::onClosed);
        }
    }

    /** Passes messages on; each one ends the silence. */
    private final class Relay implements ControlDecoder.Sink {
        @Override
        public void onState(ControlState state) {
            stopWaiting();
            listener.onState(state);
        }

        @Override
        public void onDocument(byte[] json) {
            stopWaiting();
            listener.onDocument(json);
        }

        @Override
        public void onErrorCodes(int code, int errno) {
            stopWaiting();
            listener.onErrorCodes(code, errno);
        }
    }
}
