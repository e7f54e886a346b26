package io.longhaul.planner.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
import io.longhaul.planner.OverlayPlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Prices that rise after a free allowance, fall with volume, or both, against the oracle on random networks. */
class TieredOracleTest {
    private static final PlannerOptions BARE = PlannerOptions.DEFAULT.withExplain(false);
    private static final int PROBLEMS = Integer.getInteger("longhaul.tiers", 40);
    private static final DataSize SIZE = DataSize.ofGigabytes(1000);

    private final OverlayPlanner planner = new OverlayPlanner();

    @Test
    void theCheapestEqualsTheOracle() {
        int feasible = 0;
        for (int seed = 0; seed < PROBLEMS; seed++) {
            PlanningProblem problem = problem(seed);
            Bandwidth rate = Bandwidth.ofMegabitsPerSecond(500 + new Random(seed).nextInt(6000));
            PlanningProblem asked = problem.with(problem.request().withRateExactly(rate));
            OptionalDouble exact = MipOracle.cheapest(problem, rate.bitsPerSecond() / 1e9);
            PlanOutcome outcome = planner.plan(asked, BARE);
            if (exact.isEmpty()) {
                assertThat(outcome).as("seed " + seed).isInstanceOf(PlanOutcome.Infeasible.class);
                continue;
            }
            feasible++;
            assertThat(outcome).as("seed " + seed).isInstanceOf(PlanOutcome.Found.class);
            TransferPlan plan = outcome.plan().orElseThrow();
            double optimum = exact.getAsDouble();
            assertThat(PlanCheck.violations(asked, plan)).as("seed " + seed).isEmpty();
            assertThat(plan.cost().total().dollars())
                    .as("seed " + seed)
                    .isCloseTo(optimum, within(2e-6 * optimum + 1e-6));
            assertThat(plan.proof().costBound().orElseThrow().dollars())
                    .as("bound, seed " + seed)
                    .isLessThanOrEqualTo(optimum * (1 + 1e-6) + 1e-6);
            assertThat(plan.proof().gap()).as("gap, seed " + seed).isLessThan(1e-5);
        }
        assertThat(feasible).isGreaterThan(PROBLEMS * 2 / 5);
    }

    /** No rate above the plan's can be paid: the oracle's cheapest plan there costs more than the budget. */
    @Test
    void theFastestWithinABudgetIsFeasibleAndNothingFasterIs() {
        int found = 0;
        for (int seed = 0; seed < 10; seed++) {
            PlanningProblem problem = problem(seed);
            Money budget = Money.ofDollars(2 + 8 * new Random(seed).nextInt(10));
            PlanningProblem asked = problem.with(
                    problem.request().withObjective(Objective.FASTEST).withBudget(budget));
            PlanOutcome outcome = planner.plan(asked, BARE);
            double from = 0.05;
            if (outcome.plan().isPresent()) {
                found++;
                TransferPlan plan = outcome.plan().get();
                assertThat(PlanCheck.violations(asked, plan)).as("seed " + seed).isEmpty();
                from = plan.rate().bitsPerSecond() / 1e9 * (1 + 1e-5);
            } else {
                assertThat(outcome).as("seed " + seed).isInstanceOf(PlanOutcome.Infeasible.class);
            }
            for (int step = 0; step <= 12; step++) {
                double rate = from * Math.pow(25 / from, step / 12.0);
                OptionalDouble exact = MipOracle.cheapest(problem, rate);
                assertThat(exact.orElse(Double.POSITIVE_INFINITY))
                        .as("seed " + seed + " at " + rate + " Gbit/s")
                        .isGreaterThan(budget.dollars() * (1 - 1e-6));
            }
        }
        assertThat(found).isBetween(2, 9);
    }

