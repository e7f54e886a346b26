package io.longhaul.cli.report;

import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.topology.SiteId;
import io.longhaul.store.catalogue.Catalogue;
import java.util.HashMap;
import java.util.Map;

/** Looks sites up on the globe. */
public final class Places {
    private Places() {}

    /** The places of the sites of a snapshot that the catalogue knows. */
    public static Map<SiteId, Place> of(Snapshot snapshot, Catalogue catalogue) {
        Map<SiteId, Place> places = new HashMap<>();
        for (SiteEstimate site : snapshot.sites()) {
            catalogue
                    .findRegion(site.id())
                    .ifPresent(region ->
                            places.put(site.id(), new Place(region.city(), region.latitude(), region.longitude())));
        }
        return places;
    }
}
