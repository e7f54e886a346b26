package io.longhaul.core.study;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.SenderLooks;
import io.longhaul.core.measure.TcpState;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.stats.Quantiles;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * What the kernel and the processors said during a run, from the second half of its intervals, past the warm-up. An empty
 * figure is unknown, never zero. Immutable.
 *
 * @param receiveWindowShare share of the time with data in flight that the receiver's window held the senders back
 * @param sendBufferShare share of that time that their own buffers held them back; the kernel does not see all of it
 * @param sendBufferBytes of one stream, as read back at the end of the run
 * @param minRttSeconds smallest RTT
 * @param meanRttSeconds mean of the smoothed RTTs
 * @param medianRttSeconds median of the smoothed RTTs over the intervals: a queue that stands raises it, a moment of trouble does
 *     not
 * @param sendBufferDryShare share of the time that a socket took no more although all it held was under way
 * @param retransmitShare segments sent again over segments sent
 * @param retransmits segments sent again
 * @param congestionWindowBytes of all streams together
 * @param mssBytes of a segment
 * @param congestion name of the congestion control in force
 * @param fallenTo rate in bit/s after a fall within the run that lasted to its end, with a queue behind it: a token bucket that
 *     ran dry; empty when there was none
 * @param endpointCpu whether a processor at either end held the run back
 */
public record CellEvidence(
        OptionalDouble receiveWindowShare,
        OptionalDouble sendBufferShare,
        OptionalDouble sendBufferBytes,
        OptionalDouble minRttSeconds,
        OptionalDouble meanRttSeconds,
        OptionalDouble medianRttSeconds,
        OptionalDouble sendBufferDryShare,
        OptionalDouble retransmitShare,
        OptionalDouble retransmits,
        OptionalDouble congestionWindowBytes,
        OptionalDouble mssBytes,
        Optional<String> congestion,
        OptionalDouble fallenTo,
        boolean endpointCpu) {

    /** Reads the evidence off a run. */
    public static CellEvidence of(ThroughputMeasurement run) {
        List<IntervalSample> all = run.intervals();
        List<IntervalSample> late = all.subList(all.size() / 2, all.size());
        List<TcpState> states =
                late.stream().flatMap(sample -> sample.tcp().stream()).toList();
        OptionalDouble mss =
                run.actual().mss().stream().mapToDouble(DataSize::bytes).findFirst();
        double[] rtts = late.stream()
                .flatMap(sample -> sample.rtt().stream())
                .mapToDouble(Durations::seconds)
                .toArray();
        return new CellEvidence(
                share(states, TcpState::receiveWindowLimited),
                share(states, TcpState::sendBufferLimited),
                run.actual().sendBuffer().stream().mapToDouble(DataSize::bytes).findFirst(),
                run.rtt().stream()
                        .mapToDouble(rtt -> Durations.seconds(rtt.min()))
                        .findFirst(),
                Arrays.stream(rtts).average(),
                rtts.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Quantiles.median(rtts)),
                SenderLooks.of(late, run.streams().size()).dry(),
                retransmitShare(late, mss),
                retransmits(late),
                states.stream()
                        .mapToDouble(state -> state.congestionWindow().bytes())
                        .average(),
                mss,
                run.actual().congestion(),
                BucketFall.of(run),
                run.endpointLimited());
    }

    private static OptionalDouble share(List<TcpState> states, Function<TcpState, Duration> part) {
        double busy = states.stream()
                .mapToDouble(state -> Durations.seconds(state.busy()))
                .sum();
        if (busy <= 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(
                states.stream().map(part).mapToDouble(Durations::seconds).sum() / busy);
    }

    private static OptionalDouble retransmitShare(List<IntervalSample> late, OptionalDouble mss) {
        double sent = late.stream()
                .flatMap(sample -> sample.sent().stream())
                .mapToDouble(DataSize::bytes)
                .sum();
        OptionalDouble again = retransmits(late);
        return mss.isEmpty() || sent <= 0 || again.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(again.getAsDouble() * mss.getAsDouble() / sent);
    }

    private static OptionalDouble retransmits(List<IntervalSample> late) {
        return late.stream().anyMatch(sample -> sample.retransmits().isEmpty())
                ? OptionalDouble.empty()
                : OptionalDouble.of(late.stream()
                        .mapToDouble(sample -> sample.retransmits().orElse(0))
                        .sum());
    }
}
