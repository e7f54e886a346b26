package io.longhaul.planner.overlay;

import io.longhaul.planner.lp.LinearProgram;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Relaxes parts of one problem. Confined to one thread. */
final class Relaxer {
    private static final double PENALTY = 1e3;

    private final OverlayProblem problem;
    private final Supplier<LinearProgram> lps;
    private final BooleanSupplier stop;
    private final Prices prices;
    private final Pricing pricing;
    private Optional<Master> last = Optional.empty();

    /**
     * @param stop ends the work where it stands
     */
    Relaxer(OverlayProblem problem, Supplier<LinearProgram> lps, BooleanSupplier stop) {
        this.problem = problem;
        this.lps = lps;
        this.stop = stop;
        prices = new Prices(problem);
        pricing = Pricing.of(problem, prices, stop);
    }

    /**
     * The optimum of the relaxation of one part.
     *
     * @param start paths to start with
     * @param cutoff objective from which the part is of no interest
     */
    Relaxation relax(NodeBounds bounds, Collection<Path> start, double cutoff) {
        double penalty = PENALTY * Math.max(1, problem.timeWeight() * problem.timeHigh());
        var master = new Master(problem, bounds, lps.get(), penalty, stop);
        last = Optional.of(master);
        master.addPaths(start);
        return master.solve(pricing, prices, cutoff);
    }

    /** Paths of the part relaxed last that are within a margin of being in use. */
    List<Path> nearPaths(double margin) {
        return last.map(master -> master.nearPaths(prices, margin)).orElse(List.of());
    }
}
