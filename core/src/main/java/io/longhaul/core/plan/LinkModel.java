package io.longhaul.core.plan;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
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
 */
public record LinkModel(
        Link link,
        RateCurve rates,
        Optional<Bandwidth> singleFlow,
        Optional<Bandwidth> totalCap,
        EgressPrice price,
        Optional<Duration> rtt,
        Optional<RateVariation> variation,
        BindingLimit limit) {
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
                BindingLimit.NOT_IDENTIFIED);
    }

    public LinkModel withRates(RateCurve curve) {
        return new LinkModel(link, curve, singleFlow, totalCap, price, rtt, variation, limit);
    }

    public LinkModel withSingleFlow(Bandwidth rate) {
        return new LinkModel(link, rates, Optional.of(rate), totalCap, price, rtt, variation, limit);
    }

    public LinkModel withTotalCap(Bandwidth cap) {
        return new LinkModel(link, rates, singleFlow, Optional.of(cap), price, rtt, variation, limit);
    }

    public LinkModel withRtt(Duration time) {
        return new LinkModel(link, rates, singleFlow, totalCap, price, Optional.of(time), variation, limit);
    }

    public LinkModel withVariation(RateVariation spread) {
        return new LinkModel(link, rates, singleFlow, totalCap, price, rtt, Optional.of(spread), limit);
    }

    public LinkModel withPrice(EgressPrice wanted) {
        return new LinkModel(link, rates, singleFlow, totalCap, wanted, rtt, variation, limit);
    }

    public LinkModel withLimit(BindingLimit binding) {
        return new LinkModel(link, rates, singleFlow, totalCap, price, rtt, variation, binding);
    }
}
