package io.longhaul.core.plan;

import io.longhaul.core.topology.Link;
import java.util.Comparator;

/**
 * From the VMs of one type at a site to those of one type at the next, over a link. Immutable; ordered by its ends, then
 * by link.
 *
 * @param link what is taken
 * @param from the VMs that send
 * @param to the VMs that receive
 */
public record Leg(Link link, VmGroup from, VmGroup to) implements Comparable<Leg> {
    private static final Comparator<Leg> ORDER =
            Comparator.comparing(Leg::from).thenComparing(Leg::to).thenComparing(Leg::link);

    @Override
    public int compareTo(Leg other) {
        return ORDER.compare(this, other);
    }
}
