package io.longhaul.lab.virtual;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a simulation found, flow by flow in the order they were given. Immutable to callers; safe for use from any
 * thread.
 */
public final class VirtualRun {
    private final List<Outcome> outcomes;
    private final long events;

    VirtualRun(List<Outcome> outcomes, long events) {
        this.outcomes = List.copyOf(outcomes);
        this.events = events;
    }

    /** One flow's curve and end. */
    record Outcome(Trace sent, double oneWaySeconds, double finishedAt) {}

    /** What a flow's receiver had got by a time. */
    public DataSize receivedBy(int flow, Duration time) {
        Outcome outcome = outcomes.get(flow);
        return DataSize.ofBytes((long) outcome.sent().at(Durations.seconds(time) - outcome.oneWaySeconds()));
    }

    /** The mean rate at which a flow's receiver got data between two times. */
    public Bandwidth meanRate(int flow, Duration from, Duration until) {
        DataSize received = receivedBy(flow, until).minus(receivedBy(flow, from));
        return Bandwidth.of(received, until.minus(from));
    }

    /** When a flow's receiver had got its whole volume; empty when it never had. */
    public Optional<Duration> finishedAt(int flow) {
        Outcome outcome = outcomes.get(flow);
        return Double.isInfinite(outcome.finishedAt())
                ? Optional.empty()
                : Optional.of(Durations.ofSeconds(outcome.finishedAt() + outcome.oneWaySeconds()));
    }

    /** How many points in time the simulation stopped at, for judging its cost. */
    public long events() {
        return events;
    }
}
