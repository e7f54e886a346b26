package io.longhaul.cli.report;

import io.longhaul.core.topology.SiteId;
import io.longhaul.store.catalogue.Catalogue;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Looks sites up on the globe. */
public final class Places {
    private Places() {}

    /** The places of those sites that the shipped catalogue knows. */
    public static Map<SiteId, Place> of(Collection<SiteId> sites) {
        Catalogue catalogue = Catalogue.shipped();
        Map<SiteId, Place> places = new HashMap<>();
        for (SiteId site : sites) {
            catalogue
                    .findRegion(site)
                    .ifPresent(region ->
                            places.put(site, new Place(region.city(), region.latitude(), region.longitude())));
        }
        return places;
    }
}
