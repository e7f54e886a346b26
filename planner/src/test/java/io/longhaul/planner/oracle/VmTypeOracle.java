package io.longhaul.planner.oracle;

import com.google.ortools.Loader;
import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPObjective;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPSolverParameters;
import com.google.ortools.linearsolver.MPVariable;
import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.VmChoice;
import io.longhaul.core.topology.SiteId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The arc program with VM types, solved by SCIP: a flow for every link and pair of types at its ends, a whole number of
 * VMs for every type at every site, what enters VMs of a type leaves them. One rate point per link, flat prices.
 */
final class VmTypeOracle {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    static {
        Loader.loadNativeLibraries();
    }

    private final PlanningProblem problem;
    private final SiteId source;
    private final SiteId sink;
    private final MPSolver solver = MPSolver.createSolver("SCIP");
    private final Map<SiteId, List<Vms>> vms = new HashMap<>();
    private final MPConstraint out;
    private final MPConstraint in;

    /** The VMs of one type at one site and what bounds them. */
    private record Vms(MPVariable count, List<MPConstraint> rows, MPConstraint balance) {}

    private VmTypeOracle(PlanningProblem problem) {
        this.problem = problem;
        source = problem.request().from();
        sink = problem.request().destination();
        out = solver.makeConstraint(0, 0);
        in = solver.makeConstraint(0, 0);
    }

    /** Dollars of the cheapest plan at exactly a rate; empty when there is none. */
    static OptionalDouble cheapest(PlanningProblem problem, double gigabitsPerSecond) {
        var oracle = new VmTypeOracle(problem);
        oracle.out.setBounds(gigabitsPerSecond, gigabitsPerSecond);
        oracle.in.setBounds(gigabitsPerSecond, gigabitsPerSecond);
        double seconds = problem.request().size().bytes() * 8 / 1e9 / gigabitsPerSecond;
        double boot = problem.request().billing().vmBoot().toNanos() / 1e9;
        oracle.solver.objective().setMinimization();
        oracle.build(seconds, seconds + boot);
        return oracle.solve();
    }

    /** The most rate, Gbit/s. */
    static OptionalDouble fastest(PlanningProblem problem) {
        var oracle = new VmTypeOracle(problem);
        MPVariable rate = oracle.solver.makeNumVar(0, INFINITY, "");
        oracle.out.setCoefficient(rate, -1);
        oracle.in.setCoefficient(rate, -1);
        oracle.solver.objective().setMaximization();
        oracle.solver.objective().setCoefficient(rate, 1);
        oracle.build(0, 0);
        return oracle.solve();
    }

    private void build(double seconds, double billedSeconds) {
        Limits limits = problem.request().limits();
        MPObjective objective = solver.objective();
        for (SiteModel site : problem.network().sites()) {
            if (site.id().equals(source) || site.id().equals(sink) || limits.mayRelay(site.id())) {
                addSite(site, limits.maxVms(site.id()), billedSeconds, objective);
            }
        }
        for (LinkModel link : problem.network().links()) {
            addLink(link, seconds, objective);
        }
    }

    private OptionalDouble solve() {
        var parameters = new MPSolverParameters();
        parameters.setDoubleParam(MPSolverParameters.DoubleParam.RELATIVE_MIP_GAP, 1e-8);
        return solver.solve(parameters) == MPSolver.ResultStatus.OPTIMAL
                ? OptionalDouble.of(solver.objective().value())
                : OptionalDouble.empty();
    }

    private void addSite(SiteModel site, int most, double billedSeconds, MPObjective objective) {
        MPConstraint together = solver.makeConstraint(0, most);
        vms.put(
                site.id(),
                site.vmChoices().stream()
                        .map(type -> addType(site, type, most, billedSeconds, objective, together))
                        .toList());
    }

    private Vms addType(
            SiteModel site,
            VmChoice type,
            int most,
            double billedSeconds,
            MPObjective objective,
            MPConstraint together) {
        MPVariable count = solver.makeIntVar(0, Math.min(most, type.quota()), "");
        together.setCoefficient(count, 1);
        if (billedSeconds > 0) {
            objective.setCoefficient(count, billedSeconds * type.price().dollars() / 3600);
        }
        double egress = type.caps().egress().bitsPerSecond() / 1e9;
        double ingress = type.caps().ingress().bitsPerSecond() / 1e9;
        double[] perVm = {1, 1, egress, ingress};
        List<MPConstraint> rows = IntStream.range(0, 4)
                .mapToObj(i -> {
                    MPConstraint row = solver.makeConstraint(-INFINITY, 0);
                    row.setCoefficient(count, -perVm[i]);
                    return row;
                })
                .toList();
        MPConstraint balance =
                site.id().equals(source) ? out : site.id().equals(sink) ? in : solver.makeConstraint(0, 0);
        return new Vms(count, rows, balance);
    }

    private void addLink(LinkModel link, double seconds, MPObjective objective) {
        SiteId from = link.link().from();
        SiteId to = link.link().to();
        if (!vms.containsKey(from) || !vms.containsKey(to) || to.equals(source) || from.equals(sink)) {
            return;
        }
        double capacity = link.rates().maxRate().bitsPerSecond()
                / 1e9
                * problem.request().limits().streamsPerVm()
                / link.rates().maxStreams();
        for (Vms a : vms.getOrDefault(from, List.of())) {
            for (Vms b : vms.getOrDefault(to, List.of())) {
                MPVariable flow = solver.makeNumVar(0, INFINITY, "");
                if (seconds > 0) {
                    objective.setCoefficient(
                            flow, seconds * link.price().firstTier().dollars() / 8);
                }
                a.rows.get(0).setCoefficient(flow, 1 / capacity);
                b.rows.get(1).setCoefficient(flow, 1 / capacity);
                a.rows.get(2).setCoefficient(flow, 1);
                b.rows.get(3).setCoefficient(flow, 1);
                a.balance.setCoefficient(flow, 1);
                b.balance.setCoefficient(flow, to.equals(sink) ? 1 : -1);
            }
        }
    }
}
