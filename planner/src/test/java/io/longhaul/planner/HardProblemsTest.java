package io.longhaul.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.plan.BillingTerms;
import io.longhaul.core.plan.Frontier;
import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceTier;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Problems that once ended in a stack trace, in a wrong answer, or never. */
class HardProblemsTest {
    private static final PlannerOptions BARE = PlannerOptions.DEFAULT.withExplain(false);

    private final OverlayPlanner planner = new OverlayPlanner();

    private static PlanningProblem onTheGrid(String from, String to, long gigabytes, int vms) {
        return new PlanningProblem(
                TransferRequest.of(SiteId.parse(from), SiteId.parse(to), DataSize.ofGigabytes(gigabytes))
                        .withLimits(Limits.DEFAULT.withMaxVmsPerSite(vms)),
                SharedGrid.network());
    }

    /** The simplex stalled: the last paths of a penalty of a million were within its tolerance. */
    @ParameterizedTest
    @CsvSource({
        "aws:ap-east-1, aws:us-east-1",
        "aws:ap-east-1, aws:eu-west-2",
        "aws:us-east-2, gcp:europe-west1-b",
        "aws:us-east-1, gcp:asia-southeast2-a"
    })
    void nineGigabitsThroughOneVmAreInfeasible(String from, String to) {
        PlanningProblem problem = onTheGrid(from, to, 100, 1);
        PlanOutcome outcome =
                planner.plan(problem.with(problem.request().withRateAtLeast(Bandwidth.ofGigabitsPerSecond(9))), BARE);
        assertThat(outcome).isInstanceOf(PlanOutcome.Infeasible.class);
    }

