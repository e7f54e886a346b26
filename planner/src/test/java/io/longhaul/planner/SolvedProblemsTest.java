package io.longhaul.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import org.junit.jupiter.api.Test;

/** Every solved problem of shared/data/overlay-plan, exact and at-least, feasibility included. */
class SolvedProblemsTest {
    private static final double RELATIVE = 1e-6;
    private static final PlannerOptions BARE = PlannerOptions.DEFAULT.withExplain(false);

    private final OverlayPlanner planner = new OverlayPlanner();

    @Test
    void costsEqualTheProvenOptimaAtExactlyTheRate() {
        NetworkModel network = SharedGrid.network();
        for (String[] row : SharedGrid.problems()) {
            var problem = new PlanningProblem(request(row).withRateExactly(rate(row)), network);
            PlanOutcome outcome = planner.plan(problem, BARE);
            if (row[5].equals("false")) {
                assertThat(outcome).as(String.join(",", row)).isInstanceOf(PlanOutcome.Infeasible.class);
                continue;
            }
            TransferPlan plan = outcome.plan().orElseThrow();
            double expected = Double.parseDouble(row[6]);
            assertThat(plan.cost().total().dollars())
                    .as(String.join(",", row))
                    .isCloseTo(expected, within(RELATIVE * expected));
            assertThat(PlanCheck.violations(problem, plan)).isEmpty();
            assertThat(plan.proof().gap()).isLessThan(RELATIVE);
        }
    }

    /**
     * The file's optimum at "at least" is itself found by search over rates; on one problem (aws:us-east-1 to
     * gcp:asia-east1-a at 38 Gbit/s) running at 38.2008 Gbit/s is cheaper than the 90.505263 it lists, so the test asks for
     * never dearer, within the same tolerance of the optimum otherwise.
     */
    @Test
    void costsEqualTheProvenOptimaAtTheRateOrFaster() {
        NetworkModel network = SharedGrid.network();
        int cheaper = 0;
        for (String[] row : SharedGrid.problems()) {
            if (row[5].equals("false")) {
                continue;
            }
            var problem = new PlanningProblem(request(row).withRateAtLeast(rate(row)), network);
            TransferPlan plan = planner.plan(problem, BARE).plan().orElseThrow();
            double expected = Double.parseDouble(row[7]);
            double cost = plan.cost().total().dollars();
            assertThat(cost).as(String.join(",", row)).isLessThanOrEqualTo(expected * (1 + RELATIVE));
            if (cost < expected * (1 - RELATIVE)) {
                cheaper++;
                assertThat(plan.rate().bitsPerSecond()).isEqualTo(38_200_800_000L);
            }
            assertThat(plan.rate().bitsPerSecond())
                    .as("never slower than the optimum listed, " + String.join(",", row))
                    .isGreaterThanOrEqualTo(Math.round(Double.parseDouble(row[8]) * 1e9) - 100_000);
            assertThat(PlanCheck.violations(problem, plan)).isEmpty();
        }
        assertThat(cheaper).isEqualTo(1);
    }

    @Test
    void infeasibleSaysWhichLimitBindsAndWhatIsNear() {
        NetworkModel network = SharedGrid.network();
        for (String[] row : SharedGrid.problems()) {
            if (row[5].equals("true")) {
                continue;
            }
            var problem = new PlanningProblem(request(row).withRateExactly(rate(row)), network);
            var no = (PlanOutcome.Infeasible) planner.plan(problem, BARE);
            assertThat(no.reasons()).anyMatch(reason -> reason.contains(row[0]) && reason.contains("5.00 Gbit/s"));
            var nearest = problem.with(no.nearest().orElseThrow());
            assertThat(PlanCheck.violations(nearest, no.nearestPlan().orElseThrow()))
                    .isEmpty();
        }
    }

    private static Bandwidth rate(String[] row) {
        return Bandwidth.ofBitsPerSecond(Math.round(Double.parseDouble(row[2]) * 1e9));
    }

    private static TransferRequest request(String[] row) {
        var size = DataSize.ofBytes(Math.round(Double.parseDouble(row[3]) * 1e9));
        return TransferRequest.of(SiteId.parse(row[0]), SiteId.parse(row[1]), size)
                .withLimits(Limits.DEFAULT.withMaxVmsPerSite(Integer.parseInt(row[4])));
    }
}
