package io.longhaul.estimator;

import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.RttEstimate;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.util.List;
import java.util.Optional;

/**
 * One rate point of one link with what is needed to explain it. Immutable.
 *
 * @param link the link
 * @param fromVmType VM type of the sender, {@code ?} when unknown
 * @param toVmType VM type of the receiver, {@code ?} when unknown
 * @param rtt round-trip time; empty when never measured
 * @param point the rate
 * @param runs behind the rate, oldest first
 */
record Observation(
        Link link, String fromVmType, String toVmType, Optional<RttEstimate> rtt, RatePoint point, List<Run> runs) {
    private static final double TIGHT = 0.85;

    double bps() {
        return rate().bitsPerSecond();
    }

    Bandwidth rate() {
        return point.best();
    }

    /** What each stream moved in a round trip, in octets: rate * RTT / (8 * streams). */
    Optional<Double> impliedWindowBytes() {
        return rtt.map(rtt -> bps() * Durations.seconds(rtt.median()) / 8 / point.streams());
    }

    Optional<DataSize> impliedWindow() {
        return impliedWindowBytes().map(bytes -> DataSize.ofBytes(Math.round(bytes)));
    }

    /**
     * Whether sent and received agree, so that the rate hardly depends on how slow start is reckoned; true for rates
     * whose warm-up was cut off by the series itself.
     */
    boolean isTight() {
        return point.sent()
                .flatMap(sent ->
                        point.received().map(received -> received.bitsPerSecond() >= TIGHT * sent.bitsPerSecond()))
                .orElse(true);
    }

    /** Whether most runs filled a processor at an end, so that they say nothing of the network. */
    boolean isEndpointLimited() {
        return 2 * runs.stream().filter(Run::endpointLimited).count() > runs.size();
    }

    /** Provider and VM type, so that equal names of two providers are not mixed. */
    String senderKind() {
        return link.from().provider() + ":" + fromVmType;
    }

    String receiverKind() {
        return link.to().provider() + ":" + toVmType;
    }
}
