package io.longhaul.lab;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What came of flows in a {@link Lab}, flow by flow in the order they were given, as their receivers saw it. Immutable to
 * callers; safe for use from any thread.
 */
public final class CarriedFlows {
    private final List<Outcome> outcomes;

    public CarriedFlows(List<Outcome> outcomes) {
        this.outcomes = List.copyOf(outcomes);
    }

    /**
     * One flow's curve and end.
     *
     * @param octets through time
     * @param delaySeconds between what the curve says and the receiver
     * @param finishedSeconds when the curve had the whole volume; infinite if never
     */
    public record Outcome(FlowCurve octets, double delaySeconds, double finishedSeconds) {}

    /** Curves and ends. */
    public List<Outcome> outcomes() {
        return outcomes;
    }

    /** What a flow's receiver had got by a time. */
    public DataSize receivedBy(int flow, Duration time) {
        Outcome outcome = outcomes.get(flow);
        return DataSize.ofBytes((long) outcome.octets().at(Durations.seconds(time) - outcome.delaySeconds()));
    }

    /** The mean rate at which a flow's receiver got data between two times. */
    public Bandwidth meanRate(int flow, Duration from, Duration until) {
        DataSize received = receivedBy(flow, until).minus(receivedBy(flow, from));
        return Bandwidth.of(received, until.minus(from));
    }

    /** All flows together. */
    public Bandwidth totalRate(Duration from, Duration until) {
        return Bandwidth.ofBitsPerSecond(IntStream.range(0, outcomes.size())
                .mapToDouble(flow -> meanRate(flow, from, until).bitsPerSecond())
                .sum());
    }

    /** When a flow's receiver had got its whole volume; empty when it never had. */
    public Optional<Duration> finishedAt(int flow) {
        Outcome outcome = outcomes.get(flow);
        return Double.isInfinite(outcome.finishedSeconds())
                ? Optional.empty()
                : Optional.of(Durations.ofSeconds(outcome.finishedSeconds() + outcome.delaySeconds()));
    }
}
