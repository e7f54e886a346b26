package io.longhaul.estimator;

import io.longhaul.core.measure.IntervalSample;
import io.longhaul.core.measure.SteadyRate;
import io.longhaul.core.measure.TcpState;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What the sockets of a run went through after its warm-up; not a number where nobody looked. Immutable.
 *
 * @param window share of the busy time that the receiver's window stalled
 * @param buffer share that the kernel counts as stalled by the send buffer, of little weight
 * @param dry share of the stream-time in which a socket took no more although all it held was under way
 * @param behind share of the stream-time in which a socket waited for its sender
 * @param lost segments sent again over segments sent
 * @param leastRtt smallest round-trip time the kernel saw, in seconds
 * @param queue round-trip time above that, in seconds
 * @param mss octets of a segment
 * @param cpuTold whether the use of processors was recorded
 */
record Sockets(
        double window,
        double buffer,
        double dry,
        double behind,
        double lost,
        double leastRtt,
        double queue,
        double mss,
        boolean cpuTold) {
    /** Where nobody looked. */
    static final Sockets UNKNOWN = new Sockets(
            Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, false);

    private static final double USUAL_MSS = 1448;

    static Sockets of(ThroughputMeasurement run) {
        double from = run.steady().map(SteadyRate::from).map(Durations::seconds).orElse(0.0);
        List<IntervalSample> calm = new ArrayList<>();
        for (IntervalSample sample : run.intervals()) {
            if (Durations.seconds(sample.start()) >= from) {
                calm.add(sample);
            }
        }
        List<TcpState> states =
                calm.stream().flatMap(sample -> sample.tcp().stream()).toList();
        double streamTime = 0;
        double segments = 0;
        double again = calm.isEmpty() ? Double.NaN : 0;
        double mss =
                run.actual().mss().map(DataSize::bytes).map(Long::doubleValue).orElse(USUAL_MSS);
        for (IntervalSample sample : calm) {
            if (sample.tcp().isPresent()) {
                streamTime +=
                        run.asked().streams() * Durations.seconds(sample.end().minus(sample.start()));
            }
            again += sample.retransmits().isPresent() ? sample.retransmits().getAsLong() : Double.NaN;
            segments += sample.sent().map(DataSize::bytes).orElse(0L) / mss;
        }
        double busy = sum(states, state -> Durations.seconds(state.busy()));
        double least = states.stream()
                .flatMap(state -> state.minRtt().stream())
                .mapToDouble(Durations::seconds)
                .min()
                .orElse(Double.NaN);
        double usual = Medians.of(calm.stream()
                        .flatMap(sample -> sample.rtt().stream())
                        .map(Durations::seconds)
                        .toList())
                .orElse(Double.NaN);
        return new Sockets(
                sum(states, state -> Durations.seconds(state.receiveWindowLimited())) / busy,
                sum(states, state -> Durations.seconds(state.sendBufferLimited())) / busy,
                sum(
                                states,
                                state -> state.sendBufferDry()
                                        .map(Durations::seconds)
                                        .orElse(Double.NaN))
                        / streamTime,
                sum(
                                states,
                                state -> state.senderBehind()
                                        .map(Durations::seconds)
                                        .orElse(Double.NaN))
                        / streamTime,
                again / segments,
                least,
                Math.max(0, usual - least),
                mss,
                run.cpu().localBusiest().isPresent()
                        || run.cpu().remoteBusiest().isPresent());
    }

    private static double sum(List<TcpState> states, ToDoubleFunction<TcpState> part) {
        return states.isEmpty() ? Double.NaN : states.stream().mapToDouble(part).sum();
    }

    /** The middle of a figure over runs that have it; not a number when none does. */
    static double middle(List<Run> runs, ToDoubleFunction<Sockets> figure) {
        double[] known = runs.stream()
                .mapToDouble(run -> figure.applyAsDouble(run.sockets()))
                .filter(value -> !Double.isNaN(value))
                .toArray();
        return known.length == 0 ? Double.NaN : Medians.of(known);
    }
}
