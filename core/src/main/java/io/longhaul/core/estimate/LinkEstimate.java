package io.longhaul.core.estimate;

import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What we believe of one link. Immutable.
 *
 * @param link the directed link
 * @param rtt round-trip time without load; empty when never measured
 * @param singleFlow steady rate of one stream with the window in force; empty when never measured
 * @param rates measured rate by number of streams, fewest streams first
 * @param pathCap a limit of the path itself, below both VM caps; empty when there is none or it cannot be told
 * @param singleFlowLimit what binds a single stream; not identified when none was measured
 * @param limit what binds with the most streams measured
 * @param certainty probability that {@code limit} is right; empty when it is not identified, or not told
 * @param evidence why {@code limit} is believed, one sentence each
 * @param stable whether repetitions agree within 10 %; empty with fewer than two
 * @param repetitionsNeeded repetitions for a 95 % interval within 5 % of the median; empty when unknown
 * @param stability how the rate with the most streams behaves over hours and days; empty with fewer than two runs
 * @param asOf newest measurement behind this estimate
 */
public record LinkEstimate(
        Link link,
        Optional<RttEstimate> rtt,
        Optional<Bandwidth> singleFlow,
        List<RatePoint> rates,
        Optional<Bandwidth> pathCap,
        BindingLimit singleFlowLimit,
        BindingLimit limit,
        OptionalDouble certainty,
        List<String> evidence,
        Optional<Boolean> stable,
        OptionalInt repetitionsNeeded,
        Optional<Stability> stability,
        Instant asOf) {
    /** Of a source that does not tell how sure it is of the limit. */
    public LinkEstimate(
            Link link,
            Optional<RttEstimate> rtt,
            Optional<Bandwidth> singleFlow,
            List<RatePoint> rates,
            Optional<Bandwidth> pathCap,
            BindingLimit singleFlowLimit,
            BindingLimit limit,
            List<String> evidence,
            Optional<Boolean> stable,
            OptionalInt repetitionsNeeded,
            Optional<Stability> stability,
            Instant asOf) {
        this(
                link,
                rtt,
                singleFlow,
                rates,
                pathCap,
                singleFlowLimit,
                limit,
                OptionalDouble.empty(),
                evidence,
                stable,
                repetitionsNeeded,
                stability,
                asOf);
    }

    /** Of a source that does not tell how the rate behaves over time. */
    public LinkEstimate(
            Link link,
            Optional<RttEstimate> rtt,
            Optional<Bandwidth> singleFlow,
            List<RatePoint> rates,
            Optional<Bandwidth> pathCap,
            BindingLimit singleFlowLimit,
            BindingLimit limit,
            List<String> evidence,
            Optional<Boolean> stable,
            OptionalInt repetitionsNeeded,
            Instant asOf) {
        this(
                link,
                rtt,
                singleFlow,
                rates,
                pathCap,
                singleFlowLimit,
                limit,
                evidence,
                stable,
                repetitionsNeeded,
                Optional.empty(),
                asOf);
    }

    public LinkEstimate {
        rates = rates.stream()
                .sorted(Comparator.comparingInt(RatePoint::streams))
                .toList();
        evidence = List.copyOf(evidence);
    }

    /** The point with the most streams; empty when only latency was measured. */
    public Optional<RatePoint> mostStreams() {
        return rates.isEmpty() ? Optional.empty() : Optional.of(rates.get(rates.size() - 1));
    }
}
