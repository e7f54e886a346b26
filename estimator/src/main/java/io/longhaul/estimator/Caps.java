package io.longhaul.estimator;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The caps of all VMs, and with them what binds each link: windows first, for a rate that a window explains says nothing of
 * a cap; then egress, then ingress from the links that pile up below what their senders can send. Immutable.
 *
 * @param egress on all that leaves a VM
 * @param ingress on all that reaches a VM
 * @param perFlow on one stream
 * @param limits what binds a link
 */
record Caps(VmCapEstimator egress, VmCapEstimator ingress, PerFlowCaps perFlow, LimitClassifier limits) {
    /**
     * From all links together.
     *
     * @param curves rates by number of streams, fewest first
     * @param kinds provider and VM type of every site
     * @param pages what the provider documents of a site's VM
     */
    static Caps of(
            Map<Link, List<Observation>> curves, Map<SiteId, String> kinds, Function<SiteId, Optional<VmCaps>> pages) {
        List<Observation> all = curves.values().stream().flatMap(List::stream).toList();
        List<Observation> most =
                curves.values().stream().flatMap(Caps::mostStreams).toList();
        WindowFits windows = WindowFits.of(all);
        Predicate<Observation> telling = point -> windows.explaining(point).isEmpty() && !point.isEndpointLimited();
        List<Observation> tellingMost = most.stream().filter(telling).toList();
        var egress = new VmCapEstimator(
                tellingMost,
                point -> point.link().from(),
                Observation::senderKind,
                kinds,
                site -> pages.apply(site).map(VmCaps::egress));
        var ingress = new VmCapEstimator(
                IngressEvidence.of(tellingMost, egress),
                point -> point.link().to(),
                Observation::receiverKind,
                kinds,
                site -> pages.apply(site).map(VmCaps::ingress));
        var perFlow = new PerFlowCaps(
                all.stream()
                        .filter(point -> point.point().streams() == 1)
                        .filter(telling)
                        .toList(),
                egress,
                site -> pages.apply(site).flatMap(VmCaps::perFlow));
        return new Caps(
                egress,
                ingress,
                perFlow,
                new LimitClassifier(windows, egress, ingress, perFlow, new ProvenRates(most)));
    }

    static Stream<Observation> mostStreams(List<Observation> curve) {
        return curve.isEmpty() ? Stream.empty() : Stream.of(curve.get(curve.size() - 1));
    }
}
