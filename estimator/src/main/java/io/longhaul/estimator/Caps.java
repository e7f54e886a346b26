package io.longhaul.estimator;

import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
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

    static Caps of(SiteId site, LimitModel model, Optional<VmCaps> pages) {
        Both egress = both(site, true, model);
        Both ingress = both(site, false, model);
        return new Caps(
                egress.outside().or(() -> documented(pages, VmCaps::egress)),
                ingress.outside().or(() -> documented(pages, VmCaps::ingress)),
                egress.inside(),
                ingress.inside(),
                model.perFlow(site)
                        .map(CapInterval::estimate)
                        .or(() -> pages.flatMap(VmCaps::perFlow).map(CapEstimate::documented)));
    }

    private static Optional<CapEstimate> documented(Optional<VmCaps> pages, Function<VmCaps, Bandwidth> which) {
        return pages.map(which).map(CapEstimate::documented);
    }

    private record Both(Optional<CapEstimate> outside, Optional<CapEstimate> inside) {}

    private static Both both(SiteId site, boolean egress, LimitModel model) {
        Optional<LimitModel.Cap> outside = model.cap(new LimitModel.Side(site, egress, false));
        Optional<LimitModel.Cap> inside = model.cap(new LimitModel.Side(site, egress, true));
        if (outside.isEmpty() || inside.isEmpty()) {
            boolean apart = inside.isPresent() && model.hasLinks(new LimitModel.Side(site, egress, false));
            return apart
                    ? new Both(Optional.empty(), inside.map(CapInterval::estimate))
                    : new Both(outside.or(() -> inside).map(CapInterval::estimate), Optional.empty());
        }
        if (Math.abs(Math.log(outside.get().level() / inside.get().level())) < ONE) {
            var together = new ArrayList<>(outside.get().members());
            if (outside.get().pooled() == inside.get().pooled()) {
                together.addAll(inside.get().members());
            } else if (outside.get().pooled()) {
                together.clear();
                together.addAll(inside.get().members());
            }
            return new Both(
                    Optional.of(CapInterval.estimate(new LimitModel.Cap(
                            List.copyOf(new LinkedHashSet<>(together)),
                            outside.get().pooled() && inside.get().pooled(),
                            outside.get().level()))),
                    Optional.empty());
        }
        return new Both(outside.map(CapInterval::estimate), inside.map(CapInterval::estimate));
    }
}
