package io.longhaul.core.job;

import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Data that lie at several sites. Immutable.
 *
 * @param name tells it from other datasets and from stages
 * @param sizes octets by site
 * @param mayNotGo sites or regions its octets may not be sent to; what a stage made of them may
 */
public record Dataset(String name, Map<SiteId, DataSize> sizes, Set<SiteId> mayNotGo) {
    public Dataset {
        sizes = Collections.unmodifiableMap(new TreeMap<>(sizes));
        mayNotGo = Set.copyOf(mayNotGo);
    }

    /** Whether a stage at a site may take all of its octets: they may be sent there, or lie there already. */
    public boolean mayGoTo(SiteId site) {
        return sizes.keySet().equals(Set.of(site))
                || mayNotGo.stream().noneMatch(place -> site.isIn(place) || place.isIn(site));
    }
}
