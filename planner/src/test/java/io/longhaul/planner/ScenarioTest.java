package io.longhaul.planner;

import static io.longhaul.planner.PictureNetwork.line;
import static io.longhaul.planner.PictureNetwork.network;
import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.plan.BillingTerms;
import io.longhaul.core.plan.Hop;
import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import java.time.Duration;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** One feature each, drawn. */
class ScenarioTest {
    private static final NetworkModel TRIANGLE = network("""
            aws:a -> aws:b   1 Gbit/s  USD 0.02/GB
            aws:a -> gcp:r   5 Gbit/s  USD 0.09/GB
            gcp:r -> aws:b   5 Gbit/s  USD 0.01/GB
            """);

    private final OverlayPlanner planner = new OverlayPlanner();

    private PlanningProblem problem(NetworkModel net, UnaryOperator<TransferRequest> asked) {
        TransferRequest request = TransferRequest.of(
                        SiteId.parse("aws:a"), SiteId.parse("aws:b"), DataSize.ofGigabytes(100))
                .withLimits(Limits.DEFAULT.withMaxVmsPerSite(1));
        return new PlanningProblem(asked.apply(request), net);
    }

    private String plan(NetworkModel net, UnaryOperator<TransferRequest> asked) {
        PlanningProblem problem = problem(net, asked);
        return line(problem, planner.plan(problem));
    }

    @Test
    void a01CheapestIsDirect() {
        assertThat(plan(TRIANGLE, request -> request)).isEqualTo("aws:a ~ aws:b  1.00 Gbit/s  13 min 20 s  USD 2.00");
    }

    @Test
    void a02FastestIsTheRelay() {
        assertThat(plan(TRIANGLE, request -> request.withObjective(Objective.FASTEST)))
                .isEqualTo("aws:a ~ gcp:r ~ aws:b  5.00 Gbit/s  2 min 40 s  USD 10.00");
    }

    @Test
    void a03ADeadlineSplitsTheData() {
        assertThat(plan(TRIANGLE, request -> request.withDeadline(Duration.ofSeconds(400))))
                .startsWith("62 % aws:a ~ gcp:r ~ aws:b | 38 % aws:a ~ aws:b  2.00 Gbit/s  6 min 40 s  USD 7.00");
    }

    @Test
    void a04ABudgetBuysTheMostSpeed() {
        assertThat(plan(
                        TRIANGLE,
                        request -> request.withObjective(Objective.FASTEST).withBudget(Money.ofDollars(6))))
                .isEqualTo("50 % aws:a ~ aws:b | 50 % aws:a ~ gcp:r ~ aws:b  1.67 Gbit/s  8 min  USD 6.00");
    }

    @Test
    void a05DataThatMayNotTransitGoDirect() {
        String line = plan(
                TRIANGLE,
                request -> request.withObjective(Objective.FASTEST)
                        .withLimits(request.limits().withNoTransit(Set.of(SiteId.parse("gcp:r")))));
        assertThat(line).startsWith("aws:a ~ aws:b  1.00 Gbit/s");
    }

    @Test
    void a06TwoRelaysInSeriesWhereNoSingleOneHelps() {
        NetworkModel chain = network("""
                aws:a -> aws:b   1 Gbit/s  USD 0.02/GB
                aws:a -> gcp:r   5 Gbit/s  USD 0.02/GB
                gcp:r -> gcp:s   5 Gbit/s  USD 0.02/GB
                gcp:s -> aws:b   5 Gbit/s  USD 0.02/GB
                """);
        assertThat(plan(chain, request -> request.withObjective(Objective.FASTEST)))
                .isEqualTo("aws:a ~ gcp:r ~ gcp:s ~ aws:b  5.00 Gbit/s  2 min 40 s  USD 6.00");
    }

