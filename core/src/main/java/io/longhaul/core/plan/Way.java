package io.longhaul.core.plan;

import io.longhaul.core.units.Bandwidth;
import java.util.List;

/** A part of the data and what it takes: a route to one destination, or a tree to several. Immutable. */
public sealed interface Way permits Route, DistributionTree {
    /** What this part goes over: in order on a route, in their natural order in a tree. */
    List<Leg> legs();

    /** How fast this part runs. */
    Bandwidth rate();

    /** Part of the data, in (0, 1]. */
    double share();
}
