package io.longhaul.estimator;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What each VM was seen to send and to receive on its fastest links: its caps are at least that, so a much slower link
 * between two such VMs is slow because of the path. Immutable.
 */
final class ProvenRates {
    /** With this many links, the fastest is set aside: it may be a lucky short run. */
    private static final int SET_FASTEST_ASIDE = 5;

    private final Map<SiteId, Bandwidth> sent;
    private final Map<SiteId, Bandwidth> received;

    ProvenRates(List<Observation> observations) {
        sent = fastest(observations, point -> point.link().from());
        received = fastest(observations, point -> point.link().to());
    }

    private static Map<SiteId, Bandwidth> fastest(List<Observation> observations, Function<Observation, SiteId> end) {
        Map<SiteId, List<Bandwidth>> rates = new HashMap<>();
        observations.forEach(point -> rates.computeIfAbsent(end.apply(point), key -> new ArrayList<>())
                .add(point.rate()));
        Map<SiteId, Bandwidth> fastest = new HashMap<>();
        rates.forEach((site, all) -> {
            all.sort(null);
            fastest.put(site, all.get(all.size() - (all.size() >= SET_FASTEST_ASIDE ? 2 : 1)));
        });
        return fastest;
    }

    /** The rate that both VMs of a link carried elsewhere. */
    Optional<Bandwidth> between(Link link) {
        return Optional.ofNullable(sent.get(link.from()))
                .flatMap(out -> Optional.ofNullable(received.get(link.to())).map(out::min));
    }
}
