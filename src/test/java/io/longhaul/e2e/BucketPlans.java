package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.plan.BillingTerms;
import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.planner.OverlayPlanner;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Plans on VMs like c5.xlarge: 10 Gbit/s while 675 GB of credit last, 1 Gbit/s after ("Is Big Data Performance
 * Reproducible in Modern Cloud Networks?", NSDI 2020).
 */
final class BucketPlans {
    static final Bandwidth HIGH = Bandwidth.ofGigabitsPerSecond(10);
    static final Bandwidth LOW = Bandwidth.ofGigabitsPerSecond(1);
    static final DataSize BUDGET = DataSize.ofGigabytes(675);
    static final VmCaps SENDER =
            new VmCaps(HIGH, HIGH, Optional.empty(), Optional.of(new TokenBucket(HIGH, LOW, BUDGET, LOW)));
    static final Link LINK = Link.between("aws:us-east-1", "aws:eu-west-1");
    static final Duration ROUND_TRIP = Duration.ofMillis(70);
    static final Duration BOOT = Duration.ofSeconds(45);
    static final Duration HALF_HOUR = Duration.ofMinutes(30);

    private BucketPlans() {}

    /** The cheapest plan that is done in half an hour. */
    static TransferPlan of(DataSize size, int mostVms) {
        SiteModel from = SiteModel.of(LINK.from(), SENDER, PricePerHour.ofDollars(0.17));
        SiteModel to = SiteModel.of(LINK.to(), VmCaps.of(HIGH, HIGH), PricePerHour.ofDollars(0.17));
        var price = EgressPrice.flat(LINK, PricePerGigabyte.ofDollars(0.02), "test", Optional.empty());
        var link = LinkModel.of(LINK, RateCurve.of(64, HIGH), price).withRtt(ROUND_TRIP);
        var request = TransferRequest.of(LINK.from(), LINK.to(), size)
                .withDeadline(HALF_HOUR)
                .withBilling(BillingTerms.DURATION_ONLY.withVmBoot(BOOT).withMinimumBilling(Duration.ofMinutes(1)))
                .withLimits(Limits.DEFAULT.withMaxVmsPerSite(mostVms));
        var problem = new PlanningProblem(request, new NetworkModel(List.of(from, to), List.of(link)));
        TransferPlan plan = new OverlayPlanner().plan(problem).plan().orElseThrow();
        assertThat(PlanCheck.violations(problem, plan)).isEmpty();
        return plan;
    }
}
