package io.longhaul.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlanCost;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.Proof;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.VmGroup;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PercentilePrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** VMs that run already, commitments and billing by percentile, worked out by hand. */
class OwnTermsTest {
    private static final SiteId A = SiteId.parse("aws:a");
    private static final SiteId B = SiteId.parse("aws:b");
    private static final Bandwidth TEN = Bandwidth.ofGigabitsPerSecond(10);
    private static final Bandwidth ONE = Bandwidth.ofGigabitsPerSecond(1);
    private static final Bandwidth TWO = Bandwidth.ofGigabitsPerSecond(2);
    private static final VmCaps BUCKET = new VmCaps(
            TEN, TEN, Optional.empty(), Optional.of(new TokenBucket(TEN, ONE, DataSize.ofGigabytes(675), ONE)));

    private static SiteModel source() {
        return SiteModel.of(A, BUCKET, PricePerHour.ofDollars(1));
    }

    private static EgressPrice price(Link link, double perGigabyte) {
        return EgressPrice.flat(link, PricePerGigabyte.ofDollars(perGigabyte), "list", Optional.empty());
    }

    private static PlanningProblem from(SiteModel source, TransferRequest request, LinkModel... further) {
        var link = new Link(A, B);
        var sink = SiteModel.of(B, VmCaps.of(TEN, TEN), PricePerHour.ofDollars(0));
        var usual = LinkModel.of(link, RateCurve.of(64, TEN), price(link, 0.09));
        return new PlanningProblem(
                request,
                new NetworkModel(
                        List.of(source, sink),
                        Stream.concat(Stream.of(usual), List.of(further).stream())
                                .toList()));
    }

    private static TransferPlan best(PlanningProblem problem) {
        PlanOutcome outcome = new OverlayPlanner().plan(problem, PlannerOptions.DEFAULT.withExplain(true));
        TransferPlan plan = outcome.plan().orElseThrow();
        assertThat(outcome).isInstanceOf(PlanOutcome.Found.class);
        assertThat(PlanCheck.violations(problem, plan)).isEmpty();
        return plan;
    }

    /** 900 GB: 450 s at 8 Gbit/s and more by each of two fresh VMs; the emptied one gives 1 Gbit/s only. */
    @Test
    void vms_that_run_already_have_the_credit_they_have_left() {
        TransferRequest request = TransferRequest.of(A, B, DataSize.ofGigabytes(900))
                .withObjective(Objective.FASTEST)
                .withLimits(Limits.DEFAULT.withMaxVmsPerSite(2));
        TransferPlan fresh = best(from(source(), request));
        assertThat(fresh.rate().bitsPerSecond()).isEqualTo(20_000_000_000L);
        PlanningProblem emptied = from(source().withRunning(2, DataSize.ZERO), request);
        assertThat(best(emptied).vmsAt(new VmGroup(A, "fresh"))).isEqualTo(2);
        TransferRequest none = request.withLimits(Limits.DEFAULT.withMaxVmsPerSite(1));
        PlanningProblem one = from(source().withRunning(1, DataSize.ofGigabytes(45)), none);
        TransferPlan alone = best(one);
        assertThat(alone.vmsAt(new VmGroup(A, "fresh"))).isEqualTo(1);
        // fresh: 750 GB in 600 s, the other 150 GB at 1 Gbit/s
        assertThat(alone.time().transfer().toSeconds()).isBetween(1799L, 1801L);
    }

    /** At 11 Gbit/s one fresh VM and one without credit do as well as two fresh ones. */
    @Test
    void a_vm_without_credit_gives_its_low_rate_beside_a_fresh_one() {
        var dear = new SiteModel(A, BUCKET, PricePerHour.ofDollars(1), Optional.empty(), Optional.empty());
        TransferRequest request = TransferRequest.of(A, B, DataSize.ofGigabytes(800))
                .withLimits(Limits.DEFAULT.withMaxVmsPerSite(3))
                .withRateAtLeast(Bandwidth.ofGigabitsPerSecond(21));
        TransferPlan plan = best(from(dear.withRunning(3, DataSize.ZERO), request));
        assertThat(plan.vmsAt(new VmGroup(A, "fresh"))).isGreaterThanOrEqualTo(2);
        assertThat(plan.vmsAt(A)).isEqualTo(3);
    }

