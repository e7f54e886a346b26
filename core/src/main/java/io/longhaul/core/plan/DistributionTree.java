package io.longhaul.core.plan;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A part of the data and the tree it takes to all destinations. All VMs of one type at a site on the way receive it once,
 * and may send it on several times; where there is a choice of types, those of another type may receive it too. Immutable.
 *
 * @param legs the legs of the tree, in their natural order
 * @param rate how fast this part runs
 * @param share part of the data that takes this tree, in (0, 1]
 */
public record DistributionTree(List<Leg> legs, Bandwidth rate, double share) implements Way {
    public DistributionTree {
        legs = legs.stream().sorted(Comparator.naturalOrder()).toList();
    }

    /** The links, in the order of the legs. */
    public List<Link> links() {
        return legs.stream().map(Leg::link).toList();
    }

    /** The VMs that receive this part, at destinations and on the way. */
    public List<VmGroup> receivers() {
        return legs.stream().map(Leg::to).distinct().toList();
    }

    /** The links from the source to some VMs, in order; none when the tree does not reach them. */
    public List<Link> wayTo(SiteId source, VmGroup vms) {
        var way = new ArrayList<Link>();
        VmGroup at = vms;
        for (int hop = 0; hop < legs.size() && !at.site().equals(source); hop++) {
            VmGroup here = at;
            Optional<Leg> into =
                    legs.stream().filter(leg -> leg.to().equals(here)).findFirst();
            if (into.isEmpty()) {
                return List.of();
            }
            way.add(0, into.get().link());
            at = into.get().from();
        }
        return at.site().equals(source) ? way : List.of();
    }

    DistributionTree withVms(UnaryOperator<VmGroup> named) {
        return new DistributionTree(
                legs.stream()
                        .map(leg -> new Leg(leg.link(), named.apply(leg.from()), named.apply(leg.to())))
                        .toList(),
                rate,
                share);
    }
}
