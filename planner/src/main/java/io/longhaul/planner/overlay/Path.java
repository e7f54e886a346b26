package io.longhaul.planner.overlay;

import java.util.Arrays;

/** A path as a sequence of arcs, or a tree as a sorted set of them. Immutable; equal when the arcs are. */
final class Path {
    final int[] arcs;

    Path(int... arcs) {
        this.arcs = arcs;
    }

    /** A tree, whatever the order its arcs are given in. */
    static Path tree(int... arcs) {
        int[] sorted = arcs.clone();
        Arrays.sort(sorted);
        return new Path(sorted);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Path path && Arrays.equals(arcs, path.arcs);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(arcs);
    }

    @Override
    public String toString() {
        return Arrays.toString(arcs);
    }
}
