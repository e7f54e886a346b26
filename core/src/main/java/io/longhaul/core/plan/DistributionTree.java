package io.longhaul.core.plan;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A part of the data and the tree it takes to all destinations; every site on the way receives it once and may send it
 * on several times. Immutable.
 *
 * @param links links of the tree, in their natural order
 * @param rate how fast this part runs
 * @param share part of the data that takes this tree, in (0, 1]
 */
public record DistributionTree(List<Link> links, Bandwidth rate, double share) {
    public DistributionTree {
        links = links.stream().sorted(Comparator.naturalOrder()).toList();
    }

    /** The links from the source to a site, in order; none when the tree does not reach it. */
    public List<Link> wayTo(SiteId source, SiteId site) {
        var way = new ArrayList<Link>();
        SiteId at = site;
        for (int hop = 0; hop < links.size() && !at.equals(source); hop++) {
            SiteId here = at;
            Optional<Link> into =
                    links.stream().filter(link -> link.to().equals(here)).findFirst();
            if (into.isEmpty()) {
                return List.of();
            }
            way.add(0, into.get());
            at = into.get().from();
        }
        return way;
    }
}
