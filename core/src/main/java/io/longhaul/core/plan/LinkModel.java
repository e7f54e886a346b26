package io.longhaul.core.plan;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.Optional;

/**
 * A link as the planner sees it. Immutable.
 *
 * @param link the directed link
 * @param rates rate of one VM pair by streams
 * @param singleFlow rate of one stream; empty when never measured
 * @param totalCap a limit of the path shared by all VM pairs; empty when each pair gets the whole curve
 * @param price egress price, with its tiers
 * @param rtt round-trip time without load; empty when never measured, and then slow start is not counted
 * @param variation how the rate varies; empty when only one number is known
 * @param limit what binds one VM pair with the most streams
 * @param evidence the measured point with the most streams; empty when the rates are assumed or given
 */
public record LinkModel(
        Link link,
        RateCurve rates,
        Optional<Bandwidth> singleFlow,
        Optional<Bandwidth> totalCap,
        EgressPrice price,
        Optional<Duration> rtt,
        Optional<RateVariation> variation,
        BindingLimit limit,
        Optional<RatePoint> evidence) {
    /** A link of which only a rate at a number of streams and a price are known. */
    public static LinkModel of(Link link, RateCurve rates, EgressPrice price) {
        return new LinkModel(
                link,
                rates,
                Optional.empty(),
                Optional.empty(),
                price,
                Optional.empty(),
                Optional.empty(),
                BindingLimit.NOT_IDENTIFIED,
                Optional.empty());
    }

    /** The window each of so many streams needs to carry a rate together: rate x RTT / streams; empty without an RTT. */
    public Optional<DataSize> windowFor(Bandwidth rate, int streams) {
        return rtt.map(time ->
                DataSize.ofBytes((long) Math.ceil(rate.bitsPerSecond() / 8.0 * Durations.seconds(time) / streams)));
    }

    public LinkModel withRates(RateCurve curve) {
        return new LinkModel(link, curve, singleFlow, totalCap, price, rtt, variation, limit, evidence);
    }

    public LinkModel withPrice(EgressPrice other) {
        return new LinkModel(link, rates, singleFlow, totalCap, other, rtt, variation, limit, evidence);
    }

    public LinkModel withSingleFlow(Bandwidth rate) {
        return new LinkModel(link, rates, Optional.of(rate), totalCap, price, rtt, variation, limit, evidence);
    }

    public LinkModel withTotalCap(Bandwidth cap) {
        return new LinkModel(link, rates, singleFlow, Optional.of(cap), price, rtt, variation, limit, evidence);
    }

    public LinkModel withRtt(Duration time) {
        return new LinkModel(link, rates, singleFlow, totalCap, price, Optional.of(time), variation, limit, evidence);
    }

    public LinkModel withVariation(RateVariation spread) {
        return new LinkModel(link, rates, singleFlow, totalCap, price, rtt, Optional.of(spread), limit, evidence);
    }
}
