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
import io.longhaul.core.price.PriceTier;
import io.longhaul.core.topology.SiteId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The mixed-integer program of planner-models 1.1 over arcs, connections eliminated, solved by SCIP: shares nothing with
 * the planner but the problem. One rate, one rate point per link; tiered prices by the incremental form with one binary
 * for each tier after the first.
 */
final class MipOracle {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    static {
        Loader.loadNativeLibraries();
    }

    private final PlanningProblem problem;
    private final double rate;
    private final MPSolver solver = MPSolver.createSolver("SCIP");
    private final Map<SiteId, MPVariable> vms = new HashMap<>();
    private final Map<SiteId, MPConstraint[]> rows = new HashMap<>();

    private MipOracle(PlanningProblem problem, double gigabitsPerSecond) {
        this.problem = problem;
        rate = gigabitsPerSecond;
    }

    /** Dollars of the cheapest plan at exactly a rate; empty when there is none. */
    static OptionalDouble cheapest(PlanningProblem problem, double gigabitsPerSecond) {
        return new MipOracle(problem, gigabitsPerSecond).solve();
    }

    private OptionalDouble solve() {
        Limits limits = problem.request().limits();
        SiteId source = problem.request().from();
        SiteId sink = problem.request().destination();
        double gigabits = problem.request().size().bytes() * 8 / 1e9;
        double seconds = gigabits / rate;
        MPObjective objective = solver.objective();
        objective.setMinimization();
        for (SiteModel site : problem.network().sites()) {
            boolean open = site.id().equals(source) || site.id().equals(sink) || limits.mayRelay(site.id());
            if (open) {
                addSite(site, limits.maxVms(site.id()), seconds, objective);
            }
        }
        Map<SiteId, MPConstraint> balance = new HashMap<>();
        vms.keySet().forEach(site -> {
            double net = site.equals(source) ? rate : site.equals(sink) ? -rate : 0;
            balance.put(site, solver.makeConstraint(net, net));
        });
        for (LinkModel link : problem.network().links()) {
            SiteId from = link.link().from();
            SiteId to = link.link().to();
            if (!vms.containsKey(from) || !vms.containsKey(to) || to.equals(source) || from.equals(sink)) {
                continue;
            }
            MPVariable flow = solver.makeNumVar(0, INFINITY, "");
            if (link.price().tiers().size() == 1) {
                objective.setCoefficient(
                        flow, seconds * link.price().firstTier().dollars() / 8);
            } else {
                addTiers(link, flow, seconds, gigabits, objective);
            }
            double capacity = link.rates().maxRate().bitsPerSecond()
                    / 1e9
                    * limits.streamsPerVm()
                    / link.rates().maxStreams();
            rows.get(from)[0].setCoefficient(flow, 1 / capacity);
            rows.get(to)[1].setCoefficient(flow, 1 / capacity);
            rows.get(from)[2].setCoefficient(flow, 1);
            rows.get(to)[3].setCoefficient(flow, 1);
            balance.get(from).setCoefficient(flow, 1);
            balance.get(to).setCoefficient(flow, -1);
        }
        var parameters = new MPSolverParameters();
        parameters.setDoubleParam(MPSolverParameters.DoubleParam.RELATIVE_MIP_GAP, 1e-8);
        return solver.solve(parameters) == MPSolver.ResultStatus.OPTIMAL
                ? OptionalDouble.of(objective.value())
                : OptionalDouble.empty();
    }

    private void addTiers(LinkModel link, MPVariable flow, double seconds, double most, MPObjective objective) {
        MPConstraint volume = solver.makeConstraint(0, 0);
        volume.setCoefficient(flow, -seconds);
        double start = 0;
        MPVariable opened = null;
        for (PriceTier tier : link.price().tiers()) {
            double end = Math.min(
                    most, tier.upTo().map(size -> size.bytes() * 8 / 1e9).orElse(most));
            if (end <= start) {
                break;
            }
            MPVariable part = solver.makeNumVar(0, end - start, "");
            objective.setCoefficient(part, tier.price().dollars() / 8);
            volume.setCoefficient(part, 1);
            if (opened != null) {
                MPConstraint onlyWhenOpen = solver.makeConstraint(-INFINITY, 0);
                onlyWhenOpen.setCoefficient(part, 1);
                onlyWhenOpen.setCoefficient(opened, -(end - start));
            }
            opened = solver.makeBoolVar("");
            MPConstraint fullFirst = solver.makeConstraint(0, INFINITY);
            fullFirst.setCoefficient(part, 1);
            fullFirst.setCoefficient(opened, -(end - start));
            start = end;
        }
    }

    private void addSite(SiteModel site, int most, double seconds, MPObjective objective) {
        MPVariable count = solver.makeIntVar(0, most, "");
        objective.setCoefficient(count, seconds * site.vmPrice().dollars() / 3600);
        vms.put(site.id(), count);
        var constraints = new MPConstraint[4];
        double egress = site.caps().egress().bitsPerSecond() / 1e9;
        double ingress = site.caps().ingress().bitsPerSecond() / 1e9;
        List<Double> perVm = List.of(1.0, 1.0, egress, ingress);
        for (int i = 0; i < 4; i++) {
            constraints[i] = solver.makeConstraint(-INFINITY, 0);
            constraints[i].setCoefficient(count, -perVm.get(i));
        }
        rows.put(site.id(), constraints);
    }
}
