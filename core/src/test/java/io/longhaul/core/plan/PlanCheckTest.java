package io.longhaul.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceTier;
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
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A sound plan by hand, 100 GB half directly and half over a relay, and what happens when any field of it is wrong. */
class PlanCheckTest {
    private static final SiteId A = SiteId.parse("aws:a");
    private static final SiteId B = SiteId.parse("aws:b");
    private static final SiteId R = SiteId.parse("gcp:r");
    private static final DataSize SIZE = DataSize.ofGigabytes(100);
    private static final Bandwidth TWO = Bandwidth.ofGigabitsPerSecond(2);
    private static final Bandwidth FOUR = Bandwidth.ofGigabitsPerSecond(4);

    private static NetworkModel network() {
        VmCaps caps = VmCaps.of(Bandwidth.ofGigabitsPerSecond(5), Bandwidth.ofGigabitsPerSecond(5));
        PricePerHour price = PricePerHour.ofDollars(0.9);
        return new NetworkModel(
                List.of(SiteModel.of(A, caps, price), SiteModel.of(B, caps, price), SiteModel.of(R, caps, price)),
                List.of(link(A, B, 4, 0.02), link(A, R, 8, 0.05), link(R, B, 8, 0.03)));
    }

    private static LinkModel link(SiteId from, SiteId to, long gigabits, double dollars) {
        Link link = new Link(from, to);
        return LinkModel.of(
                link,
                RateCurve.of(64, Bandwidth.ofGigabitsPerSecond(gigabits)),
                EgressPrice.flat(link, PricePerGigabyte.ofDollars(dollars), "test", Optional.empty()));
    }

    private static PlanningProblem problem() {
        var request = TransferRequest.of(A, B, SIZE)
                .withRateAtLeast(FOUR)
                .withDeadline(Duration.ofSeconds(201))
                .withBudget(Money.ofDollars(5.2))
                .withLimits(Limits.DEFAULT.withMaxVmsPerSite(2));
        return new PlanningProblem(request, network());
    }

    /** 4 Gbit/s for 200 s; egress 50 GB at 0.02 and 50 GB at 0.05 and 0.03; three VMs for 200 s at 0.9 an hour. */
    private static final class Draft {
        private SiteId from = A;
        private SiteId to = B;
        private Bandwidth rate = FOUR;
        private Duration expected = Duration.ofSeconds(200);
        private Duration transfer = Duration.ofSeconds(200);
        private Money egress = Money.ofDollars(5);
        private Money vm = Money.ofDollars(0.15);
        private Money requests = Money.ZERO;
        private List<Tree> routes =
                List.of(path(List.of(A, B), TWO, 0.5, List.of(32)), path(List.of(A, R, B), TWO, 0.5, List.of(16, 16)));
        private Map<SiteId, Integer> vms = Map.of(A, 1, B, 1, R, 1);
        private Money bound = Money.ofDollars(5.15);
        private Verdict verdict = Verdict.RELAY;
        private double gap = 0;

        TransferPlan plan() {
            var groups = new TreeMap<VmGroup, Integer>();
            vms.forEach((site, count) -> groups.put(new VmGroup(site, ""), count));
            var movement = new Movement(
                    from,
                    List.of(to),
                    SIZE,
                    routes,
                    groups,
                    rate,
                    new PlanTime(expected, Optional.empty(), transfer),
                    new PlanCost(egress, vm, requests));
            return new TransferPlan(movement, verdict, new Proof(Optional.of(bound), Optional.empty(), gap));
        }
    }

    private static Tree path(List<SiteId> sites, Bandwidth rate, double share, List<Integer> streams) {
        return Tree.path(sites.stream().map(site -> new VmGroup(site, "")).toList(), rate, share, streams);
    }

    /** One thing that is wrong. */
    interface Mutation {
        void apply(Draft draft);
    }

