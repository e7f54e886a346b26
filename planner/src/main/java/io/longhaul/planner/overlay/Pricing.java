package io.longhaul.planner.overlay;

import java.util.List;

/** Finds the lightest way for a share of the data under dual prices. Confined to one search. */
interface Pricing {
    /** Weight of the lightest path or tree; infinite when there is none. */
    double shortest(NodeBounds bounds);

    /** What {@link #shortest} found last. */
    Path shortestPath();

    /** Other light ones below a limit, lightest first; may leave some out. */
    List<Path> relayPaths(NodeBounds bounds, double limit);

    /** Paths for one sink, trees for several. */
    static Pricing of(OverlayProblem problem, Prices prices) {
        return problem.sinks().length == 1 ? new PathPricing(problem, prices) : new TreePricing(problem, prices);
    }
}
