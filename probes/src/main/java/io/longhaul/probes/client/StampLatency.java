package io.longhaul.probes.client;

import io.longhaul.core.measure.LatencyMeasurement.OneWayLoss;
import io.longhaul.core.measure.Measurement;
import io.longhaul.probes.net.AnchoredClock;
import io.longhaul.probes.net.Datagrams;
import io.longhaul.probes.net.SocketTuning;
import io.longhaul.probes.spec.FailureReason;
import io.longhaul.probes.spec.LatencySpec;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.stamp.NtpTime;
import io.longhaul.probes.stamp.StampCodec;
import io.longhaul.probes.stamp.StampReply;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramPacket;
import java.net.PortUnreachableException;
import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A STAMP session sender (RFC 8762): packets go out on their schedule whether or not replies come, and a
 * reply counts that comes within the time-out of its packet. Confined to its home loop.
 */
final class StampLatency extends LatencySession {
    private final AnchoredClock clock;
    private final StampCodec codec;
    private final int octets;
    private final BitSet answered = new BitSet();
    private final long[] sentAt;
    private long highestReply = -1;
    private boolean stateful;
    private @Nullable Channel channel;

    StampLatency(ProberContext prober, ProbeTarget target, LatencySpec spec, CompletableFuture<Measurement> result) {
        super(prober, target, spec, result);
        this.clock = new AnchoredClock(prober.clock(), prober.nanoClock());
        this.codec = new StampCodec(spec.stampKey());
        this.octets = codec.lengthFor(spec.payload().bytes());
        long underWay =
                2 + 2 * spec.timeouts().answer().toNanos() / spec.spacing().toNanos();
        this.sentAt = new long[(int) Math.min(spec.count(), underWay)];
    }

    @Override
    void start() {
        new Datagrams(prober.loops())
                .connect(home, address, SocketTuning.NONE, new Reader())
                .whenComplete((open, failure) -> {
                    if (failure != null) {
                        connectFailed(failure);
                    } else if (isOver()) {
                        open.close();
                    } else {
                        channel = open;
                        sendProbe();
                    }
                });
    }

    @Override
    void sendProbe() {
        Channel open = channel;
        if (open == null) {
            return;
        }
        ByteBuf packet = open.alloc().directBuffer(octets);
        long now = NtpTime.of(clock.instant());
        sentAt[(int) (sent() % sentAt.length)] = now;
        codec.writeRequest(packet, octets, sent(), now, prober.random());
        countSent();
        open.writeAndFlush(packet, open.voidPromise());
        if (allSent()) {
            home.schedule(this::conclude, spec.timeouts().answer().toNanos(), TimeUnit.NANOSECONDS);
        } else {
            scheduleNext();
        }
    }

    private void take(ByteBuf datagram) {
        long arrived = NtpTime.of(clock.instant());
        Optional<StampReply> parsed = codec.readReply(datagram);
        if (parsed.isEmpty() || parsed.get().senderSequence() >= sent()) {
            return;
        }
        StampReply reply = parsed.get();
        int number = (int) reply.senderSequence();
        if (answered.get(number) || !isPossible(reply, arrived)) {
            return;
        }
        answered.set(number);
        highestReply = Math.max(highestReply, reply.sequence());
        stateful |= reply.sequence() != reply.senderSequence();
        if (NtpTime.nanosBetween(reply.senderSent(), arrived)
                <= spec.timeouts().answer().toNanos()) {
            recorder.record(reply.roundTripNanos(arrived));
        }
        if (allSent() && recorder.count() == sent()) {
            conclude();
        }
    }

    /**
     * A reply tells when its request was sent, and how long it stayed at the reflector. The first is known here, and the second was no
     * longer than all the time that passed.
     */
    private boolean isPossible(StampReply reply, long arrived) {
        long sent = sentAt[(int) (reply.senderSequence() % sentAt.length)];
        long stayed = NtpTime.nanosBetween(reply.received(), reply.sent());
        return reply.senderSent() == sent && stayed >= 0 && stayed <= NtpTime.nanosBetween(sent, arrived);
    }

    private void conclude() {
        if (recorder.count() == 0) {
            fail(FailureReason.TIMED_OUT, peer() + " answered none of " + sent() + " packets.");
        } else {
            complete(oneWayLoss());
        }
    }

    /** A reflector whose numbers are always ours keeps no count, or nothing was lost before its last reply. */
    private Optional<OneWayLoss> oneWayLoss() {
        long lost = sent() - recorder.count();
        if (lost == 0) {
            return Optional.of(new OneWayLoss(0, 0));
        }
        long forward = sent() - (highestReply + 1);
        return stateful && forward >= 0 && forward <= lost
                ? Optional.of(new OneWayLoss(forward, lost - forward))
                : Optional.empty();
    }

    /** What went out before a packet that came back has come back too, or has not. */
    @Override
    long decided() {
        return answered.length();
    }

    @Override
    void release() {
        if (channel != null) {
            channel.close();
        }
    }

    /** Hands the datagrams over. */
    private final class Reader extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            DatagramPacket packet = (DatagramPacket) message;
            try {
                if (!isOver()) {
                    take(packet.content());
                }
            } finally {
                packet.release();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            if (cause instanceof PortUnreachableException && recorder.count() == 0) {
                fail(FailureReason.CONNECT_REFUSED, "Nobody listens at " + peer() + ".");
            }
        }
    }
}
