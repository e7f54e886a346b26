package io.longhaul.planner.overlay;

import java.util.List;
import java.util.function.BooleanSupplier;

/** Finds the lightest way for a share of the data under dual prices. Confined to one search. */
interface Pricing {
    /**
     * Sinks up to which all trees are weighed at once: at five 2 to 10 times as fast as branching where a plan is hard to
     * prove, at eight no faster ({@code FiveRegionsTest}).
     */
    int MOST_EXACT = 6;

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
        int sinks = problem.sinks().length;
        if (sinks == 1) {
            return new PathPricing(problem, prices);
        }
        return sinks <= MOST_EXACT ? new TreePricing(problem, prices) : new SteinerPricing(problem, prices, stop);
    }
}
