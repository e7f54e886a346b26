package io.longhaul.planner.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.plan.Frontier;
import io.longhaul.core.plan.Frontier.Corner;
import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.planner.OverlayPlanner;
import io.longhaul.planner.SharedGrid;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The exact frontier of five pairs against a sweep by the oracle. */
class FrontierTest {
    private static final int SWEEP = 16;

    @ParameterizedTest
    @CsvSource({
        "azure:canadacentral, gcp:asia-northeast1-a, 1",
        "azure:canadacentral, gcp:asia-northeast1-a, 2",
        "aws:us-east-1, aws:ap-northeast-1, 1",
        "gcp:europe-west3-a, azure:koreacentral, 2",
        "azure:japaneast, aws:eu-west-2, 1",
    })
    void agreesWithTheOracleAndHoldsNoDominatedPoint(String from, String to, int vms) {
        NetworkModel network = SharedGrid.network();
        var problem = new PlanningProblem(
                TransferRequest.of(SiteId.parse(from), SiteId.parse(to), DataSize.ofGigabytes(1000))
                        .withLimits(Limits.DEFAULT.withMaxVmsPerSite(vms)),
                network);
        Frontier frontier = new OverlayPlanner().frontier(problem, PlannerOptions.DEFAULT);
        assertThat(frontier.proven()).isTrue();
        List<Corner> corners = frontier.corners();
        for (int i = 1; i < corners.size(); i++) {
            assertThat(corners.get(i).cost()).isLessThan(corners.get(i - 1).cost());
            assertThat(corners.get(i).time()).isGreaterThan(corners.get(i - 1).time());
        }
        corners.forEach(corner ->
                assertThat(PlanCheck.violations(problem, corner.plan())).isEmpty());
        double fast = corners.get(0).rate().bitsPerSecond();
        double slow = corners.get(corners.size() - 1).rate().bitsPerSecond();
        for (int i = 0; i <= SWEEP; i++) {
            var rate = Bandwidth.ofBitsPerSecond((slow + (fast - slow) * i / SWEEP) * (1 - 1e-6));
            double ours = frontier.costAtRate(rate).orElseThrow().dollars();
            OptionalDouble exact = MipOracle.cheapest(problem, rate.bitsPerSecond() / 1e9);
            assertThat(exact).as("feasible at " + rate).isPresent();
            assertThat(ours)
                    .as("never above the oracle at " + rate)
                    .isLessThanOrEqualTo(exact.getAsDouble() * (1 + 2e-6));
        }
    }
}
