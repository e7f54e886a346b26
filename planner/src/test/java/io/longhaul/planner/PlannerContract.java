package io.longhaul.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.plan.BillingTerms;
import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.Planner;
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
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every planner must keep, on random networks with curves, tiers, buckets, boot, minimum billing and round trips. */
abstract class PlannerContract {
    private static final PlannerOptions BARE = PlannerOptions.DEFAULT.withExplain(false);

    abstract Planner planner();

    static Stream<Integer> seeds() {
        return IntStream.range(0, 60).boxed();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everyPlanPassesTheCheckAndKeepsItsBound(int seed) {
        PlanningProblem problem = RandomProblem.of(seed);
        PlanOutcome outcome = planner().plan(problem, BARE);
        outcome.plan().ifPresent(plan -> {
            assertThat(PlanCheck.violations(problem, plan)).isEmpty();
            assertThat(plan.proof().gap()).isBetween(0.0, 1.0);
        });
        outcome.fold(
                found -> assertThat(found.best().proof().gap()).isLessThan(slowStartMatters(problem) ? 0.1 : 1e-5),
                no -> assertThat(no.reasons()).isNotEmpty(),
                late -> assertThat(late.reasons()).isNotEmpty());
    }

    /** What slow start adds differs between routes: of a time only a bound is proven, and of a cost by a deadline. */
    private static boolean slowStartMatters(PlanningProblem problem) {
        boolean timed = problem.request().objective() == Objective.FASTEST
                || problem.request().deadline().isPresent();
        return timed
                && problem.network().links().stream()
                        .anyMatch(link -> link.rtt().isPresent());
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theSameProblemGivesTheSamePlan(int seed) {
        PlanningProblem problem = RandomProblem.of(seed);
        assertThat(planner().plan(problem, BARE)).isEqualTo(planner().plan(problem, BARE));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void nothingSimplerThatMeetsTheRequestIsCheaper(int seed) {
        PlanningProblem problem = RandomProblem.of(seed);
        PlanOutcome outcome = planner().plan(problem, PlannerOptions.DEFAULT);
        if (problem.request().objective() != Objective.CHEAPEST || !(outcome instanceof PlanOutcome.Found found)) {
            return;
        }
        double cost = found.best().cost().total().dollars();
        found.best().reasons().offers().stream()
                .filter(offer -> offer.meetsRequest())
                .forEach(offer -> assertThat(offer.cost().total().dollars())
                        .as(offer.toString())
                        .isGreaterThanOrEqualTo(cost * (1 - 1e-6)));
    }

    @Test
    void anExpiredTimeLimitReturnsTheBestSoFar() {
        var clock = new AtomicLong();
        PlannerOptions hurried = BARE.withTimeLimit(Duration.ofNanos(1), () -> clock.getAndAdd(1_000_000));
        PlanOutcome outcome = planner().plan(RandomProblem.of(3), hurried);
        assertThat(outcome).isInstanceOf(PlanOutcome.GaveUp.class);
    }

    /** Time runs out after a few looks at the clock: what was found by then is a sound plan with an honest gap. */
    @Test
    void aPlanCutShortKeepsTheRequestAndBoundsTheBest() {
        int cutShort = 0;
        for (int seed = 0; seed < 60; seed++) {
            PlanningProblem problem = RandomProblem.of(seed);
            var clock = new AtomicLong();
            PlannerOptions hurried = BARE.withTimeLimit(Duration.ofNanos(2), clock::getAndIncrement);
            PlanOutcome outcome = planner().plan(problem, hurried);
            if (!(outcome instanceof PlanOutcome.GaveUp late) || late.best().isEmpty()) {
                continue;
            }
            TransferPlan early = late.best().get();
            assertThat(PlanCheck.violations(problem, early)).as("seed " + seed).isEmpty();
            Optional<TransferPlan> proven = planner().plan(problem, BARE).plan();
            if (proven.isPresent() && early.proof().costBound().isPresent()) {
                cutShort++;
                assertThat(early.proof().costBound().get().dollars())
                        .as("bound, seed " + seed)
                        .isLessThanOrEqualTo(proven.get().cost().total().dollars() * (1 + 1e-6));
            }
        }
        assertThat(cutShort).isGreaterThan(3);
    }

    /** Random problems of every kind, from a seed. */
    static final class RandomProblem {
        private final Random random;

        private RandomProblem(int seed) {
            random = new Random(seed);
        }

        static PlanningProblem of(int seed) {
            return new RandomProblem(seed).problem();
        }

        private PlanningProblem problem() {
            int count = 3 + random.nextInt(5);
            var ids = new ArrayList<SiteId>();
            var sites = new ArrayList<SiteModel>();
            for (int i = 0; i < count; i++) {
                SiteId id = SiteId.parse(List.of("aws", "azure", "gcp").get(i % 3) + ":r" + i);
                ids.add(id);
                sites.add(SiteModel.of(id, caps(), PricePerHour.ofDollars(random.nextInt(200) / 100.0)));
            }
            var links = new ArrayList<LinkModel>();
            for (SiteId from : ids) {
                for (SiteId to : ids) {
                    boolean wanted = from.equals(ids.get(0)) && to.equals(ids.get(1));
                    boolean connected = wanted || random.nextInt(4) > 0;
                    if (!from.equals(to) && connected) {
                        links.add(link(new Link(from, to)));
                    }
                }
            }
            return new PlanningProblem(request(ids), new NetworkModel(sites, links));
        }

        private VmCaps caps() {
            Bandwidth egress = gigabits(2, 16);
            VmCaps caps = VmCaps.of(egress, gigabits(2, 16));
            if (random.nextInt(4) > 0) {
                return caps;
            }
            Bandwidth low = egress.times(0.2);
            var bucket = new TokenBucket(egress, low, DataSize.ofGigabytes(1 + random.nextInt(400)), low);
            return new VmCaps(egress, caps.ingress(), Optional.empty(), Optional.of(bucket));
        }

        private Bandwidth gigabits(int low, int high) {
            return Bandwidth.ofMegabitsPerSecond(1000L * low + random.nextInt(1000 * (high - low)));
        }

        private LinkModel link(Link link) {
            var points = new TreeMap<Integer, Bandwidth>();
            Bandwidth most = gigabits(1, 12);
            Bandwidth some = most.times(0.3 + 0.6 * random.nextDouble());
            Bandwidth single = some.times(0.3);
            points.put(64, most);
            boolean curved = random.nextBoolean();
            if (curved) {
                points.put(8, some);
                points.put(1, single);
            }
            LinkModel model = LinkModel.of(link, RateCurve.of(points), price(link));
            model = curved ? model.withSingleFlow(single) : model;
            model = random.nextInt(5) == 0 ? model.withTotalCap(most.times(1.5)) : model;
            return random.nextBoolean() ? model.withRtt(Duration.ofMillis(5 + random.nextInt(250))) : model;
        }

        private EgressPrice price(Link link) {
            var first = PricePerGigabyte.ofDollars((1 + random.nextInt(15)) / 100.0);
            if (random.nextInt(3) > 0) {
                return EgressPrice.flat(link, first, "random", Optional.empty());
            }
            var later = PricePerGigabyte.ofDollars(first.dollars() * 0.8);
            var step = DataSize.ofGigabytes(20 + random.nextInt(500));
            return new EgressPrice(
                    link,
                    List.of(new PriceTier(Optional.of(step), first), new PriceTier(Optional.empty(), later)),
                    "random",
                    Optional.empty());
        }

        private TransferRequest request(List<SiteId> ids) {
            TransferRequest request = TransferRequest.of(
                            ids.get(0), ids.get(1), DataSize.ofGigabytes(1 + random.nextInt(1000)))
                    .withLimits(Limits.DEFAULT.withMaxVmsPerSite(1 + random.nextInt(4)));
            if (random.nextBoolean()) {
                request = request.withBilling(BillingTerms.DURATION_ONLY
                        .withVmBoot(Duration.ofSeconds(random.nextInt(60)))
                        .withMinimumBilling(Duration.ofSeconds(60)));
            }
            return switch (random.nextInt(5)) {
                case 0 -> request.withRateAtLeast(gigabits(1, 20));
                case 1 -> request.withDeadline(Duration.ofSeconds(100 + random.nextInt(2000)));
                case 2 -> request.withObjective(Objective.FASTEST);
                case 3 ->
                    request.withObjective(Objective.FASTEST)
                            .withBudget(Money.ofDollars(
                                    (5 + random.nextInt(20)) * request.size().gigabytes() / 100));
                default -> request;
            };
        }
    }

    /** For subclasses: the plan of a request that can be met. */
    TransferPlan found(PlanningProblem problem) {
        return planner().plan(problem, PlannerOptions.DEFAULT).plan().orElseThrow();
    }
}
