package io.longhaul.planner.overlay;

import io.longhaul.core.plan.Frontier;
import io.longhaul.core.plan.Frontier.Corner;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.units.Durations;
import io.longhaul.planner.lp.LinearProgram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The exact frontier of time and cost. With fixed VMs the least cost is convex and piecewise linear in the time; the
 * frontier is the lower envelope of these curves over all whole numbers of VMs. Every piece of the envelope of the curves
 * known is put to the proof: a search for any plan below its line. A plan found brings its curve; a piece that survives
 * is proven, but for the last millionth of its time, where the next one may start. Ends because there are finitely many
 * VM counts. With tiered prices the curves are those of the convex costs below; a corner that really costs more leaves
 * the frontier unproven. Confined to one thread.
 */
final class FrontierSearch {
    private static final double BELOW = 1e-7;
    /** A known curve that seems to lie lower by less than this only shows the rounding of the programs. */
    private static final double SURELY_BELOW = 2e-6;

    private static final double NUDGE = 1e-7;
    /** How long before a VM falls idle its last corner lies: what it carries then is more than any share left out. */
    private static final double BUSY = 1e-6;

    private static final int MOST_STEPS = 5000;

    private final OverlaySetup setup;
    private final OverlayEngine engine;
    private final Supplier<LinearProgram> lps;
    private final BooleanSupplier outOfTime;
    private final List<VmCurve> curves = new ArrayList<>();
    private final List<double[]> proven = new ArrayList<>();
    private boolean complete = true;

    FrontierSearch(OverlaySetup setup, OverlayEngine engine, Supplier<LinearProgram> lps, BooleanSupplier outOfTime) {
        this.setup = setup;
        this.engine = engine;
        this.lps = lps;
        this.outOfTime = outOfTime;
    }

    /** The frontier; without corners when the sites are not connected. */
    Frontier run() {
        OverlayEngine.MostRate reach = engine.mostRate();
        double most = reach.reached();
        double floor = floor();
        OverlayAnswer cheapest = engine.cheapest(floor, false);
        complete = (reach.isKnown() || reach.bound() < floor) && cheapest.finished();
        if (most == 0 || cheapest.solution().isEmpty() || floor == Double.POSITIVE_INFINITY) {
            return new Frontier(List.of(), complete);
        }
        double slowest = cheapest.rate();
        if (slowest >= most * (1 - 10 * NUDGE)) {
            return new Frontier(kept(List.of(corner(cheapest, false))), complete);
        }
        OverlayProblem problem = setup.cheapest(slowest * (1 - NUDGE), false);
        problem = problem.withTime(problem.referenceRate() / (most * (1 - NUDGE)), 1);
        addCurve(problem, cheapest.solution().get().vms());
        double fastest = problem.timeLow();
        engine.searchBillings(problem.withTime(fastest, fastest))
                .solution()
                .ifPresent(solution ->
                        addCurve(setup.cheapest(slowest * (1 - NUDGE), false).withTime(fastest, 1), solution.vms()));
        List<Envelope.Piece> pieces = prove(problem);
        return new Frontier(kept(corners(problem, pieces)), complete);
    }

    /** Gbit/s that the rate asked for and the deadline need; infinite when the deadline leaves no time. */
    private double floor() {
        TransferRequest request = setup.request;
        double asked = request.rate().map(rate -> rate.bitsPerSecond() / 1e9).orElse(0.0);
        if (request.deadline().isEmpty()) {
            return asked;
        }
        double left = Durations.seconds(request.deadline().get()) - setup.bootSeconds;
        left -= setup.starts.least(Math.max(asked, setup.volume / left));
        return left <= 0 ? Double.POSITIVE_INFINITY : Math.max(asked, setup.volume / left);
    }