    /** Above 1,152 PB the bits were more than a long holds, and the search never ended, or weighed money wrongly. */
    @ParameterizedTest
    @CsvSource({"CHEAPEST, 1_200_000_000", "CHEAPEST, 9_000_000_000", "FASTEST, 2_000_000_000", "FASTEST, 9_000_000_000"
    })
    void exabytesCostAsManyTimesAsMuch(Objective objective, String gigabytes) {
        long large = Long.parseLong(gigabytes.replace("_", ""));
        long small = large / 1_000_000;
        PlannerOptions limited = BARE.withTimeLimit(
                Duration.ofSeconds(30), ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
        List<PlanOutcome> outcomes = Stream.of(small, large)
                .map(size -> onTheGrid("azure:canadacentral", "gcp:asia-northeast1-a", size, 20))
                .map(problem -> planner.plan(problem.with(problem.request().withObjective(objective)), limited))
                .toList();
        assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome).isInstanceOf(PlanOutcome.Found.class));
        TransferPlan ofSmall = outcomes.get(0).plan().orElseThrow();
        TransferPlan ofLarge = outcomes.get(1).plan().orElseThrow();
        double dollars = ofSmall.cost().total().dollars() * 1e6;
        assertThat(ofLarge.cost().total().dollars()).isCloseTo(dollars, within(1e-6 * dollars));
        assertThat((double) ofLarge.rate().bitsPerSecond())
                .isCloseTo(
                        (double) ofSmall.rate().bitsPerSecond(),
                        within(1e-6 * ofSmall.rate().bitsPerSecond()));
    }

    /** The star would take more years than can be counted; the tree over the second destination does not. */
    @Test
    void aSimpleTreeOfCenturiesDoesNotHideThePlan() {
        SiteId from = SiteId.parse("aws:a");
        SiteId near = SiteId.parse("azure:c");
        SiteId far = SiteId.parse("gcp:b");
        var network = new NetworkModel(
                List.of(site("aws:a"), site("azure:c"), site("gcp:b")),
                List.of(
                        link("aws:a", "azure:c", 4_000, 1),
                        link("azure:c", "gcp:b", 4_000, 1),
                        link("aws:a", "gcp:b", 1, 1)));
        var request = TransferRequest.of(from, List.of(near, far), DataSize.ofGigabytes(1_000_000_000));
        PlanOutcome outcome =
                new DistributionPlanner().plan(new PlanningProblem(request, network), PlannerOptions.DEFAULT);
        assertThat(outcome).isInstanceOf(PlanOutcome.Found.class);
    }

    /** Two breaks nearly met, and the line between them had no number. */
    @ParameterizedTest
    @CsvSource({"gcp:europe-west1-b, gcp:us-east4-a", "aws:us-east-2, aws:us-west-1", "azure:westus2, gcp:us-west4-a"})
    void aFrontierWhoseBreaksNearlyMeetIsProven(String from, String to) {
        PlanningProblem problem = onTheGrid(from, to, 5000, 2);
        Frontier frontier = planner.frontier(problem, PlannerOptions.DEFAULT);
        assertThat(frontier.proven()).isTrue();
        assertThat(frontier.corners()).isNotEmpty();
    }

    @Test
    void aFrontierKeepsDeadlineAndBudget() {
        PlanningProblem problem = onTheGrid("azure:canadacentral", "gcp:asia-northeast1-a", 1000, 2);
        Frontier all = planner.frontier(problem, PlannerOptions.DEFAULT);
        int last = all.corners().size() - 1;
        Duration deadline = all.corners().get(last).time().multipliedBy(9).dividedBy(10);
        Money budget = Money.ofDollars((all.corners().get(0).cost().dollars()
                        + all.corners().get(last).cost().dollars())
                / 2);
        TransferRequest bounded = problem.request().withDeadline(deadline).withBudget(budget);
        Frontier some = planner.frontier(problem.with(bounded), PlannerOptions.DEFAULT);
        assertThat(some.corners()).isNotEmpty().allSatisfy(corner -> {
            assertThat(corner.time().toNanos()).isLessThanOrEqualTo(Math.round(deadline.toNanos() * (1 + 1e-6)));
            assertThat(corner.cost().isWithin(budget)).isTrue();
            double whole =
                    all.costAtRate(corner.rate().times(1 - 2e-6)).orElseThrow().dollars();
            assertThat(corner.cost().dollars()).isCloseTo(whole, within(1e-3 * whole));
        });
    }

    /** The ticker moves a second a look: one node of the search may not take many looks, however many VMs are allowed. */
    @Test
    void timeLimitsHoldInsideANodeWithAnyNumberOfVms() {
        PlanningProblem problem = onTheGrid("azure:canadacentral", "gcp:asia-northeast1-a", 100_000, Integer.MAX_VALUE);
        for (Objective objective : Objective.values()) {
            var clock = new AtomicLong();
            var request = problem.request()
                    .withObjective(objective)
                    .withBilling(BillingTerms.DURATION_ONLY.withVmBoot(Duration.ofSeconds(40)));
            PlanOutcome outcome = planner.plan(
                    problem.with(request),
                    PlannerOptions.DEFAULT.withTimeLimit(
                            Duration.ofSeconds(100), () -> clock.getAndAdd(1_000_000_000L)));
            assertThat(clock.get()).isLessThan(1_000_000_000_000L);
            outcome.plan()
                    .ifPresent(plan -> assertThat(PlanCheck.violations(problem.with(request), plan))
                            .isEmpty());
        }
    }

    /** Over a relay 10 Gbit/s, and 400 ms: directly 9.9 Gbit/s are done sooner. */
    @Test
    void theFastestPlanCountsSlowStart() {
        NetworkModel network = new NetworkModel(
                List.of(site("aws:a"), site("aws:b"), site("aws:r")),
                List.of(
                        link("aws:a", "aws:b", 9900, 5),
                        link("aws:a", "aws:r", 10_000, 200),
                        link("aws:r", "aws:b", 10_000, 200)));
        var request = TransferRequest.of(SiteId.parse("aws:a"), SiteId.parse("aws:b"), DataSize.ofGigabytes(10))
                .withObjective(Objective.FASTEST)
                .withLimits(Limits.DEFAULT.withMaxVmsPerSite(1));
        var problem = new PlanningProblem(request, network);
        TransferPlan plan = planner.plan(problem).plan().orElseThrow();
        assertThat(PictureNetwork.routes(plan)).containsExactly("aws:a ~ aws:b");
        assertThat(plan.proof().timeBound().orElseThrow())
                .isLessThanOrEqualTo(plan.time().expected());
        TransferRequest soon = request.withObjective(Objective.CHEAPEST)
                .withDeadline(plan.time().expected().plusMillis(1));
        assertThat(planner.plan(problem.with(soon)).plan()).isPresent();
    }

    /** Whole streams and whole cents make times differ by less. */
    private static final Duration ROUNDING = Duration.ofNanos(1_000);

    /** No fastest plan is slower than a simple way worked out by hand, and no bound is later than any way. */
    @Test
    void noPlanIsWorseThanItsOffersOrBetterThanItsBound() {
        for (int seed = 0; seed < 120; seed++) {
            PlanningProblem drawn = PlannerContract.RandomProblem.of(seed);
            PlanningProblem problem = drawn.with(drawn.request().unconstrained().withObjective(Objective.FASTEST));
            TransferPlan plan =
                    planner.plan(problem, PlannerOptions.DEFAULT).plan().orElseThrow();
            long bound = plan.proof().timeBound().orElseThrow().toNanos();
            plan.reasons().offers().forEach(offer -> {
                assertThat(offer.time())
                        .as(offer.toString())
                        .isGreaterThanOrEqualTo(plan.time().expected().minus(ROUNDING));
                assertThat(offer.time().plus(ROUNDING).toNanos()).isGreaterThanOrEqualTo(bound);
            });
        }
    }

    @Test
    void aRegionThatMayNotBePassedIsNotPassedInItsZones() {
        NetworkModel network = PictureNetwork.network("""
                aws:a -> aws:b  1 Gbit/s  USD 0.02/GB
                aws:a -> gcp:r-a  5 Gbit/s  USD 0.02/GB
                gcp:r-a -> aws:b  5 Gbit/s  USD 0.02/GB
                """);
        var request = TransferRequest.of(SiteId.parse("aws:a"), SiteId.parse("aws:b"), DataSize.ofGigabytes(10))
                .withRateAtLeast(Bandwidth.ofGigabitsPerSecond(2))
                .withLimits(Limits.DEFAULT.withMaxVmsPerSite(1));
        var problem = new PlanningProblem(request, network);
        assertThat(planner.plan(problem)).isInstanceOf(PlanOutcome.Found.class);
        Limits kept = request.limits().withNoTransit(Set.of(SiteId.parse("gcp:r")));
        assertThat(planner.plan(problem.with(request.withLimits(kept)))).isInstanceOf(PlanOutcome.Infeasible.class);
    }

    /** An offer runs at an exact rate too, and within the quota of its site. */
    @Test
    void offersKeepExactRatesAndQuotas() {
        NetworkModel network = PictureNetwork.network("aws:a -> aws:b  5 Gbit/s  USD 0.02/GB");
        var request = TransferRequest.of(SiteId.parse("aws:a"), SiteId.parse("aws:b"), DataSize.ofGigabytes(10))
                .withRateExactly(Bandwidth.ofGigabitsPerSecond(2))
                .withLimits(Limits.DEFAULT.withVmQuotas(Map.of(SiteId.parse("aws:b"), 3)));
        TransferPlan plan =
                planner.plan(new PlanningProblem(request, network)).plan().orElseThrow();
        assertThat(plan.reasons().offers())
                .isNotEmpty()
                .allSatisfy(offer -> assertThat(offer.rate()).isEqualTo(Bandwidth.ofGigabitsPerSecond(2)))
                .allSatisfy(offer -> assertThat(offer.vms()).isLessThanOrEqualTo(3));
    }

    /** The penalty left the minimum billing out: a dear minimum looked infeasible. */
    @Test
    void aMinimumBillingFarAboveTheTransferIsPlanned() {
        NetworkModel network = PictureNetwork.network("""
                aws:a -> aws:b  5 Gbit/s  USD 0/GB
                aws:a  out 5 Gbit/s  in 5 Gbit/s  USD 20/h
                aws:b  out 5 Gbit/s  in 5 Gbit/s  USD 20/h
                """);
        var request = TransferRequest.of(SiteId.parse("aws:a"), SiteId.parse("aws:b"), DataSize.ofBytes(1000))
                .withBilling(BillingTerms.DURATION_ONLY.withMinimumBilling(Duration.ofHours(10)));
        TransferPlan plan =
                planner.plan(new PlanningProblem(request, network)).plan().orElseThrow();
        assertThat(plan.cost().total()).isEqualTo(Money.ofDollars(400));
    }

    /** A budget of some billionths is kept, or refused, but never passed. */
    @Test
    void tinyBudgetsAreKeptOrRefused() {
        NetworkModel network = PictureNetwork.network("aws:a -> aws:b  5 Gbit/s  USD 0.09/GB");
        for (int bytes = 1; bytes < 2000; bytes += 37) {
            for (long nanos : new long[] {1, 7, 51, 100, 170}) {
                var request = TransferRequest.of(SiteId.parse("aws:a"), SiteId.parse("aws:b"), DataSize.ofBytes(bytes))
                        .withBudget(new Money(nanos));
                var problem = new PlanningProblem(request, network);
                PlanOutcome outcome = planner.plan(problem, BARE);
                outcome.plan()
                        .ifPresent(plan ->
                                assertThat(PlanCheck.violations(problem, plan)).isEmpty());
                long cost = (long) Math.ceil(bytes * 0.09);
                boolean sure = Math.abs(cost - nanos) > 12;
                if (sure) {
                    assertThat(outcome.plan().isPresent()).isEqualTo(cost < nanos);
                }
            }
        }
    }

    /** 100 GB were billed before, so a GB costs 0.20 directly, and 0.11 over the relay. */
    @Test
    void tiersBeginWhereTheMonthStands() {
        Link direct = Link.between("aws:a", "aws:b");
        var price = new EgressPrice(
                direct,
                List.of(
                        new PriceTier(Optional.of(DataSize.ofGigabytes(100)), PricePerGigabyte.ofDollars(0.01)),
                        new PriceTier(Optional.empty(), PricePerGigabyte.ofDollars(0.20))),
                "test",
                Optional.empty());
        NetworkModel picture = PictureNetwork.network("""
                aws:a -> aws:r  5 Gbit/s  USD 0.06/GB
                aws:r -> aws:b  5 Gbit/s  USD 0.05/GB
                """);
        var links = new ArrayList<>(picture.links());
        links.add(LinkModel.of(direct, RateCurve.of(64, Bandwidth.ofGigabitsPerSecond(5)), price));
        var network = new NetworkModel(picture.sites(), links);
        var request = TransferRequest.of(direct.from(), direct.to(), DataSize.ofGigabytes(50));
        TransferPlan first =
                planner.plan(new PlanningProblem(request, network)).plan().orElseThrow();
        assertThat(first.cost().total().dollars()).isCloseTo(0.5, within(1e-6));
        var later = request.withBilling(BillingTerms.DURATION_ONLY.withAlreadySent(DataSize.ofGigabytes(100)));
        TransferPlan then =
                planner.plan(new PlanningProblem(later, network)).plan().orElseThrow();
        assertThat(then.cost().total().dollars()).isCloseTo(5.5, within(1e-6));
    }

    /** What was sent before makes the rest cheap enough for the budget, and a relay beside it makes it faster. */
    @Test
    void aBudgetIsJudgedByTheTierThatEarlierVolumeReached() {
        Link direct = Link.between("aws:a", "aws:b");
        var price = new EgressPrice(
                direct,
                List.of(
                        new PriceTier(Optional.of(DataSize.ofGigabytes(100)), PricePerGigabyte.ofDollars(0.20)),
                        new PriceTier(Optional.empty(), PricePerGigabyte.ofDollars(0.01))),
                "test",
                Optional.empty());
        var network = new NetworkModel(
                List.of(site("aws:a"), site("aws:b"), site("aws:r")),
                List.of(
                        LinkModel.of(direct, RateCurve.of(64, Bandwidth.ofGigabitsPerSecond(5)), price),
                        link("aws:a", "aws:r", 3_000, 0),
                        link("aws:r", "aws:b", 3_000, 0)));
        var request = TransferRequest.of(direct.from(), direct.to(), DataSize.ofGigabytes(50))
                .withBudget(Money.ofDollars(2))
                .withObjective(Objective.FASTEST)
                .withLimits(Limits.DEFAULT.withMaxVmsPerSite(1).withStreamsPerVm(128))
                .withBilling(BillingTerms.DURATION_ONLY.withAlreadySent(DataSize.ofGigabytes(100)));

        TransferPlan plan =
                planner.plan(new PlanningProblem(request, network)).plan().orElseThrow();

        assertThat(plan.rate().bitsPerSecond() / 1e9).isCloseTo(8, within(1e-3));
    }

    private static SiteModel site(String id) {
        var caps = VmCaps.of(Bandwidth.ofGigabitsPerSecond(10), Bandwidth.ofGigabitsPerSecond(10));
        return SiteModel.of(SiteId.parse(id), caps, PricePerHour.FREE);
    }

    private static LinkModel link(String from, String to, long megabits, long rttMillis) {
        Link link = Link.between(from, to);
        var price = EgressPrice.flat(link, PricePerGigabyte.ofDollars(0.02), "test", Optional.empty());
        return LinkModel.of(link, RateCurve.of(64, Bandwidth.ofMegabitsPerSecond(megabits)), price)
                .withRtt(Duration.ofMillis(rttMillis));
    }

    /** The search for a cheaper plan of equal speed took seconds on large networks, or failed. */
    @Test
    void fourHundredSitesHaveAFastestPlan() {
        var random = new Random(1);
        var sites = new ArrayList<SiteModel>();
        for (int i = 0; i < 400; i++) {
            var caps = VmCaps.of(
                    Bandwidth.ofGigabitsPerSecond(5 + random.nextInt(12)),
                    Bandwidth.ofGigabitsPerSecond(8 + random.nextInt(9)));
            sites.add(
                    SiteModel.of(SiteId.parse("site:r" + i), caps, PricePerHour.ofDollars(0.3 + random.nextDouble())));
        }
        var links = new ArrayList<LinkModel>();
        for (SiteModel from : sites) {
            for (SiteModel to : sites) {
                if (!from.id().equals(to.id())) {
                    Link link = new Link(from.id(), to.id());
                    var price = PricePerGigabyte.ofDollars(0.01 + 0.1 * random.nextDouble());
                    links.add(LinkModel.of(
                            link,
                            RateCurve.of(64, Bandwidth.ofBitsPerSecond(1e9 * (1 + 9 * random.nextDouble()))),
                            EgressPrice.flat(link, price, "drawn", Optional.empty())));
                }
            }
        }
        var network = new NetworkModel(sites, links);
        for (int to = 1; to < 4; to++) {
            var problem = new PlanningProblem(
                    TransferRequest.of(sites.get(0).id(), sites.get(to).id(), DataSize.ofGigabytes(1000))
                            .withObjective(Objective.FASTEST),
                    network);
            PlanOutcome outcome = planner.plan(problem, BARE);
            assertThat(outcome).isInstanceOf(PlanOutcome.Found.class);
            TransferPlan plan = outcome.plan().orElseThrow();
            assertThat(PlanCheck.violations(problem, plan)).isEmpty();
            assertThat(plan.proof().gap()).isLessThan(1e-6);
        }
    }
}
