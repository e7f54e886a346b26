package io.longhaul.lab.topology;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import java.util.List;

/** What a change is about: a site's VM or a link. Immutable. */
public sealed interface Target {
    /** The VM of a site. */
    record OfSite(SiteId site) implements Target {
        @Override
        public String toString() {
            return site.toString();
        }
    }

    /** One direction between two sites. */
    record OfLink(Link link) implements Target {
        @Override
        public String toString() {
            return link.toString();
        }
    }

    /** Refuses a target that is not of the topology. */
    default void requireIn(String topology, List<LabSite> sites) {
        List<SiteId> named = this instanceof OfSite of
                ? List.of(of.site())
                : List.of(((OfLink) this).link().from(), ((OfLink) this).link().to());
        for (SiteId id : named) {
            if (sites.stream().noneMatch(site -> site.id().equals(id))) {
                throw new InvalidInputException(
                        "A change of the topology " + topology + " names " + id + ", which is not among its sites.",
                        "The sites are: " + LabTopology.names(sites) + ".");
            }
        }
    }
}