    @Test
    void committed_vms_cost_nothing_and_the_others_do() {
        TransferRequest request =
                TransferRequest.of(A, B, DataSize.ofGigabytes(450)).withRateAtLeast(Bandwidth.ofGigabitsPerSecond(20));
        var site = SiteModel.of(A, VmCaps.of(TEN, TEN), PricePerHour.ofDollars(3.6));
        TransferPlan one = best(from(site.withCommitted(1), request));
        assertThat(one.vmsAt(new VmGroup(A, "committed"))).isEqualTo(1);
        // one VM on demand for 180 s
        assertThat(one.cost().vm().dollars()).isCloseTo(0.18, within(1e-6));
        assertThat(best(from(site.withCommitted(4), request)).cost().vm()).isEqualTo(Money.ZERO);
    }

    /**
     * 8 TB at 2 Gbit/s take 32,000 s. The exchange bills USD 0.5 for a Mbit/s above 1 Gbit/s, which is USD 0.125 a GB: so
     * half goes there for nothing, and half over the usual link for USD 0.09 a GB.
     */
    @Test
    void what_the_percentile_pays_for_is_filled_first() {
        TransferRequest request =
                TransferRequest.of(A, B, DataSize.ofGigabytes(8000)).withRateExactly(TWO);
        PlanningProblem dear = exchange(request, Duration.ofHours(1));
        assertThat(best(dear).cost().egress().dollars()).isCloseTo(360, within(1e-3));
        assertThat(best(exchange(request, Duration.ofHours(9))).cost().egress()).isEqualTo(Money.ZERO);
        TransferPlan wrong = withEgress(best(dear), 300);
        assertThat(PlanCheck.violations(dear, wrong)).anyMatch(sentence -> sentence.contains("egress cost"));
    }

    /** All over the exchange: the check finds USD 500 for 1,000 Mbit/s above those that are paid for. */
    @Test
    void the_check_works_the_percentile_out_by_itself() {
        TransferRequest request =
                TransferRequest.of(A, B, DataSize.ofGigabytes(8000)).withRateExactly(TWO);
        PlanningProblem free = exchange(request, Duration.ofHours(9));
        TransferPlan plan = best(free);
        PlanningProblem billed = exchange(request, Duration.ofHours(1));
        assertThat(PlanCheck.violations(billed, plan)).isNotEmpty();
        assertThat(PlanCheck.violations(billed, withEgress(plan, 500))).isEmpty();
    }

    @Test
    void a_percentile_needs_an_exact_rate() {
        PlanningProblem open = exchange(TransferRequest.of(A, B, DataSize.ofGigabytes(8000)), Duration.ZERO);
        assertThatThrownBy(() -> new OverlayPlanner().plan(open, PlannerOptions.DEFAULT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("percentile");
        assertThatThrownBy(() -> new OverlayPlanner().frontier(open, PlannerOptions.DEFAULT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("percentile");
    }

    @Test
    void what_cannot_be_said_of_a_site_is_refused_by_name() {
        var plain = SiteModel.of(A, VmCaps.of(TEN, TEN), PricePerHour.ofDollars(1));
        assertThatThrownBy(() -> plain.withRunning(1, DataSize.ZERO)).hasMessageContaining("no token bucket");
        assertThatThrownBy(() -> source().withRunning(1, DataSize.ofGigabytes(676)))
                .hasMessageContaining("above the full bucket");
        assertThatThrownBy(() -> source().withRunning(0, DataSize.ZERO)).hasMessageContaining("none");
        assertThatThrownBy(() -> source().withRunning(1, DataSize.ZERO).withCommitted(1))
                .hasMessageContaining("beside a choice of fresh, running");
        assertThatThrownBy(() -> source().withRemainingCredit(DataSize.ZERO).withRunning(1, DataSize.ZERO))
                .hasMessageContaining("is given beside that of the VMs that run");
    }

    private static TransferPlan withEgress(TransferPlan plan, double dollars) {
        var cost = new PlanCost(
                Money.ofDollars(dollars), plan.cost().vm(), plan.cost().requests());
        return plan.withCost(cost, Proof.ofCost(Money.ZERO, cost.total()));
    }

    private static PlanningProblem exchange(TransferRequest request, Duration free) {
        var link = new Link(A, B, "exchange");
        var site = SiteModel.of(A, VmCaps.of(TEN, TEN), PricePerHour.ofDollars(0));
        return from(
                site,
                request,
                LinkModel.of(
                        link,
                        RateCurve.of(64, TEN),
                        price(link, 0).withPercentile(new PercentilePrice(Money.ofDollars(0.5), ONE, free))));
    }
}
