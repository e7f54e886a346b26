package io.longhaul.estimator;

import io.longhaul.core.estimate.CapEstimate;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * One cap of every VM (egress or ingress) from all links of the VM together: rates of many links pile up at a cap. A
 * site's own links are asked first, then all links of its VM kind, then the documentation. Confined to one thread.
 */
final class VmCapEstimator {
    /** A site's own plateau below this share of its kind's is the paths', not the VM's. */
    private static final double OWN_OVER_KIND = 0.92;

    /** A plateau below this share of the documented cap is the paths', not the VM's. */
    private static final double MEASURED_OVER_DOCUMENTED = 0.6;

    private static final int FEWEST_OWN_LINKS = 3;
    private static final int FEWEST_TIGHT_LINKS = 10;

    private final Map<SiteId, Optional<CapEstimate>> bySite = new HashMap<>();

    /**
     * @param observations links whose rate neither a window nor the other end explains
     * @param end which end's VM is asked about
     * @param kind VM kind of that end
     * @param documented documented cap of a site
     */
    VmCapEstimator(
            List<Observation> observations,
            Function<Observation, SiteId> end,
            Function<Observation, String> kind,
            Map<SiteId, String> kinds,
            Function<SiteId, Optional<Bandwidth>> documented) {
        Map<SiteId, List<Observation>> own = new HashMap<>();
        Map<String, List<Observation>> ofKind = new HashMap<>();
        for (Observation observation : observations) {
            own.computeIfAbsent(end.apply(observation), key -> new ArrayList<>())
                    .add(observation);
            ofKind.computeIfAbsent(kind.apply(observation), key -> new ArrayList<>())
                    .add(observation);
        }
        Map<String, Optional<Found>> kindPlateaus = new HashMap<>();
        ofKind.forEach((name, rates) -> kindPlateaus.put(name, plateau(rates)));
        kinds.forEach((site, name) -> {
            Optional<Bandwidth> documentedCap = documented.apply(site);
            Optional<Found> pooled = kindPlateaus.getOrDefault(name, Optional.empty());
            Optional<CapEstimate> measured = ownPlateau(own.getOrDefault(site, List.of()), pooled)
                    .or(() -> pooled)
                    .filter(found -> isPlausible(found.plateau(), documentedCap))
                    .map(found -> CapInterval.estimate(found.plateau(), found.among()));
            bySite.put(site, measured.or(() -> documentedCap.map(CapEstimate::documented)));
        });
    }

    /** A plateau and the observations it was found among. */
    private record Found(Plateau plateau, List<Observation> among) {}

    private static Optional<Found> ownPlateau(List<Observation> rates, Optional<Found> pooled) {
        return rates.size() < FEWEST_OWN_LINKS
                ? Optional.empty()
                : plateau(rates)
                        .filter(found -> found.plateau().members() >= FEWEST_OWN_LINKS)
                        .filter(found -> pooled.map(kind -> found.plateau().level()
                                        >= OWN_OVER_KIND * kind.plateau().level())
                                .orElse(true));
    }

    private static boolean isPlausible(Plateau plateau, Optional<Bandwidth> documented) {
        return documented
                .map(cap -> plateau.level() >= MEASURED_OVER_DOCUMENTED * cap.bitsPerSecond())
                .orElse(true);
    }

    /** Of the rates that need no correction, if those have one; else of all. */
    private static Optional<Found> plateau(List<Observation> observations) {
        List<Observation> tight =
                observations.stream().filter(Observation::isTight).toList();
        return find(tight)
                .filter(found -> found.plateau().members() >= FEWEST_TIGHT_LINKS)
                .or(() -> find(observations));
    }

    private static Optional<Found> find(List<Observation> observations) {
        return Plateau.find(observations.stream().mapToDouble(Observation::bps).toArray())
                .map(plateau -> new Found(plateau, observations));
    }

    Optional<CapEstimate> of(SiteId site) {
        return bySite.getOrDefault(site, Optional.empty());
    }
}
