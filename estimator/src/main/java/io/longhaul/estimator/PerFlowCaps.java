package io.longhaul.estimator;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Caps on one stream, by kind of sending VM: single streams that reach the same rate although their round-trip times
 * differ, below what the VM carries with many. Falls back to the documentation. Immutable.
 */
final class PerFlowCaps {
    private static final double SMALLEST_RTT_SPREAD = 2;
    private static final double BELOW_VM_CAP = 0.9;

    private record Found(Plateau plateau, CapEstimate cap) {}

    private final Map<String, Found> byKind = new HashMap<>();
    private final Function<SiteId, Optional<Bandwidth>> documented;

    /**
     * @param singles single streams that no window explains
     * @param egress what the VMs carry with many streams
     */
    PerFlowCaps(List<Observation> singles, VmCapEstimator egress, Function<SiteId, Optional<Bandwidth>> documented) {
        this.documented = documented;
        Map<String, List<Observation>> kinds = new HashMap<>();
        for (Observation single : singles) {
            boolean belowCap = egress.of(single.link().from())
                    .map(cap -> single.rate().dividedBy(cap.value()) < BELOW_VM_CAP)
                    .orElse(true);
            if (belowCap) {
                kinds.computeIfAbsent(single.senderKind(), key -> new ArrayList<>())
                        .add(single);
            }
        }
        kinds.forEach((kind, observations) -> Plateau.find(
                        observations.stream().mapToDouble(Observation::bps).toArray())
                .filter(plateau -> rttSpread(plateau, observations) >= SMALLEST_RTT_SPREAD)
                .ifPresent(
                        plateau -> byKind.put(kind, new Found(plateau, CapInterval.estimate(plateau, observations)))));
    }

    private static double rttSpread(Plateau plateau, List<Observation> observations) {
        double[] rtts = observations.stream()
                .filter(observation -> plateau.holds(observation.bps()))
                .flatMap(observation -> observation.rtt().stream())
                .mapToDouble(rtt -> Durations.seconds(rtt.median()))
                .sorted()
                .toArray();
        return rtts.length < 3 ? 0 : rtts[rtts.length - 1] / rtts[0];
    }

    Optional<CapEstimate> of(SiteId site, String kind) {
        return Optional.ofNullable(byKind.get(kind))
                .map(Found::cap)
                .or(() -> documented.apply(site).map(CapEstimate::documented));
    }

    /** The cap per flow, when the streams of this point each reach it. */
    Optional<LimitClassifier.Verdict> explaining(Observation point) {
        double each = point.bps() / point.point().streams();
        return Optional.ofNullable(byKind.get(point.senderKind()))
                .map(Found::plateau)
                .filter(plateau -> plateau.holds(each))
                .map(plateau -> new LimitClassifier.Verdict(
                        BindingLimit.PER_FLOW_CAP,
                        "each stream reached " + Show.rate(Bandwidth.ofBitsPerSecond(each))
                                + ", as single streams did on " + plateau.members()
                                + " links whatever their round-trip time"));
    }
}
