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
        var peer = new SpreadCount(theirs, weSend ? EndSample::receivedBytes : EndSample::sentBytes);
        var kernel = new PeerKernel(theirs, ours.size());
        var merged = new ArrayList<IntervalSample>(ours.size());
        for (int i = 0; i < ours.size(); i++) {
            EndSample own = ours.get(i);
            boolean last = i == ours.size() - 1;
            Optional<DataSize> mine = Optional.of(DataSize.ofBytes(weSend ? own.sentBytes() : own.receivedBytes()));
            Optional<DataSize> other = theirs.isEmpty()
                    ? Optional.empty()
                    : Optional.of(DataSize.ofBytes(peer.upTo(last ? Long.MAX_VALUE : own.endNanos())));
            KernelSample tcp = weSend ? own.tcp() : kernel.at(own.endNanos(), last);
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
                        : Optional.empty(),
                known(tcp.behindMicros()),
                known(tcp.dryMicros()),
                tcp.bytesAcked() > 0 ? Optional.of(DataSize.ofBytes(tcp.bytesAcked())) : Optional.empty()));
    }

    private static Optional<Duration> known(long micros) {
        return micros < 0 ? Optional.empty() : Optional.of(micros(micros));
    }

    private static Duration micros(long micros) {
        return Duration.of(Math.max(0, micros), ChronoUnit.MICROS);
    }
}
