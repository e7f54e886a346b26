package io.longhaul.probes.client;

import io.longhaul.core.measure.KernelRtt;
import io.longhaul.core.measure.Measurement;
import io.longhaul.probes.control.TlsFailure;
import io.longhaul.probes.net.Connector;
import io.longhaul.probes.net.SocketTuning;
import io.longhaul.probes.spec.FailureReason;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.wire.Challenge;
import io.longhaul.probes.wire.ControlDecoder;
import io.longhaul.probes.wire.ControlState;
import io.longhaul.probes.wire.ProtocolException;
import io.longhaul.probes.wire.RefusalCode;
import io.longhaul.probes.wire.Service;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Times messages that an agent returns on one open connection, one at a time: the next leaves after the one before came
 * back. TCP loses nothing, so an answer that does not come in time ends the run: it and what was not sent yet are no
 * sample. Confined to its home loop.
 */
final class EchoLatency extends LatencySession {
    private static final int SEQUENCE = Long.BYTES;
    private static final byte[] EMPTY_REQUEST = {'{', '}'};

    private final int payload;
    private final Opening opening;
    private final ControlDecoder decoder = new ControlDecoder(new Answers());
    private @Nullable Channel channel;
    private @Nullable Future<?> silence;
    private boolean accepted;
    private long sentAt;
    private int outstanding;
    private int matched;
    private long received;

    EchoLatency(ProberContext prober, ProbeTarget target, LatencySpec spec, CompletableFuture<Measurement> result) {
        super(prober, target, spec, result);
        this.payload = (int) spec.payload().bytes();
        this.opening = new Opening(Service.ECHO, target.token(), prober.random());
    }

    @Override
    void start() {
        new Connector(prober.loops(), spec.timeouts().connect())
                .connect(home, address, SocketTuning.NONE.withNoDelay(), new Reader())
                .whenComplete((open, failure) -> {
                    if (failure != null) {
                        connectFailed(failure);
                    } else if (isOver()) {
                        open.close();
                    } else {
                        greet(open);
                    }
                });
    }

    private void greet(Channel open) {
        channel = open;
        target.tls()
                .ifPresent(tls -> open.pipeline().addFirst(tls.connector(open.alloc(), target.host(), target.port())));
        open.writeAndFlush(Unpooled.wrappedBuffer(opening.first()), open.voidPromise());
        awaitAnswer(spec.timeouts().connect().toNanos());
    }

    @Override
    void sendProbe() {
        Channel open = channel;
        if (open == null) {
            return;
        }
        countSent();
        ByteBuf message = open.alloc().buffer(payload).writeLong(sent()).writeZero(payload - SEQUENCE);
        outstanding = payload;
        matched = 0;
        received = 0;
        sentAt = prober.nanoClock().getAsLong();
        open.writeAndFlush(message, open.voidPromise());
        awaitAnswer(spec.timeouts().answer().toNanos());
    }

    private void awaitAnswer(long nanos) {
        silence = home.schedule(this::silent, nanos, TimeUnit.NANOSECONDS);
    }

    private void stopWaiting() {
        if (silence != null) {
            silence.cancel(false);
        }
    }

    private void silent() {
        if (recorder.count() > 0) {
            complete();
        } else {
            fail(FailureReason.TIMED_OUT, peer() + " did not return an echo in time.");
        }
    }

    private void read(ByteBuf octets) {
        try {
            while (!accepted && octets.isReadable() && !isOver()) {
                decoder.feed(octets.readSlice(1));
            }
        } catch (ProtocolException violation) {
            fail(FailureReason.PROTOCOL_ERROR, peer() + " is not an agent of Longhaul.");
        }
        while (octets.isReadable() && !isOver()) {
            if (outstanding == 0) {
                fail(FailureReason.PROTOCOL_ERROR, peer() + " returned more than was sent.");
                return;
            }
            take(octets);
        }
    }

    private void take(ByteBuf octets) {
        while (matched < SEQUENCE && octets.isReadable()) {
            received = received << Byte.SIZE | octets.readUnsignedByte();
            matched++;
            outstanding--;
        }
        int rest = Math.min(outstanding, octets.readableBytes());
        octets.skipBytes(rest);
        outstanding -= rest;
        if (outstanding == 0) {
            answered();
        }
    }

    @Override
    Optional<KernelRtt> kernelRtt() {
        var timed = new KernelRtts();
        if (channel != null) {
            timed.add(channel);
        }
        return timed.summary();
    }

    private void answered() {
        long now = prober.nanoClock().getAsLong();
        stopWaiting();
        if (received != sent()) {
            fail(FailureReason.PROTOCOL_ERROR, peer() + " returned another message than was sent.");
            return;
        }
        recorder.record(now - sentAt);
        if (allSent()) {
            complete();
        } else {
            scheduleNext();
        }
    }

    @Override
    long decided() {
        return recorder.count();
    }

    @Override
    void release() {
        stopWaiting();
        if (channel != null) {
            channel.close();
        }
    }

    /** What an agent says before it returns octets. */
    private final class Answers implements ControlDecoder.Sink {
        @Override
        public void onState(ControlState state) {
            switch (state) {
                case CHALLENGE -> decoder.expectDocument(Challenge.LIMIT);
                case TEST_RUNNING -> {
                    stopWaiting();
                    accepted = true;
                    sendProbe();
                }
                case ACCESS_DENIED -> fail(FailureReason.REJECTED, peer() + " does not let this client in.");
                case SERVER_ERROR -> decoder.expect(ControlDecoder.Expect.ERROR_CODES);
                default -> fail(FailureReason.PROTOCOL_ERROR, peer() + " is not an agent of Longhaul.");
            }
        }

        @Override
        public void onDocument(byte[] challenge) {
            Channel open = channel;
            if (open != null) {
                open.writeAndFlush(
                        Unpooled.wrappedBuffer(opening.answer(challenge, EMPTY_REQUEST)), open.voidPromise());
            }
        }

        @Override
        public void onErrorCodes(int code, int errno) {
            fail(FailureReason.REJECTED, peer() + " refused: " + RefusalCode.describe(code) + " (" + code + ").");
        }
    }

    /** Hands the octets over. */
    private final class Reader extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf octets = (ByteBuf) message;
            try {
                if (!isOver()) {
                    read(octets);
                }
            } finally {
                octets.release();
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            fail(FailureReason.PEER_CLOSED, peer() + " closed the connection.");
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            TlsFailure.message(cause).ifPresent(message -> fail(FailureReason.REJECTED, message));
            context.close();
        }
    }
}
