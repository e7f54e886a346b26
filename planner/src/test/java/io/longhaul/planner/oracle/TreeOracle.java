package io.longhaul.planner.oracle;

import com.google.ortools.Loader;
import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPObjective;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPSolverParameters;
import com.google.ortools.linearsolver.MPVariable;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The cheapest mix of trees by brute force: every tree of a small network is a column of a mixed-integer program, solved
 * by SCIP. Shares nothing with the planner but the problem. Flat prices, one rate point per link, one exact rate.
 */
final class TreeOracle {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    static {
        Loader.loadNativeLibraries();
    }

    private final PlanningProblem problem;
    private final List<SiteId> sites;
    private final List<List<Link>> trees = new ArrayList<>();

    private TreeOracle(PlanningProblem problem) {
        this.problem = problem;
        sites = new ArrayList<>(
                problem.network().sites().stream().map(SiteModel::id).toList());
        sites.remove(problem.request().from());
    }

    /** Dollars of the cheapest plan at exactly a rate; empty when there is none. */
    static OptionalDouble cheapest(PlanningProblem problem, double gigabitsPerSecond) {
        var oracle = new TreeOracle(problem);
        oracle.enumerate(0, new HashMap<>());
        return oracle.solve(gigabitsPerSecond);
    }

    /** Every site gets one parent or none; what makes a tree is kept. */
    private void enumerate(int next, Map<SiteId, SiteId> parents) {
        if (next == sites.size()) {
            if (isTree(parents)) {
                trees.add(parents.entrySet().stream()
                        .map(entry -> new Link(entry.getValue(), entry.getKey()))
                        .toList());
            }
            return;
        }
        SiteId site = sites.get(next);
        if (!problem.request().to().contains(site)) {
            enumerate(next + 1, parents);
        }
        for (SiteModel parent : problem.network().sites()) {
            if (problem.network().findLink(parent.id(), site).isPresent()) {
                parents.put(site, parent.id());
                enumerate(next + 1, parents);
                parents.remove(site);
            }
        }
    }

    private boolean isTree(Map<SiteId, SiteId> parents) {
        SiteId source = problem.request().from();
        for (var entry : parents.entrySet()) {
            SiteId site = entry.getKey();
            boolean needed = problem.request().to().contains(site) || parents.containsValue(site);
            boolean forwards = parents.containsValue(site);
            if (!needed || (forwards && !problem.request().limits().mayRelay(site))) {
                return false;
            }
            SiteId at = site;
            for (int hop = 0; hop <= sites.size() && at != null && !at.equals(source); hop++) {
                at = parents.get(at);
            }
            if (!source.equals(at)) {
                return false;
            }
        }
        return true;
    }

    private OptionalDouble solve(double rate) {
        MPSolver solver = MPSolver.createSolver("SCIP");
        double gigabits = problem.request().wireSize().bytes() * 8 / 1e9;
        double seconds = gigabits / rate;
        MPObjective objective = solver.objective();
        objective.setMinimization();
        Map<SiteId, MPConstraint[]> rows = new HashMap<>();
        for (SiteModel site : problem.network().sites()) {
            MPVariable vms = solver.makeIntVar(0, problem.request().limits().maxVms(site.id()), "");
            objective.setCoefficient(vms, seconds * site.vmPrice().dollars() / 3600);
            double egress = site.caps().egress().bitsPerSecond() / 1e9;
            double ingress = site.caps().ingress().bitsPerSecond() / 1e9;
            List<Double> perVm = List.of(1.0, 1.0, egress, ingress);
            var own = new MPConstraint[4];
            for (int i = 0; i < 4; i++) {
                own[i] = solver.makeConstraint(-INFINITY, 0);
                own[i].setCoefficient(vms, -perVm.get(i));
            }
            rows.put(site.id(), own);
        }
        MPConstraint everything = solver.makeConstraint(1, 1);
        for (List<Link> tree : trees) {
            MPVariable share = solver.makeNumVar(0, 1, "");
            everything.setCoefficient(share, 1);
            double dollars = 0;
            Map<MPConstraint, Double> entries = new HashMap<>();
            for (Link link : tree) {
                LinkModel model = problem.network().getLink(link);
                dollars += gigabits * model.price().firstTier().dollars() / 8;
                double capacity = model.rates().maxRate().bitsPerSecond() / 1e9;
                entries.merge(rows.get(link.from())[0], rate / capacity, Double::sum);
                entries.merge(rows.get(link.to())[1], rate / capacity, Double::sum);
                entries.merge(rows.get(link.from())[2], rate, Double::sum);
                entries.merge(rows.get(link.to())[3], rate, Double::sum);
            }
            objective.setCoefficient(share, dollars);
            entries.forEach((row, entry) -> row.setCoefficient(share, entry));
        }
        var parameters = new MPSolverParameters();
        parameters.setDoubleParam(MPSolverParameters.DoubleParam.RELATIVE_MIP_GAP, 1e-8);
        return solver.solve(parameters) == MPSolver.ResultStatus.OPTIMAL
                ? OptionalDouble.of(objective.value())
                : OptionalDouble.empty();
    }
}
