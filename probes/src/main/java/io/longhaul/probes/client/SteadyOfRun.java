package io.longhaul.probes.client;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.SteadyRate;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.spec.Convergence;
import io.longhaul.probes.wire.EndSample;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The steady rate of one direction of a run: by what the senders' kernels say was acknowledged, else by what was received, else by what was
 * sent. A run that ended because its rate was known has one, by the series that ended it if by no other. Stateless.
 */
final class SteadyOfRun {
    private SteadyOfRun() {}

    /**
     * The rate, when the run had a steady part.
     *
     * @param weSend whether this end is the sender
     * @param ours this end's samples
     * @param theirs the peer's; empty when it sent none
     * @param merged of both ends
     * @param converged the rule by which the run ended; empty when something else ended it
     */
    static Optional<SteadyRate> of(
            boolean weSend,
            List<EndSample> ours,
            List<EndSample> theirs,
            List<IntervalSample> merged,
            Optional<Convergence> converged) {
        Optional<Series> acknowledged = AcknowledgedSeries.of(weSend ? ours : theirs)
                .map(intervals -> new Series(intervals, IntervalSample::received));
        var counted = new Series(
                withoutLast(merged), weSend && theirs.isEmpty() ? IntervalSample::sent : IntervalSample::received);
        var watched = new Series(
                ours.stream().map(SeriesMerge::local).toList(),
                weSend ? IntervalSample::sent : IntervalSample::received);
        return converged
                .flatMap(rule -> Stream.concat(acknowledged.stream(), Stream.of(counted, watched))
                        .flatMap(series -> SteadyPart.known(series.intervals, series.octets, rule).stream())
                        .findFirst())
                .or(() -> {
                    Series best = acknowledged.orElse(counted);
                    return SteadyPart.of(best.intervals, best.octets);
                });
    }

    private record Series(List<IntervalSample> intervals, Function<IntervalSample, Optional<DataSize>> octets) {}

    /** In the last one the receiver also counts what was under way when the sender stopped. */
    private static List<IntervalSample> withoutLast(List<IntervalSample> intervals) {
        return intervals.subList(0, Math.max(0, intervals.size() - 1));
    }
}
