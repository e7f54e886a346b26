package io.longhaul.estimator;

import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.RateInterval;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The caps of one VM as a {@link LimitModel} has them, else as its provider documents them. Immutable.
 *
 * @param egress towards other providers; towards its own where nothing else was measured, or where both are one
 * @param ingress likewise
 * @param egressInside towards its own provider; empty where it is no other
 * @param ingressInside likewise
 * @param perFlow on one stream
 */
record Caps(
        Optional<CapEstimate> egress,
        Optional<CapEstimate> ingress,
        Optional<CapEstimate> egressInside,
        Optional<CapEstimate> ingressInside,
        Optional<CapEstimate> perFlow) {
    /** Caps of both scopes nearer than this are one. */
    private static final double ONE = 0.03;

    private static final double MOST_ABOVE = 1.12;

    static Caps of(SiteId site, LimitModel model, Optional<VmCaps> pages) {
        Both egress = both(site, true, model);
        Both ingress = both(site, false, model);
        return new Caps(
                egress.outside().or(() -> documented(pages, VmCaps::egress)),
                ingress.outside().or(() -> documented(pages, VmCaps::ingress)),
                egress.inside(),
                ingress.inside(),
                model.perFlow(site)
                        .map(cap -> CapInterval.estimate(cap, model.scatter()))
                        .or(() -> pages.flatMap(VmCaps::perFlow).map(CapEstimate::documented)));
    }

    private static Optional<CapEstimate> documented(Optional<VmCaps> pages, Function<VmCaps, Bandwidth> which) {
        return pages.map(which).map(CapEstimate::documented);
    }

    private record Both(Optional<CapEstimate> outside, Optional<CapEstimate> inside) {}

    private static Both both(SiteId site, boolean egress, LimitModel model) {
        var out = new LimitModel.Side(site, egress, false);
        var in = new LimitModel.Side(site, egress, true);
        Optional<LimitModel.Cap> outside = model.cap(out);
        Optional<LimitModel.Cap> inside = model.cap(in);
        double arrivedOut = model.arrived(out);
        double arrivedIn = model.arrived(in);
        if (outside.isEmpty() || inside.isEmpty()) {
            boolean apart = inside.isPresent() && model.hasLinks(out);
            return apart
                    ? new Both(Optional.empty(), inside.map(cap -> atLeast(model, cap, arrivedIn)))
                    : new Both(
                            outside.or(() -> inside).map(cap -> atLeast(model, cap, Math.max(arrivedOut, arrivedIn))),
                            Optional.empty());
        }
        if (Math.abs(Math.log(outside.get().level() / inside.get().level())) < ONE) {
            var together = new ArrayList<>(outside.get().members());
            if (outside.get().pooled() == inside.get().pooled()) {
                together.addAll(inside.get().members());
            } else if (outside.get().pooled()) {
                together.clear();
                together.addAll(inside.get().members());
            }
            var one = new LimitModel.Cap(
                    List.copyOf(new LinkedHashSet<>(together)),
                    outside.get().pooled() && inside.get().pooled(),
                    outside.get().level());
            return new Both(Optional.of(atLeast(model, one, Math.max(arrivedOut, arrivedIn))), Optional.empty());
        }
        return new Both(
                outside.map(cap -> atLeast(model, cap, arrivedOut)), inside.map(cap -> atLeast(model, cap, arrivedIn)));
    }

    /** What arrived is a lower bound; a single run far above all others is no cap, but a doubtful run. */
    private static CapEstimate atLeast(LimitModel model, LimitModel.Cap cap, double arrived) {
        CapEstimate found = CapInterval.estimate(cap, model.scatter());
        double value = found.value().bitsPerSecond();
        if (arrived <= value || arrived > MOST_ABOVE * value) {
            return found;
        }
        Bandwidth least = Bandwidth.ofBitsPerSecond(arrived);
        return new CapEstimate(
                least,
                found.interval()
                        .map(interval ->
                                new RateInterval(interval.low(), interval.high().max(least), interval.level())),
                found.source(),
                found.asOf(),
                found.links(),
                found.whyNoInterval(),
                found.pooled());
    }
}