    /** The corners within deadline and budget; what slow start and rounding add is known only now. */
    private List<Corner> kept(List<Corner> corners) {
        var kept = new ArrayList<Corner>();
        for (Corner corner : corners) {
            boolean inTime = setup.request.deadline().stream()
                    .allMatch(limit -> Durations.seconds(corner.time())
                            <= Durations.seconds(limit) * (1 + TransferRequest.TIME_TOLERANCE));
            boolean affordable = setup.request.budget().stream()
                    .allMatch(budget -> corner.cost().isWithin(budget));
            if (inTime && affordable) {
                kept.add(corner);
            }
        }
        if (!kept.isEmpty() && kept.get(kept.size() - 1).linearToNext()) {
            kept.set(kept.size() - 1, kept.get(kept.size() - 1).linear(false));
        }
        return kept;
    }

    /** The pieces below the budget, the one that crosses it from there on. */
    private List<Envelope.Piece> affordable(List<Envelope.Piece> pieces) {
        if (setup.request.budget().isEmpty()) {
            return pieces;
        }
        double budget = setup.request.budget().get().dollars() - setup.requestFees();
        var kept = new ArrayList<Envelope.Piece>();
        for (Envelope.Piece piece : pieces) {
            if (piece.costFrom() <= budget) {
                kept.add(piece);
            } else if (piece.costTo() < budget) {
                double from = piece.from() + (budget - piece.costFrom()) / piece.slope();
                kept.add(new Envelope.Piece(from, piece.to(), budget, piece.costTo(), piece.curve()));
            }
        }
        return kept;
    }

    private List<Envelope.Piece> prove(OverlayProblem problem) {
        while (true) {
            List<Envelope.Piece> pieces =
                    curves.isEmpty() ? List.of() : affordable(Envelope.of(curves, problem.timeHigh()));
            Optional<Envelope.Piece> open =
                    pieces.stream().filter(piece -> !isProven(piece)).findFirst();
            if (open.isEmpty() || curves.isEmpty()) {
                return pieces;
            }
            if (curves.size() + proven.size() > MOST_STEPS || outOfTime.getAsBoolean()) {
                complete = false;
                return pieces;
            }
            refine(problem, open.get());
        }
    }

    private boolean isProven(Envelope.Piece piece) {
        if (piece.to() - piece.from() <= 10 * NUDGE * piece.to()) {
            return true;
        }
        return proven.stream()
                .anyMatch(known -> known[0] <= piece.from()
                        && piece.to() <= known[1]
                        && known[2] + known[3] * piece.from() >= piece.costFrom() * (1 - 2 * BELOW)
                        && known[2] + known[3] * piece.to() >= piece.costTo() * (1 - 2 * BELOW));
    }

    /** Looks for a plan below a piece; keeps its curve, or the proof that there is none. */
    private void refine(OverlayProblem problem, Envelope.Piece piece) {
        double slope = Math.min(0, piece.slope());
        double level = piece.costFrom() - slope * piece.from();
        OverlayProblem below = problem.withObjective(
                        problem.costWeight(), -slope * problem.costWeight(), Double.POSITIVE_INFINITY)
                .withTime(piece.from(), Math.max(piece.to() * (1 - 10 * NUDGE), middle(piece)));
        OverlayAnswer answer = engine.searchBillings(below);
        complete &= answer.finished();
        boolean found = answer.solution().isPresent()
                && answer.solution().get().objective() / problem.costWeight() < level * (1 - BELOW);
        if (!found || known(answer.solution().get().vms())) {
            complete &=
                    !found || answer.solution().get().objective() >= level * problem.costWeight() * (1 - SURELY_BELOW);
            proven.add(new double[] {piece.from(), piece.to(), level, slope});
            return;
        }
        if (!addCurve(problem, answer.solution().get().vms())) {
            complete = false;
            proven.add(new double[] {piece.from(), piece.to(), level, slope});
        }
    }

    private boolean known(int[] vms) {
        return curves.stream().anyMatch(curve -> Arrays.equals(curve.vms(), vms));
    }

