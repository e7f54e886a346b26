package io.longhaul.cli.input;

import io.longhaul.cli.report.Place;
import io.longhaul.core.topology.SiteId;
import io.longhaul.store.catalogue.Catalogue;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Where sites lie, from the catalogue. */
public final class Places {
    private Places() {}

    /** The places of those sites that the catalogue knows. */
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
