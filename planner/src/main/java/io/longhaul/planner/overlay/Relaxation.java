package io.longhaul.planner.overlay;

/**
 * A solution, mostly an optimum, of the relaxation of one part of the search. Immutable, arrays are not shared.
 *
 * @param status whether there is one
 * @param bound no plan in this part has a lower objective
 * @param paths paths in use
 * @param shares share of the data on each, summing to 1
 * @param vmTime H of each node
 * @param time t
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, arrays shared on purpose
record Relaxation(Status status, double bound, Path[] paths, double[] shares, double[] vmTime, double time) {
    enum Status {
        OPTIMAL,
        /** No plan in this part at all. */
        INFEASIBLE,
        /** Time was out, or the numbers failed: the bound holds, and there may be a solution, but no optimum. */
        UNSETTLED,
        /** No plan in this part is better than the best known. */
        CUT_OFF
    }

    boolean hasSolution() {
        return paths.length > 0;
    }

    static Relaxation without(Status status, double bound) {
        return new Relaxation(status, bound, new Path[0], new double[0], new double[0], 0);
    }
}