    private boolean addCurve(OverlayProblem problem, int[] vms) {
        if (known(vms)) {
            return false;
        }
        var fixed = new FixedVms(setup, problem, vms, lps, outOfTime);
        List<double[]> corners = fixed.curve();
        if (!corners.isEmpty()) {
            curves.add(VmCurve.of(vms, corners));
        }
        return !corners.isEmpty();
    }

    private List<Corner> corners(OverlayProblem problem, List<Envelope.Piece> pieces) {
        var corners = new ArrayList<Corner>();
        double reached = Double.POSITIVE_INFINITY;
        for (int i = 0; i < pieces.size(); i++) {
            Envelope.Piece piece = pieces.get(i);
            boolean startsLower = piece.costFrom() < reached * (1 - 1e-12);
            boolean afterLevel = i > 0 && pieces.get(i - 1).level();
            if (startsLower) {
                add(corners, problem, piece.curve(), piece.from(), !piece.level());
            } else if (!piece.level() && afterLevel) {
                double nudged = Math.min(piece.from() * (1 + BUSY), middle(piece));
                add(corners, problem, piece.curve(), nudged, true);
            }
            if (!piece.level()) {
                boolean goesOn = i + 1 < pieces.size()
                        && !pieces.get(i + 1).level()
                        && pieces.get(i + 1).costFrom() >= piece.costTo() * (1 - 1e-12);
                boolean stepsDown =
                        i + 1 < pieces.size() && pieces.get(i + 1).costFrom() < piece.costTo() * (1 - BELOW);
                addEnd(corners, problem, piece, goesOn, stepsDown);
            }
            reached = piece.costTo();
        }
        return corners;
    }

    /**
     * The end of a falling piece. Where the cost drops there, because a VM falls idle or another curve begins, the drop
     * gets two corners.
     */
    private void addEnd(
            List<Corner> corners, OverlayProblem problem, Envelope.Piece piece, boolean goesOn, boolean stepsDown) {
        Optional<OverlayAnswer> end = new FixedVms(setup, problem, piece.curve().vms(), lps, outOfTime).at(piece.to());
        boolean drops = stepsDown
                || end.isEmpty()
                || end.get().solution().orElseThrow().dollars() < piece.costTo() * (1 - BELOW);
        if (drops) {
            add(corners, problem, piece.curve(), Math.max(piece.to() * (1 - BUSY), middle(piece)), false);
        }
        if (end.isPresent() && !stepsDown) {
            add(corners, problem, piece.curve(), piece.to(), goesOn);
        }
    }

    private static double middle(Envelope.Piece piece) {
        return (piece.from() + piece.to()) / 2;
    }

    private void add(List<Corner> corners, OverlayProblem problem, VmCurve curve, double time, boolean linear) {
        Optional<OverlayAnswer> answer = new FixedVms(setup, problem, curve.vms(), lps, outOfTime).at(time);
        if (answer.isEmpty()) {
            complete = false;
            return;
        }
        Corner corner = corner(answer.get(), linear);
        boolean dominated =
                !corners.isEmpty() && corners.get(corners.size() - 1).cost().compareTo(corner.cost()) <= 0;
        if (!dominated) {
            corners.removeIf(earlier -> earlier.time().compareTo(corner.time()) >= 0);
            corners.add(corner);
        } else if (linear && corners.get(corners.size() - 1).rate().equals(corner.rate())) {
            corners.set(corners.size() - 1, corners.get(corners.size() - 1).linear(true));
        }
    }

    private Corner corner(OverlayAnswer answer, boolean linear) {
        TransferPlan plan = new PlanAssembly(setup).plan(answer);
        double searched = answer.solution().orElseThrow().dollars();
        double paid = plan.cost().egress().plus(plan.cost().vm()).dollars();
        complete &= setup.shapes.isEmpty() || Math.abs(paid - searched) <= SURELY_BELOW * paid + 1e-6;
        return new Corner(plan.rate(), plan.time().expected(), plan.cost().total(), plan.verdict(), plan, linear);
    }
}
