package io.longhaul.probes.client;

import io.longhaul.probes.wire.EndSample;
import io.longhaul.probes.wire.KernelSample;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What the peer's kernel told of its senders, for the intervals of this end. As a rule the peer's intervals are as long as ours, and each
 * of ours takes the account that ended next to it. A peer joins the samples of a long run: then one of its accounts covers several of our
 * intervals, and its counters are spread over them. Confined to one thread; asked for moments that never go back.
 */
final class PeerKernel {
    private static final double AS_MANY = 1.5;

    private final List<EndSample> samples;
    private final boolean joined;
    private final SpreadCount retransmits;
    private final SpreadCount busy;
    private final SpreadCount receiveWindowLimited;
    private final SpreadCount sendBufferLimited;
    private final SpreadCount acknowledged;
    private final SpreadCount sent;
    private final SpreadCount sentAgain;
    private final SpreadCount behind;
    private final SpreadCount dry;
    private int at;

    /**
     * @param samples of the peer
     * @param ours how many intervals this end has
     */
    PeerKernel(List<EndSample> samples, int ours) {
        this.samples = samples;
        this.joined = AS_MANY * samples.size() < ours;
        this.retransmits = count(KernelSample::retransmits);
        this.busy = count(KernelSample::busyMicros);
        this.receiveWindowLimited = count(KernelSample::receiveWindowLimitedMicros);
        this.sendBufferLimited = count(KernelSample::sendBufferLimitedMicros);
        this.acknowledged = count(KernelSample::bytesAcked);
        this.sent = count(KernelSample::bytesSent);
        this.sentAgain = count(KernelSample::bytesRetransmitted);
        this.behind = count(KernelSample::behindMicros);
        this.dry = count(KernelSample::dryMicros);
    }

    private SpreadCount count(ToLongFunction<KernelSample> counter) {
        return new SpreadCount(samples, sample -> Math.max(0, counter.applyAsLong(sample.tcp())));
    }

    /** For our interval that ended at a moment, the last one of all or not. */
    KernelSample at(long endNanos, boolean last) {
        while (at + 1 < samples.size() && distance(at + 1, endNanos) <= distance(at, endNanos)) {
            at++;
        }
        KernelSample next =
                samples.isEmpty() ? KernelSample.NONE : samples.get(at).tcp();
        return joined && next.isKnown() ? part(next, last ? Long.MAX_VALUE : endNanos) : next;
    }

    private long distance(int place, long endNanos) {
        return Math.abs(samples.get(place).endNanos() - endNanos);
    }

    private KernelSample part(KernelSample next, long until) {
        return new KernelSample(
                retransmits.upTo(until),
                next.rttMicros(),
                next.congestionWindowBytes(),
                next.minRttMicros(),
                busy.upTo(until),
                receiveWindowLimited.upTo(until),
                sendBufferLimited.upTo(until),
                next.deliveryRate(),
                acknowledged.upTo(until),
                sent.upTo(until),
                sentAgain.upTo(until),
                next.behindMicros() < 0 ? next.behindMicros() : behind.upTo(until),
                next.dryMicros() < 0 ? next.dryMicros() : dry.upTo(until));
    }
}