    private record Named(String name, Mutation mutation) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Object> mutations() {
        return List.of(
                new Named("rate above the routes'", draft -> draft.rate = Bandwidth.ofMegabitsPerSecond(4100)),
                new Named("rate below the routes'", draft -> draft.rate = Bandwidth.ofMegabitsPerSecond(3900)),
                new Named("time too short", draft -> draft.transfer = Duration.ofSeconds(199)),
                new Named("time too long", draft -> draft.transfer = Duration.ofSeconds(202)),
                new Named("expected without the transfer", draft -> draft.expected = Duration.ofSeconds(150)),
                new Named("past the deadline", draft -> draft.expected = Duration.ofSeconds(202)),
                new Named("egress understated", draft -> draft.egress = Money.ofDollars(4.99)),
                new Named("egress overstated", draft -> draft.egress = Money.ofDollars(5.01)),
                new Named("VM-hours understated", draft -> draft.vm = Money.ofDollars(0.14)),
                new Named("VM-hours overstated", draft -> draft.vm = Money.ofDollars(0.16)),
                new Named("fees nobody asked for", draft -> draft.requests = Money.ofDollars(0.01)),
                new Named("bound above the cost", draft -> draft.bound = Money.ofDollars(5.2)),
                new Named("no route", draft -> draft.routes = List.of()),
                new Named(
                        "shares below one",
                        draft -> draft.routes = List.of(
                                path(List.of(A, B), TWO, 0.4, List.of(32)),
                                path(List.of(A, R, B), TWO, 0.5, List.of(16, 16)))),
                new Named(
                        "a route that ends elsewhere",
                        draft -> draft.routes = List.of(
                                path(List.of(A, B), TWO, 0.5, List.of(32)),
                                path(List.of(A, R), TWO, 0.5, List.of(16)))),
                new Named(
                        "a link that is not there",
                        draft -> draft.routes = List.of(
                                path(List.of(A, B), TWO, 0.5, List.of(32)),
                                path(List.of(A, SiteId.parse("gcp:x"), B), TWO, 0.5, List.of(16, 16)))),
                new Named(
                        "a site twice",
                        draft -> draft.routes = List.of(
                                path(List.of(A, B), TWO, 0.5, List.of(32)),
                                path(List.of(A, R, A, B), TWO, 0.5, List.of(16, 16, 16)))),
                new Named("more than a link carries", draft -> {
                    draft.routes = List.of(path(List.of(A, B), Bandwidth.ofMegabitsPerSecond(4500), 1, List.of(64)));
                    draft.rate = Bandwidth.ofMegabitsPerSecond(4500);
                }),
                new Named(
                        "most of the data on a slow route",
                        draft -> draft.routes = List.of(
                                path(List.of(A, B), TWO, 0.99, List.of(32)),
                                path(List.of(A, R, B), TWO, 0.01, List.of(16, 16)))),
                new Named("fewer streams than the rate needs", draft -> draft.routes = streams(29, 16)),
                new Named("more streams than the VM has", draft -> draft.routes = streams(32, 33)),
                new Named("no stream", draft -> draft.routes = streams(32, 0)),
                new Named("a verdict without the relay", draft -> draft.verdict = Verdict.MORE_STREAMS),
                new Named("a gap that is none", draft -> draft.gap = 0.01),
                new Named("a gap that is hidden", draft -> draft.bound = Money.ofDollars(5)),
                new Named("VMs missing", draft -> draft.vms = Map.of(A, 1, B, 1)),
                new Named("a VM nobody uses", draft -> draft.vms = Map.of(A, 1, B, 1, R, 1, SiteId.parse("gcp:x"), 1)),
                new Named("VMs above the quota", draft -> draft.vms = Map.of(A, 3, B, 1, R, 1)),
                new Named("no VM", draft -> draft.vms = Map.of(A, 0, B, 1, R, 1)));
    }

    private static List<Tree> streams(int direct, int relayed) {
        return List.of(
                path(List.of(A, B), TWO, 0.5, List.of(direct)),
                path(List.of(A, R, B), TWO, 0.5, List.of(relayed, relayed)));
    }

    /** A and R send over 33 of their 64 streams each, and list 32; B would receive over 66 of its 64. */
    @Test
    void theReceiversStreamsAreItsLimitToo() {
        VmCaps caps = VmCaps.of(Bandwidth.ofGigabitsPerSecond(50), Bandwidth.ofGigabitsPerSecond(50));
        var network = new NetworkModel(
                List.of(
                        SiteModel.of(A, caps, PricePerHour.FREE),
                        SiteModel.of(B, caps, PricePerHour.FREE),
                        SiteModel.of(R, caps, PricePerHour.FREE)),
                List.of(link(A, B, 4, 0), link(A, R, 40, 0), link(R, B, 4, 0)));
        var rate = Bandwidth.ofBitsPerSecond(2_062_500_000L);
        var draft = new Draft();
        draft.rate = rate.times(2L);
        draft.transfer = Duration.ofNanos(Math.round(800e9 / draft.rate.bitsPerSecond() * 1e9));
        draft.expected = draft.transfer;
        draft.egress = Money.ZERO;
        draft.vm = Money.ZERO;
        draft.bound = Money.ZERO;
        draft.routes =
                List.of(path(List.of(A, B), rate, 0.5, List.of(32)), path(List.of(A, R, B), rate, 0.5, List.of(4, 32)));
        assertThat(PlanCheck.violations(new PlanningProblem(TransferRequest.of(A, B, SIZE), network), draft.plan()))
                .singleElement()
                .asString()
                .contains("receives over 65.9999");
    }

