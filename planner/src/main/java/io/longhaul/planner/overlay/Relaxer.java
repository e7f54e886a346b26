package io.longhaul.planner.overlay;

import io.longhaul.planner.lp.LinearProgram;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * Relaxes parts of one problem. Data that are not sent cost a penalty; when some stay unsent although the penalty is high,
 * it is raised before the part is called infeasible, since near the greatest flow a further bit can be very dear. Confined
 * to one thread.
 */
final class Relaxer {
    private static final double PENALTY = 1e3;
    private static final double RAISE = 1e3;

    private final OverlayProblem problem;
    private final Supplier<LinearProgram> lps;
    private final Prices prices;
    private final Pricing pricing;
    private Master last;

    Relaxer(OverlayProblem problem, Supplier<LinearProgram> lps) {
        this.problem = problem;
        this.lps = lps;
        prices = new Prices(problem);
        pricing = Pricing.of(problem, prices);
        last = new Master(problem, RootBounds.all(problem), lps.get(), PENALTY);
    }

    /**
     * The optimum of the relaxation of one part.
     *
     * @param start paths to start with
     * @param cutoff objective from which the part is of no interest
     */
    Relaxation relax(NodeBounds bounds, Collection<Path> start, double cutoff) {
        double penalty = PENALTY * Math.max(1, problem.timeWeight() * problem.timeHigh());
        Relaxation relaxed = relax(bounds, start, cutoff, penalty);
        if (relaxed.status() == Relaxation.Status.SHORT) {
            relaxed = relax(bounds, last.paths(), cutoff, penalty * RAISE);
        }
        return relaxed;
    }

    private Relaxation relax(NodeBounds bounds, Collection<Path> start, double cutoff, double penalty) {
        last = new Master(problem, bounds, lps.get(), penalty);
        last.addPaths(start);
        return last.solve(pricing, prices, cutoff);
    }

    /** Paths of the part relaxed last that are within a margin of being in use. */
    List<Path> nearPaths(double margin) {
        return last.nearPaths(prices, margin);
    }
}
