package io.longhaul.planner.overlay;

import java.util.List;
import java.util.function.BooleanSupplier;

/** Finds the lightest way for a share of the data under dual prices. Confined to one search. */
interface Pricing {
    /**
     * No path or tree weighs less; infinite when there is none. It is the weight of the lightest, but where many sinks make
     * that too hard to find.
     *
     * @param worth weight below which one is of use
     */
    double shortest(NodeBounds bounds, double worth);

    /** The lightest that {@link #shortest} found last. */
    Path shortestPath();

    /** Other light ones below a limit, lightest first; may leave some out. */
    List<Path> relayPaths(NodeBounds bounds, double limit);

    /**
     * Paths for one sink, trees for several.
     *
     * @param stop ends the search for trees where it stands
     */
    static Pricing of(OverlayProblem problem, Prices prices, BooleanSupplier stop) {
        return problem.sinks().length == 1
                ? new PathPricing(problem, prices)
                : new SteinerPricing(problem, prices, stop);
    }
}