    /** 60 GB were billed before: 40 GB at 0.10 and 60 GB at 0.05 make 7 dollars, not the 7.50 of a month that begins. */
    @Test
    void whatWasSentBeforeDecidesTheTier() {
        Link only = new Link(A, B);
        var price = new EgressPrice(
                only,
                List.of(
                        new PriceTier(Optional.of(DataSize.ofGigabytes(100)), PricePerGigabyte.ofDollars(0.10)),
                        new PriceTier(Optional.empty(), PricePerGigabyte.ofDollars(0.05))),
                "test",
                Optional.empty());
        VmCaps caps = VmCaps.of(FOUR, FOUR);
        var network = new NetworkModel(
                List.of(SiteModel.of(A, caps, PricePerHour.FREE), SiteModel.of(B, caps, PricePerHour.FREE)),
                List.of(LinkModel.of(only, RateCurve.of(64, FOUR), price)));
        var request = TransferRequest.of(A, B, SIZE)
                .withBilling(BillingTerms.DURATION_ONLY.withAlreadySent(DataSize.ofGigabytes(60)));
        var draft = new Draft();
        draft.routes = List.of(path(List.of(A, B), FOUR, 1, List.of(64)));
        draft.vms = Map.of(A, 1, B, 1);
        draft.verdict = Verdict.DIRECT;
        draft.vm = Money.ZERO;
        draft.egress = Money.ofDollars(7);
        draft.bound = Money.ofDollars(7);
        assertThat(PlanCheck.violations(new PlanningProblem(request, network), draft.plan()))
                .isEmpty();
        draft.egress = Money.ofDollars(10);
        draft.bound = Money.ofDollars(10);
        assertThat(PlanCheck.violations(new PlanningProblem(request, network), draft.plan()))
                .isNotEmpty();
    }

    /** A plan its check refuses is not handed out. */
    @Test
    void aCheckedPlannerHandsOutNoWrongPlan() {
        var draft = new Draft();
        assertThat(checked(draft)).isInstanceOf(PlanOutcome.Found.class);
        draft.egress = Money.ofDollars(4);
        PlanOutcome outcome = checked(draft);
        assertThat(outcome.plan()).isEmpty();
        assertThat(((PlanOutcome.GaveUp) outcome).reasons()).anyMatch(reason -> reason.contains("egress"));
    }

    private static PlanOutcome checked(Draft draft) {
        return new CheckedPlanner((problem, options) -> new PlanOutcome.Found(draft.plan())).plan(problem());
    }

    /** Half way in time between 4 Gbit/s for 10 dollars and 2 Gbit/s for 6 are 8/3 Gbit/s for 8. */
    @Test
    void aFrontierIsStraightInTimeBetweenItsCorners() {
        TransferPlan plan = new Draft().plan();
        var fast = new Frontier.Corner(FOUR, Duration.ofSeconds(200), Money.ofDollars(10), Verdict.RELAY, plan, true);
        var slow = new Frontier.Corner(TWO, Duration.ofSeconds(400), Money.ofDollars(6), Verdict.DIRECT, plan, false);
        var frontier = new Frontier(List.of(fast, slow), true);
        assertThat(frontier.costAtRate(FOUR)).contains(Money.ofDollars(10));
        assertThat(frontier.costAtRate(TWO)).contains(Money.ofDollars(6));
        double middle = frontier.costAtRate(Bandwidth.ofBitsPerSecond(2_666_666_667L))
                .orElseThrow()
                .dollars();
        assertThat(middle).isCloseTo(8, within(1e-6));
        assertThat(frontier.costAtRate(Bandwidth.ofGigabitsPerSecond(5))).isEmpty();
        assertThat(new Frontier(List.of(fast.linear(false), slow), true).costAtRate(Bandwidth.ofGigabitsPerSecond(3)))
                .contains(Money.ofDollars(10));
    }

