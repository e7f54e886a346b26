package io.longhaul.planner.overlay;

import io.longhaul.core.units.Bandwidth;
import java.util.Optional;

/**
 * What an overlay search found. Immutable.
 *
 * @param problem the problem whose solution it is
 * @param solution the plan in arrays; empty when there is none
 * @param dollarBound no plan costs less; not a number when time was minimised
 * @param timeBound no plan has a lower t of {@code problem}; not a number when cost was minimised
 * @param finished whether the search ended by itself
 * @param parts parts of the search that were relaxed
 */
record OverlayAnswer(
        OverlayProblem problem,
        Optional<OverlaySolution> solution,
        double dollarBound,
        double timeBound,
        boolean finished,
        int parts) {
    private static final double ROUNDING = 3e-7;

    /** Another answer with the bounds of this one, which is to a request that asks for less. */
    OverlayAnswer boundsFor(OverlayAnswer other) {
        double scaled = timeBound * problem.secondsPerTime() / other.problem.secondsPerTime();
        return new OverlayAnswer(other.problem, other.solution, dollarBound, scaled, finished, parts);
    }

    /** Gbit/s. */
    double rate() {
        return problem.referenceRate() / solution.orElseThrow().time();
    }

    /** In whole bit/s: rounded up where that is by less than what the plan check allows, else down. */
    Bandwidth wholeRate() {
        double exact = rate() * 1e9;
        double up = Math.ceil(exact);
        return Bandwidth.ofBitsPerSecond(Math.max(1, up - exact <= ROUNDING * exact ? up : Math.floor(exact)));
    }
}
