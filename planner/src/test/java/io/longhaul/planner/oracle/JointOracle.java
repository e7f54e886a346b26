package io.longhaul.planner.oracle;

import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPObjective;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPSolverParameters;
import com.google.ortools.linearsolver.MPVariable;
import io.longhaul.core.plan.JointProblem;
import io.longhaul.core.plan.JointProblem.Item;
import io.longhaul.core.plan.JointProblem.TierPool;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.price.PriceTier;
import io.longhaul.core.topology.Link;
import io.longhaul.planner.oracle.PathOracle.Answer;
import io.longhaul.planner.oracle.PathOracle.Ending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Several transfers that all start at once as one mixed-integer program, solved by SCIP: the program of {@link PathOracle}
 * for each, a row for the VMs of all at every site, and the tiers of every pool over the volume of all. Total caps are not
 * in it. Confined to one solve.
 */
final class JointOracle {
    private final JointProblem problem;
    private final MPSolver solver = MPSolver.createSolver("SCIP");
    private final List<PathOracle> transfers = new ArrayList<>();
    private final MPObjective objective = solver.objective();
    private double scale;

    private JointOracle(JointProblem problem, List<double[]> windows) {
        this.problem = problem;
        boolean fastest = problem.objective() == Objective.FASTEST;
        Map<TierPool, MPConstraint> volumes = new LinkedHashMap<>();
        Map<TierPool, Double> most = new LinkedHashMap<>();
        for (int i = 0; i < windows.size(); i++) {
            Item item = problem.transfers().get(i);
            Map<Link, MPVariable> shares = new TreeMap<>();
            var single = new PlanningProblem(item.request(), problem.network());
            var transfer = new PathOracle(
                    solver, Optional.of(shares), single, fastest, 0, windows.get(i)[0], windows.get(i)[1]);
            transfer.build();
            transfers.add(transfer);
            double gigabytes = item.request().wireSize().bytes() / 1e9;
            shares.forEach((link, share) -> {
                TierPool pool = JointProblem.poolOf(problem.network().getLink(link));
                volumes.computeIfAbsent(pool, any -> solver.makeConstraint(0, 0))
                        .setCoefficient(share, -gigabytes);
                most.merge(pool, gigabytes, Double::sum);
            });
        }
        scale = fastest
                ? transfers.get(0).unit
                : transfers.stream().mapToDouble(each -> each.scaleDollars).sum();
        for (int i = 0; i < transfers.size(); i++) {
            PathOracle each = transfers.get(i);
            double weight = problem.transfers().get(i).weight();
            objective.setCoefficient(
                    fastest ? each.time : each.dollars, (fastest ? weight * each.unit : each.scaleDollars) / scale);
        }
        volumes.forEach((pool, row) -> bill(pool, row, most.getOrDefault(pool, 0.0), fastest));
        for (SiteModel site : problem.network().sites()) {
            MPConstraint together = solver.makeConstraint(0, problem.limits().maxVms(site.id()));
            transfers.forEach(each -> each.counts(site.id()).forEach(count -> together.setCoefficient(count, 1)));
        }
        objective.setMinimization();
    }

    /** Tiers one after the other, each open only when the one before is full. */
    private void bill(TierPool pool, MPConstraint volume, double most, boolean fastest) {
        double at = problem.billing().alreadySent().bytes() / 1e9;
        double end = at + most;
        MPVariable opened = null;
        for (PriceTier tier : pool.tiers()) {
            double to =
                    Math.min(end, tier.upTo().map(size -> size.bytes() / 1e9).orElse(end));
            double width = to - at;
            if (width <= 0) {
                continue;
            }
            MPVariable part = solver.makeNumVar(0, width, "");
            if (!fastest) {
                objective.setCoefficient(part, tier.price().dollars() / scale);
            }
            volume.setCoefficient(part, 1);
            if (opened != null) {
                MPConstraint row = solver.makeConstraint(Double.NEGATIVE_INFINITY, 0);
                row.setCoefficient(part, 1 / width);
                row.setCoefficient(opened, -1);
            }
            if (to < end) {
                opened = solver.makeBoolVar("");
                MPConstraint row = solver.makeConstraint(Double.NEGATIVE_INFINITY, 0);
                row.setCoefficient(opened, 1);
                row.setCoefficient(part, -1 / width);
            }
            at = to;
        }
    }

    /** Dollars of all, or the weighted seconds of transfer of all. */
    static Answer solve(JointProblem problem, Duration limit) {
        var windows = new ArrayList<double[]>();
        for (Item item : problem.transfers()) {
            Optional<double[]> window = PathOracle.window(new PlanningProblem(item.request(), problem.network()), 0);
            if (window.isEmpty()) {
                return new Answer(Ending.INFEASIBLE, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.NaN);
            }
            windows.add(window.get());
        }
        var first = new JointOracle(problem, windows);
        Answer wide = first.solve(limit);
        if (!wide.feasible()) {
            return wide;
        }
        var near = new ArrayList<double[]>();
        for (int i = 0; i < windows.size(); i++) {
            double seconds = first.transfers.get(i).time.solutionValue() * first.transfers.get(i).unit;
            near.add(new double[] {Math.max(windows.get(i)[0], seconds / 2), Math.min(windows.get(i)[1], seconds * 2)});
        }
        Answer close = new JointOracle(problem, near).solve(limit);
        return close.ending() == Ending.PROVEN
                ? new Answer(wide.ending(), close.value(), Math.min(wide.bound(), close.value()), Double.NaN)
                : wide;
    }

    private Answer solve(Duration limit) {
        var parameters = new MPSolverParameters();
        parameters.setDoubleParam(MPSolverParameters.DoubleParam.RELATIVE_MIP_GAP, 1e-9);
        solver.setSolverSpecificParametersAsString("numerics/feastol = 1e-9\nlimits/absgap = 0\n");
        solver.setTimeLimit(limit.toMillis());
        boolean fastest = problem.objective() == Objective.FASTEST;
        double fees =
                fastest ? 0 : transfers.stream().mapToDouble(PathOracle::fees).sum();
        return switch (solver.solve(parameters)) {
            case OPTIMAL -> {
                double value = objective.value() * scale + fees;
                yield new Answer(Ending.PROVEN, value, value, Double.NaN);
            }
            case INFEASIBLE ->
                new Answer(Ending.INFEASIBLE, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.NaN);
            case FEASIBLE ->
                new Answer(
                        Ending.OPEN,
                        objective.value() * scale + fees,
                        objective.bestBound() * scale + fees,
                        Double.NaN);
            default -> new Answer(Ending.OPEN, Double.POSITIVE_INFINITY, 0, Double.NaN);
        };
    }
}