    /** Zones belong to regions; what belongs to nothing is refused. */
    @Test
    void limitsHoldByRegionAndZoneAndNameWhatIsThere() {
        SiteId zone = SiteId.parse("gcp:us-west1-a");
        SiteId region = SiteId.parse("gcp:us-west1");
        Limits none = Limits.DEFAULT.withNoTransit(Set.of(region));
        assertThat(none.mayRelay(zone)).isFalse();
        assertThat(none.mayRelay(SiteId.parse("gcp:us-west10-a"))).isTrue();
        assertThat(Limits.DEFAULT.withNoTransit(Set.of(zone)).mayRelay(region)).isFalse();
        assertThat(Limits.DEFAULT.withNoTransit(Set.of(zone)).mayRelay(SiteId.parse("gcp:us-west1-b")))
                .isTrue();
        assertThat(Limits.DEFAULT
                        .withNoTransit(Set.of(SiteId.parse("aws:us-east-1")))
                        .mayRelay(SiteId.parse("aws:us-east-1a")))
                .isFalse();
        assertThat(Limits.DEFAULT.withVmQuotas(Map.of(region, 2)).maxVms(zone)).isEqualTo(2);
        TransferRequest request = TransferRequest.of(A, B, SIZE);
        SiteId unknown = SiteId.parse("gcp:nowhere1");
        for (Limits limits : List.of(
                Limits.DEFAULT.withNoTransit(Set.of(unknown)), Limits.DEFAULT.withVmQuotas(Map.of(unknown, 1)))) {
            assertThatThrownBy(() -> problem().with(request.withLimits(limits)))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("gcp:nowhere1");
        }
    }

    /** A tolerance of a part in a million, and of two billionths: a budget of seven billionths is kept too. */
    @Test
    void moneyIsWithinALimitButForRounding() {
        assertThat(new Money(84).isWithin(new Money(51))).isFalse();
        assertThat(new Money(53).isWithin(new Money(51))).isTrue();
        assertThat(Money.ofDollars(100.00009).isWithin(Money.ofDollars(100))).isTrue();
        assertThat(Money.ofDollars(100.0002).isWithin(Money.ofDollars(100))).isFalse();
    }

