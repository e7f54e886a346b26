package io.longhaul.bench.planner;

import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.planner.OverlayPlanner;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/** Plans over hundreds of synthetic sites, each by a planner that has not seen the network: {@code ManySites 1000 5}. */
public final class ManySites {
    private ManySites() {}

    public static void main(String[] args) {
        int sites = Integer.parseInt(args[0]);
        int pairs = Integer.parseInt(args[1]);
        NetworkModel network = Grids.synthetic(sites, 1);
        System.out.println(sites + " sites, " + network.links().size() + " links");
        for (int to = 1; to <= pairs; to++) {
            TransferRequest request = TransferRequest.of(
                    network.sites().get(0).id(), network.sites().get(to).id(), DataSize.ofGigabytes(1000));
            plan("fastest", new PlanningProblem(request.withObjective(Objective.FASTEST), network));
            var rate = Bandwidth.ofGigabitsPerSecond(4);
            plan("at 4 Gbit/s", new PlanningProblem(request.withRateAtLeast(rate), network));
        }
    }

    private static void plan(String name, PlanningProblem problem) {
        var threads = ManagementFactory.getThreadMXBean();
        long start = System.nanoTime();
        long cpu = threads.getCurrentThreadCpuTime();
        PlanOutcome outcome = new OverlayPlanner().plan(problem, PlannerOptions.DEFAULT.withExplain(false));
        double took = (System.nanoTime() - start) / 1e6;
        double used = (threads.getCurrentThreadCpuTime() - cpu) / 1e6;
        System.out.printf(
                Locale.ROOT,
                "%-12s %-10s gap %.1e, %d violations, %.0f ms wall, %.0f ms CPU%n",
                name,
                outcome.ending().id(),
                outcome.plan().map(plan -> plan.proof().gap()).orElse(Double.NaN),
                outcome.plan()
                        .map(plan -> PlanCheck.violations(problem, plan).size())
                        .orElse(-1),
                took,
                used);
    }
}
