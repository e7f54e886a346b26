package io.longhaul.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.plan.BillingTerms;
import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** VMs like c5.xlarge: 10 Gbit/s while 5,400 Gbit of credit last, 1 Gbit/s after (seed-figures B1, B5). */
class TokenBucketTest {
    private static final Link LINK = Link.between("aws:a", "aws:b");
    private static final Bandwidth HIGH = Bandwidth.ofGigabitsPerSecond(10);
    private static final Bandwidth LOW = Bandwidth.ofGigabitsPerSecond(1);
    private static final DataSize FULL = DataSize.ofGigabytes(675);

    private final OverlayPlanner planner = new OverlayPlanner();

    private static NetworkModel network(DataSize budget, Optional<DataSize> credit) {
        var bucket = new TokenBucket(HIGH, LOW, budget, LOW);
        var sender = new VmCaps(HIGH, HIGH, Optional.empty(), Optional.of(bucket));
        SiteModel from = SiteModel.of(LINK.from(), sender, PricePerHour.ofDollars(0.17));
        from = credit.isPresent() ? from.withRemainingCredit(credit.get()) : from;
        SiteModel to = SiteModel.of(LINK.to(), VmCaps.of(HIGH, HIGH), PricePerHour.ofDollars(0.17));
        var price = EgressPrice.flat(LINK, PricePerGigabyte.ofDollars(0.02), "test", Optional.empty());
        var link = LinkModel.of(LINK, RateCurve.of(64, Bandwidth.ofGigabitsPerSecond(10)), price);
        return new NetworkModel(List.of(from, to), List.of(link));
    }

    private TransferPlan fastest(DataSize size, NetworkModel network, int vms) {
        var problem = new PlanningProblem(
                TransferRequest.of(SiteId.parse("aws:a"), SiteId.parse("aws:b"), size)
                        .withObjective(Objective.FASTEST)
                        .withLimits(Limits.DEFAULT.withMaxVmsPerSite(vms)),
                network);
        TransferPlan plan = planner.plan(problem).plan().orElseThrow();
        assertThat(PlanCheck.violations(problem, plan)).isEmpty();
        return plan;
    }

    private static double seconds(TransferPlan plan) {
        return Durations.seconds(plan.time().expected());
    }

    @Test
    void b1FullRateForTenMinutesThenTheLowRate() {
        NetworkModel fresh = network(FULL, Optional.empty());
        assertThat(seconds(fastest(DataSize.ofGigabytes(750), fresh, 1))).isCloseTo(600, within(0.1));
        assertThat(seconds(fastest(DataSize.ofGigabytes(875), fresh, 1))).isCloseTo(1600, within(0.1));
    }

    @Test
    void b3ThirtySecondsOfRestLastThreeSeconds() {
        NetworkModel rested = network(FULL, Optional.of(DataSize.ofMegabytes(30_000 / 8)));
        double highSeconds = 30.0 / 9;
        double gigabits = 10 * highSeconds + 5;
        TransferPlan plan = fastest(DataSize.ofBytes(Math.round(gigabits * 1e9 / 8)), rested, 1);
        assertThat(seconds(plan)).isCloseTo(highSeconds + 5, within(0.01));
    }

    @Test
    void b5TimeFallsWithTheBudgetAndSaturates() {
        DataSize size = DataSize.ofGigabytes(500);
        double previous = Double.POSITIVE_INFINITY;
        for (long gigabits : new long[] {10, 100, 1000, 3600, 5000}) {
            double time = seconds(fastest(size, network(DataSize.ofMegabytes(gigabits * 125), Optional.empty()), 1));
            assertThat(time).isLessThanOrEqualTo(previous * (1 + 1e-6));
            previous = time;
        }
        assertThat(previous).isCloseTo(400, within(0.1));
        double atNineTenths = seconds(fastest(size, network(DataSize.ofMegabytes(3600 * 125), Optional.empty()), 1));
        assertThat(atNineTenths).isCloseTo(400, within(0.1));
    }

    @Test
    void freshVmsBringFreshCreditSoLongTransfersTakeMoreOfThem() {
        NetworkModel fresh = network(FULL, Optional.empty());
        TransferPlan small = deadlinePlan(DataSize.ofGigabytes(100), fresh, Duration.ofHours(1));
        TransferPlan large = deadlinePlan(DataSize.ofGigabytes(10_000), fresh, Duration.ofHours(3));
        assertThat(small.vmsAt(LINK.from())).isEqualTo(1);
        assertThat(Durations.seconds(small.time().transfer())).isCloseTo(80, within(0.1));
        assertThat(large.vmsAt(LINK.from())).isGreaterThanOrEqualTo(5);
    }

    private TransferPlan deadlinePlan(DataSize size, NetworkModel network, Duration deadline) {
        var problem = new PlanningProblem(
                TransferRequest.of(LINK.from(), LINK.to(), size)
                        .withDeadline(deadline)
                        .withBilling(BillingTerms.DURATION_ONLY
                                .withVmBoot(Duration.ofSeconds(40))
                                .withMinimumBilling(Duration.ofSeconds(60)))
                        .withLimits(Limits.DEFAULT.withMaxVmsPerSite(16)),
                network);
        TransferPlan plan = planner.plan(problem).plan().orElseThrow();
        assertThat(PlanCheck.violations(problem, plan)).isEmpty();
        return plan;
    }
}