    @Test
    void theSoundPlanIsAccepted() {
        assertThat(PlanCheck.violations(problem(), new Draft().plan())).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutations")
    void anyWrongFieldIsRefused(Object named) {
        var draft = new Draft();
        ((Named) named).mutation().apply(draft);
        assertThat(PlanCheck.violations(problem(), draft.plan())).isNotEmpty();
    }

    @Test
    void theSamePlanIsRefusedWhenTheRequestOrTheNetworkAskForMore() {
        TransferPlan plan = new Draft().plan();
        PlanningProblem problem = problem();
        TransferRequest request = problem.request();
        Limits limits = request.limits();
        List<PlanningProblem> stricter = List.of(
                problem.with(request.withRateAtLeast(Bandwidth.ofMegabitsPerSecond(4001))),
                problem.with(request.withRateExactly(Bandwidth.ofMegabitsPerSecond(3999))),
                problem.with(request.withDeadline(Duration.ofSeconds(199))),
                problem.with(request.withBudget(Money.ofDollars(5.1))),
                problem.with(request.withWireRatio(0.9)),
                problem.with(request.withBilling(request.billing().withVmBoot(Duration.ofSeconds(5)))),
                problem.with(request.withBilling(request.billing().withMinimumBilling(Duration.ofMinutes(5)))),
                problem.with(request.withBilling(
                        request.billing().withRequestFee(Money.ofDollars(0.01), DataSize.ofGigabytes(1)))),
                problem.with(request.withLimits(limits.withRelaysAllowed(false))),
                problem.with(request.withLimits(limits.withNoTransit(Set.of(R)))),
                problem.with(request.withLimits(limits.withRelayProviders(Set.of("azure")))),
                problem.with(request.withLimits(limits.withStreamsPerVm(40))),
                problem.with(request.withLimits(limits.withVmQuotas(Map.of(R, 0)))),
                problem.with(network()
                        .with(SiteModel.of(
                                A, VmCaps.of(Bandwidth.ofMegabitsPerSecond(3900), FOUR), PricePerHour.ofDollars(0.9)))),
                problem.with(network()
                        .with(SiteModel.of(
                                B, VmCaps.of(FOUR, Bandwidth.ofMegabitsPerSecond(3900)), PricePerHour.ofDollars(0.9)))),
                problem.with(network().with(link(A, B, 4, 0.02).withTotalCap(Bandwidth.ofMegabitsPerSecond(1900)))),
                problem.with(network().with(link(A, B, 4, 0.021))),
                problem.with(network().with(bucketed())));
        for (int i = 0; i < stricter.size(); i++) {
            assertThat(PlanCheck.violations(stricter.get(i), plan))
                    .as("case " + i)
                    .isNotEmpty();
        }
    }

    /** A bucket that is empty after 20 s of the 200. */
    private static SiteModel bucketed() {
        Bandwidth five = Bandwidth.ofGigabitsPerSecond(5);
        Bandwidth one = Bandwidth.ofGigabitsPerSecond(1);
        var bucket = new TokenBucket(five, one, DataSize.ofGigabytes(10), one);
        return SiteModel.of(
                A, new VmCaps(five, five, Optional.empty(), Optional.of(bucket)), PricePerHour.ofDollars(0.9));
    }

    @Test
    void anUplinkThatIsTooNarrowIsRefused() {
        assertThat(PlanCheck.violations(withUplinks(FOUR, FOUR), new Draft().plan()))
                .isEmpty();
        assertThat(PlanCheck.violations(withUplinks(FOUR.times(0.99), FOUR), new Draft().plan()))
                .containsExactly("aws:a sends 4.0E9 bit/s, above its uplink of 3.96Gbit/s.");
        assertThat(PlanCheck.violations(withUplinks(FOUR, FOUR.times(0.99)), new Draft().plan()))
                .containsExactly("aws:b receives 4.0E9 bit/s, above its uplink of 3.96Gbit/s.");
    }

    private static PlanningProblem withUplinks(Bandwidth outOfA, Bandwidth intoB) {
        NetworkModel network = network();
        return problem()
                .with(network.with(network.getSite(A).withUplink(new Uplink(Optional.of(outOfA), Optional.empty())))
                        .with(network.getSite(B).withUplink(new Uplink(Optional.empty(), Optional.of(intoB)))));
    }

    @Test
    void aRouteMayStartWhereverTheDataAre() {
        var twoRoutes = List.of(path(List.of(A, B), TWO, 0.5, List.of(32)), path(List.of(R, B), TWO, 0.5, List.of(16)));
        var draft = new Draft();
        draft.routes = twoRoutes;
        draft.verdict = Verdict.DIRECT;
        draft.egress = Money.ofDollars(2.5);
        draft.bound = Money.ofDollars(2.65);
        assertThat(PlanCheck.violations(problem(), draft.plan())).isNotEmpty();
        TransferRequest atBoth = problem().request().withReplicas(List.of(R));
        assertThat(PlanCheck.violations(problem().with(atBoth), draft.plan())).isEmpty();
        assertThatThrownBy(() -> problem().request().withReplicas(List.of(B)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("a destination");
    }

    @Test
    void storesNarrowTheEndsAlone() {
        var limits = new StoreLimits(
                Optional.of(Bandwidth.ofGigabitsPerSecond(3)),
                Optional.empty(),
                Optional.empty(),
                Optional.of(Bandwidth.ofGigabitsPerSecond(9)),
                OptionalInt.of(100),
                DataSize.ofMegabytes(10));
        NetworkModel limited = limits.appliedTo(network(), problem().request().withWireRatio(0.5));
        assertThat(limited.getSite(A).caps().egress()).isEqualTo(Bandwidth.parse("1.5Gbit/s"));
        assertThat(limited.getSite(A).caps().ingress()).isEqualTo(Bandwidth.ofGigabitsPerSecond(5));
        assertThat(limited.getSite(A).uplink().out()).contains(FOUR);
        assertThat(limited.getSite(B).caps().ingress()).isEqualTo(Bandwidth.ofGigabitsPerSecond(5));
        assertThat(limited.getSite(B).uplink().in()).contains(FOUR);
        assertThat(limited.getSite(R).uplink()).isEqualTo(Uplink.NONE);
    }
}
