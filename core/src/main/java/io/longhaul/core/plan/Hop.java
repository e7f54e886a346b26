package io.longhaul.core.plan;

import io.longhaul.core.topology.Link;
import io.longhaul.core.units.DataSize;
import java.util.Optional;

/**
 * A leg of a tree with the streams its part of the data takes there. Immutable.
 *
 * @param leg between which VMs, over which link
 * @param streams TCP connections over all VM pairs
 * @param window window each stream needs; empty without a round-trip time, or where windows were not worked out
 */
public record Hop(Leg leg, int streams, Optional<DataSize> window) {
    /** A hop whose windows were not worked out. */
    public Hop(Leg leg, int streams) {
        this(leg, streams, Optional.empty());
    }

    public Link link() {
        return leg.link();
    }

    public VmGroup from() {
        return leg.from();
    }

    public VmGroup to() {
        return leg.to();
    }
}
