package io.longhaul.core.plan;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

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

    /** The sites from the source to one that the tree reaches; only the last when the tree does not reach it. */
    public List<SiteId> wayTo(SiteId source, SiteId site) {
        var way = new ArrayList<SiteId>();
        way.add(site);
        SiteId at = site;
        for (int hop = 0; hop < links.size() && !at.equals(source); hop++) {
            SiteId here = at;
            at = links.stream()
                    .filter(link -> link.to().equals(here))
                    .map(Link::from)
                    .findFirst()
                    .orElse(source);
            if (links.contains(new Link(at, here))) {
                way.add(0, at);
            }
        }
        return way;
    }
}
