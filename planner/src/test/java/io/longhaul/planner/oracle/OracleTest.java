package io.longhaul.planner.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.planner.OverlayPlanner;
import io.longhaul.planner.SharedGrid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random problems on the measured grid, planner against oracle. By default every tenth problem may relay anywhere and the
 * others over twelve sites drawn at random, which keeps the oracle fast; {@code -Dlonghaul.oracle=full} lets all relay
 * anywhere.
 */
class OracleTest {
    private static final boolean FULL = "full".equals(System.getProperty("longhaul.oracle"));
    private static final int PROBLEMS = FULL ? 500 : 250;
    private static final double RELATIVE = 1e-6;

    private final NetworkModel network = SharedGrid.network();
    private final OverlayPlanner planner = new OverlayPlanner();

    @Test
    void randomProblemsEqualTheOracle() {
        int found = 0;
        for (int seed = 0; seed < PROBLEMS; seed++) {
            found += check(seed) ? 1 : 0;
        }
        assertThat(found).as("feasible problems").isGreaterThan(PROBLEMS / 2);
    }

    private boolean check(int seed) {
        var random = new Random(seed);
        PlanningProblem problem = problem(random, FULL || seed % 10 == 0);
        double rate = problem.request().rate().orElseThrow().bitsPerSecond() / 1e9;
        PathOracle.Answer exact = PathOracle.solve(problem, 0, Duration.ofMinutes(1));
        PlanOutcome outcome = planner.plan(problem, PlannerOptions.DEFAULT.withExplain(false));
        String label = "seed " + seed + ": " + problem.request().from() + " to "
                + problem.request().to() + " at " + rate + " Gbit/s";
        if (!exact.feasible()) {
            assertThat(outcome).as(label).isInstanceOf(PlanOutcome.Infeasible.class);
            return false;
        }
        TransferPlan plan = outcome.plan().orElseThrow(() -> new AssertionError(label + " " + outcome));
        double optimum = exact.value();
        assertThat(outcome).as(label).isInstanceOf(PlanOutcome.Found.class);
        assertThat(plan.cost().total().dollars()).as(label).isCloseTo(optimum, within(RELATIVE * optimum));
        assertThat(plan.proof().costBound().orElseThrow().dollars())
                .as("bound, " + label)
                .isLessThanOrEqualTo(optimum * (1 + RELATIVE));
        assertThat(PlanCheck.violations(problem, plan)).as(label).isEmpty();
        return true;
    }

    private PlanningProblem problem(Random random, boolean anyRelay) {
        List<SiteId> sites =
                new ArrayList<>(network.sites().stream().map(SiteModel::id).toList());
        Collections.shuffle(sites, random);
        var limits = Limits.DEFAULT.withMaxVmsPerSite(List.of(1, 2, 3, 4, 8).get(random.nextInt(5)));
        if (!anyRelay) {
            limits = limits.withNoTransit(new HashSet<>(sites.subList(14, sites.size())));
        }
        SiteId from = sites.get(0);
        SiteId to = sites.get(1);
        double caps = Math.min(
                        network.getSite(from).caps().egress().bitsPerSecond(),
                        network.getSite(to).caps().ingress().bitsPerSecond())
                * (double) limits.maxVmsPerSite();
        TransferRequest request = TransferRequest.of(
                        from,
                        to,
                        DataSize.ofGigabytes(List.of(5L, 50L, 500L, 5000L).get(random.nextInt(4))))
                .withLimits(limits)
                .withRateExactly(Bandwidth.ofBitsPerSecond(
                        Math.round(caps * (0.1 + 0.9 * random.nextDouble()) / 1e7) * 10_000_000L));
        return new PlanningProblem(request, network);
    }
}
