package io.longhaul.core.measure;

import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * What looks at the senders' sockets saw over some intervals. Immutable.
 *
 * @param behind share of the stream-time in which all that the sockets held was under way and they would have taken more: the sender
 *     is what limits; empty when nobody looked
 * @param dry share of it in which they took no more although all they held was under way: the send buffer limits; likewise
 */
public record SenderLooks(OptionalDouble behind, OptionalDouble dry) {
    /** From this share on, something holds most of the time. */
    public static final double MOSTLY = 0.5;

    /** Over intervals of a run with so many streams. */
    public static SenderLooks of(List<IntervalSample> intervals, int streams) {
        return new SenderLooks(
                share(intervals, streams, TcpState::senderBehind), share(intervals, streams, TcpState::sendBufferDry));
    }

    private static OptionalDouble share(
            List<IntervalSample> intervals, int streams, Function<TcpState, Optional<Duration>> part) {
        double seen = 0;
        double all = 0;
        for (IntervalSample sample : intervals) {
            Optional<Duration> time = sample.tcp().flatMap(part);
            if (time.isPresent()) {
                seen += Durations.seconds(time.get());
                all += streams * Durations.seconds(sample.end().minus(sample.start()));
            }
        }
        return all > 0 ? OptionalDouble.of(Math.min(1, seen / all)) : OptionalDouble.empty();
    }
}