    @Test
    void aFreeAllowanceIsUsedOnSeveralLinks() {
        Link direct = Link.between("aws:a", "aws:b");
        Link out = Link.between("aws:a", "aws:r");
        Link in = Link.between("aws:r", "aws:b");
        var links = new ArrayList<LinkModel>();
        for (Link link : List.of(direct, out, in)) {
            links.add(
                    LinkModel.of(link, RateCurve.of(64, Bandwidth.ofGigabitsPerSecond(5)), tiers(link, 100, 0, 0.09)));
        }
        var sites = new ArrayList<SiteModel>();
        for (String name : List.of("aws:a", "aws:b", "aws:r")) {
            var caps = VmCaps.of(Bandwidth.ofGigabitsPerSecond(10), Bandwidth.ofGigabitsPerSecond(10));
            sites.add(SiteModel.of(SiteId.parse(name), caps, PricePerHour.ofDollars(0.01)));
        }
        var request = TransferRequest.of(direct.from(), direct.to(), DataSize.ofGigabytes(300));
        TransferPlan plan = planner.plan(new PlanningProblem(request, new NetworkModel(sites, links)), BARE)
                .plan()
                .orElseThrow();
        assertThat(plan.cost().egress().dollars()).isCloseTo(100 * 0.09, within(1e-4));
        assertThat(plan.relays()).containsExactly(SiteId.parse("aws:r"));
        assertThat(plan.proof().gap()).isLessThan(1e-5);
    }

    private static EgressPrice tiers(Link link, long firstGigabytes, double first, double later) {
        return new EgressPrice(
                link,
                List.of(
                        new PriceTier(
                                Optional.of(DataSize.ofGigabytes(firstGigabytes)), PricePerGigabyte.ofDollars(first)),
                        new PriceTier(Optional.empty(), PricePerGigabyte.ofDollars(later))),
                "test",
                Optional.empty());
    }

    private static PlanningProblem problem(int seed) {
        var random = new Random(seed);
        int count = 3 + random.nextInt(3);
        var sites = new ArrayList<SiteModel>();
        for (int i = 0; i < count; i++) {
            var caps = VmCaps.of(
                    Bandwidth.ofMegabitsPerSecond(2000 + random.nextInt(8000)),
                    Bandwidth.ofMegabitsPerSecond(2000 + random.nextInt(8000)));
            sites.add(
                    SiteModel.of(SiteId.parse("aws:r" + i), caps, PricePerHour.ofDollars(random.nextInt(100) / 100.0)));
        }
        var links = new ArrayList<LinkModel>();
        for (SiteModel from : sites) {
            for (SiteModel to : sites) {
                if (!from.equals(to)) {
                    Link link = new Link(from.id(), to.id());
                    Bandwidth rate = Bandwidth.ofMegabitsPerSecond(500 + random.nextInt(5000));
                    links.add(LinkModel.of(link, RateCurve.of(64, rate), price(link, random)));
                }
            }
        }
        var request = TransferRequest.of(sites.get(0).id(), sites.get(1).id(), SIZE)
                .withLimits(Limits.DEFAULT.withMaxVmsPerSite(1 + random.nextInt(3)));
        return new PlanningProblem(request, new NetworkModel(sites, links));
    }

    /** Up to four tiers whose prices go up and down; every third starts free. */
    private static EgressPrice price(Link link, Random random) {
        var tiers = new ArrayList<PriceTier>();
        long end = 0;
        for (int tier = random.nextInt(4); tier > 0; tier--) {
            end += 50 + random.nextInt(400);
            double dollars = tiers.isEmpty() && random.nextInt(3) == 0 ? 0 : random.nextInt(12) / 100.0;
            tiers.add(new PriceTier(Optional.of(DataSize.ofGigabytes(end)), PricePerGigabyte.ofDollars(dollars)));
        }
        tiers.add(new PriceTier(Optional.empty(), PricePerGigabyte.ofDollars((1 + random.nextInt(12)) / 100.0)));
        return new EgressPrice(link, tiers, "random", Optional.empty());
    }
}
