package io.longhaul.probes.client;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.TcpState;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.wire.EndSample;
import io.longhaul.probes.wire.KernelSample;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/**
 * Puts the series of both ends side by side, on the intervals of this end. Each end's clock starts with its own count; the
 * peer's octets are spread evenly within each of its intervals. Stateless.
 */
final class SeriesMerge {
    private SeriesMerge() {}

    /** One interval as this end alone knows it. */
    static IntervalSample local(EndSample sample) {
        boolean sends = sample.sentBytes() > 0 || sample.tcp().isKnown();
        boolean receives = sample.receivedBytes() > 0 || !sends;
        return new IntervalSample(
                Duration.ofNanos(sample.startNanos()),
                Duration.ofNanos(sample.endNanos()),
                sends ? Optional.of(DataSize.ofBytes(sample.sentBytes())) : Optional.empty(),
                receives ? Optional.of(DataSize.ofBytes(sample.receivedBytes())) : Optional.empty(),
                retransmits(sample.tcp()),
                rtt(sample.tcp()),
                state(sample.tcp()));
    }

    /**
     * The series of one direction.
     *
     * @param ours this end's samples, which give the intervals
     * @param theirs the peer's samples; empty when it sent none
     * @param weSend whether this end is the sender
     */
    static List<IntervalSample> direction(List<EndSample> ours, List<EndSample> theirs, boolean weSend) {
        var peer = new Curve(theirs, weSend ? EndSample::receivedBytes : EndSample::sentBytes);
        var merged = new ArrayList<IntervalSample>(ours.size());
        for (int i = 0; i < ours.size(); i++) {
            EndSample own = ours.get(i);
            boolean last = i == ours.size() - 1;
            Optional<DataSize> mine = Optional.of(DataSize.ofBytes(weSend ? own.sentBytes() : own.receivedBytes()));
            Optional<DataSize> other = theirs.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            DataSize.ofBytes(peer.between(own.startNanos(), last ? Long.MAX_VALUE : own.endNanos())));
            KernelSample tcp = weSend ? own.tcp() : nearest(theirs, own.endNanos());
            merged.add(new IntervalSample(
                    Duration.ofNanos(own.startNanos()),
                    Duration.ofNanos(own.endNanos()),
                    weSend ? mine : other,
                    weSend ? other : mine,
                    retransmits(tcp),
                    rtt(tcp),
                    state(tcp)));
        }
        return merged;
    }

    private static KernelSample nearest(List<EndSample> samples, long endNanos) {
        KernelSample best = KernelSample.NONE;
        long distance = Long.MAX_VALUE;
        for (EndSample sample : samples) {
            long off = Math.abs(sample.endNanos() - endNanos);
            if (off < distance) {
                distance = off;
                best = sample.tcp();
            }
        }
        return best;
    }

    private static OptionalLong retransmits(KernelSample tcp) {
        return tcp.isKnown() ? OptionalLong.of(Math.max(0, tcp.retransmits())) : OptionalLong.empty();
    }

    private static Optional<Duration> rtt(KernelSample tcp) {
        return tcp.isKnown() && tcp.rttMicros() > 0 ? Optional.of(micros(tcp.rttMicros())) : Optional.empty();
    }

    private static Optional<TcpState> state(KernelSample tcp) {
        if (!tcp.isKnown()) {
            return Optional.empty();
        }
        return Optional.of(new TcpState(
                DataSize.ofBytes(Math.max(0, tcp.congestionWindowBytes())),
                tcp.minRttMicros() > 0 ? Optional.of(micros(tcp.minRttMicros())) : Optional.empty(),
                micros(tcp.busyMicros()),
                micros(tcp.receiveWindowLimitedMicros()),
                micros(tcp.sendBufferLimitedMicros()),
                tcp.deliveryRate() > 0
                        ? Optional.of(Bandwidth.ofBitsPerSecond(Math.multiplyExact(tcp.deliveryRate(), 8L)))
                        : Optional.empty()));
    }

    private static Duration micros(long micros) {
        return Duration.of(Math.max(0, micros), ChronoUnit.MICROS);
    }

    /** Octets over time, straight between the ends of intervals. Immutable. */
    private static final class Curve {
        private final List<EndSample> samples;
        private final ToLongFunction<EndSample> bytes;

        Curve(List<EndSample> samples, ToLongFunction<EndSample> bytes) {
            this.samples = samples;
            this.bytes = bytes;
        }

        long between(long start, long end) {
            return until(end) - until(start);
        }

        private long until(long time) {
            long sum = 0;
            for (EndSample sample : samples) {
                if (sample.endNanos() <= time) {
                    sum += bytes.applyAsLong(sample);
                } else if (sample.startNanos() < time) {
                    double share = (double) (time - sample.startNanos()) / (sample.endNanos() - sample.startNanos());
                    return sum + (long) (share * bytes.applyAsLong(sample));
                } else {
                    return sum;
                }
            }
            return sum;
        }
    }
}
