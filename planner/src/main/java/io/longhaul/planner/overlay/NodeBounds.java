package io.longhaul.planner.overlay;

/** Least and most VMs of each node in a part of the search. Immutable by convention: {@code with…} copies. */
final class NodeBounds {
    final int[] low;
    final int[] high;

    NodeBounds(int[] low, int[] high) {
        this.low = low;
        this.high = high;
    }

    NodeBounds withLow(int node, int vms) {
        int[] copy = low.clone();
        copy[node] = vms;
        return new NodeBounds(copy, high);
    }

    NodeBounds withHigh(int node, int vms) {
        int[] copy = high.clone();
        copy[node] = vms;
        return new NodeBounds(low, copy);
    }

    boolean fixed(int node) {
        return low[node] == high[node];
    }

    /** Whether some node cannot have as many VMs as it needs. */
    boolean isEmpty() {
        for (int v = 0; v < low.length; v++) {
            if (low[v] > high[v]) {
                return true;
            }
        }
        return false;
    }
}
