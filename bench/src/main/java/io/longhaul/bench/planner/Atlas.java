package io.longhaul.bench.planner;

import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.planner.OverlayPlanner;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** Plans every link of the published grid on all cores and prints how long that takes, cold and then warm. */
public final class Atlas {
    private Atlas() {}

    /** Runs three times; the share of the maximum flow may be given. */
    public static void main(String[] arguments) {
        double share = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 0.8;
        List<PlanningProblem> problems = Grids.everyLink(Grids.published(), share);
        var planner = new OverlayPlanner();
        PlannerOptions bare = PlannerOptions.DEFAULT.withExplain(false);
        for (int run = 0; run < 3; run++) {
            var found = new AtomicInteger();
            var refused = new AtomicInteger();
            long began = System.nanoTime();
            List<PlanOutcome> outcomes = problems.parallelStream()
                    .map(problem -> planner.plan(problem, bare))
                    .toList();
            double seconds = (System.nanoTime() - began) / 1e9;
            for (int i = 0; i < problems.size(); i++) {
                PlanningProblem problem = problems.get(i);
                outcomes.get(i).plan().ifPresent(plan -> {
                    found.incrementAndGet();
                    refused.addAndGet(PlanCheck.violations(problem, plan).isEmpty() ? 0 : 1);
                });
            }
            System.out.printf(
                    Locale.ROOT,
                    "%d links, %d planned, %d refused by the check, %.2f s on %d cores%n",
                    problems.size(),
                    found.get(),
                    refused.get(),
                    seconds,
                    Runtime.getRuntime().availableProcessors());
        }
    }
}