    @Test
    void b01MoreStreamsAreFree() {
        NetworkModel curve = network("""
                aws:a -> aws:b   1 Gbit/s by 1   USD 0.02/GB
                aws:a -> aws:b   4 Gbit/s by 8   USD 0.02/GB
                aws:a -> aws:b   5 Gbit/s by 32  USD 0.02/GB
                """);
        PlanningProblem problem = problem(curve, request -> request);
        TransferPlan plan = planner.plan(problem).plan().orElseThrow();
        assertThat(plan.verdict()).isEqualTo(Verdict.MORE_STREAMS);
        assertThat(line(problem, planner.plan(problem))).isEqualTo("aws:a ~ aws:b  5.00 Gbit/s  2 min 40 s  USD 2.00");
        assertThat(plan.trees().get(0).hops()).extracting(Hop::streams).containsExactly(32);
    }

    @Test
    void b02AnotherVmBeatsADearRelay() {
        assertThat(plan(
                        TRIANGLE,
                        request -> request.withRateAtLeast(Bandwidth.ofGigabitsPerSecond(2))
                                .withLimits(Limits.DEFAULT.withMaxVmsPerSite(2))))
                .isEqualTo("aws:a ~ aws:b  [2, 2] VMs  2.00 Gbit/s  6 min 40 s  USD 2.00");
    }

    @Test
    void c01BootAndMinimumBillingCountInTheOptimum() {
        NetworkModel paid = network("""
                aws:a  out 10 Gbit/s  in 10 Gbit/s  USD 3600/h
                aws:b  out 10 Gbit/s  in 10 Gbit/s  USD 3600/h
                aws:a -> aws:b   1 Gbit/s  USD 0.02/GB
                """);
        UnaryOperator<TransferRequest> small =
                request -> TransferRequest.of(request.from(), request.to(), DataSize.ofGigabytes(1))
                        .withLimits(Limits.DEFAULT.withMaxVmsPerSite(4))
                        .withBilling(BillingTerms.DURATION_ONLY
                                .withVmBoot(Duration.ofSeconds(40))
                                .withMinimumBilling(Duration.ofSeconds(60)));
        assertThat(plan(paid, small)).isEqualTo("aws:a ~ aws:b  1.00 Gbit/s  48.0 s  USD 120.02");
    }

    @Test
    void c02CompressionShrinksEveryLeg() {
        assertThat(plan(TRIANGLE, request -> request.withWireRatio(0.5)))
                .isEqualTo("aws:a ~ aws:b  1.00 Gbit/s  6 min 40 s  USD 1.00");
    }

    @Test
    void d01InfeasibleNamesTheLimitAndTheWayOut() {
        assertThat(plan(TRIANGLE, request -> request.withRateAtLeast(Bandwidth.ofGigabitsPerSecond(9))))
                .isEqualTo("infeasible: The request asks for 9.00 Gbit/s; the most over all paths is 5.00 Gbit/s.");
        assertThat(plan(TRIANGLE, request -> request.withBudget(Money.ofDollars(1))))
                .isEqualTo("infeasible: The cheapest plan costs USD 2.00, above the budget of USD 1.00.");
    }

    @Test
    void e01TheVerdictHangsOnTheDirectLink() {
        NetworkModel close = network("""
                aws:a -> aws:b   2 Gbit/s  USD 0.02/GB
                aws:a -> gcp:r   5 Gbit/s  USD 0.09/GB
                gcp:r -> aws:b   5 Gbit/s  USD 0.01/GB
                """);
        TransferPlan plan = planner.plan(
                        problem(close, request -> request.withRateAtLeast(Bandwidth.ofMegabitsPerSecond(1500))))
                .plan()
                .orElseThrow();
        assertThat(plan.verdict()).isEqualTo(Verdict.DIRECT);
        assertThat(plan.reasons().sensitivity()).hasSize(1);
        assertThat(plan.reasons().sensitivity().get(0).becomes()).isEqualTo(Verdict.RELAY);
        assertThat(plan.reasons().sensitivity().get(0).flipsAt().bitsPerSecond())
                .isBetween(1_480_000_000L, 1_500_000_000L);
    }
}
