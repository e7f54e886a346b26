package io.longhaul.planner.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.plan.DistributionCheck;
import io.longhaul.core.plan.DistributionOutcome;
import io.longhaul.core.plan.DistributionOutcome.Ending;
import io.longhaul.core.plan.DistributionPlan;
import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.planner.DistributionPlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Trees for several destinations against every mix of every tree. */
class DistributionOracleTest {
    private static final int PROBLEMS = 80;

    private final DistributionPlanner planner = new DistributionPlanner();

    @Test
    void theCheapestTreesEqualTheOracle() {
        int found = 0;
        int split = 0;
        for (int seed = 0; seed < PROBLEMS; seed++) {
            PlanningProblem problem = problem(seed);
            double rate = problem.request().rate().orElseThrow().bitsPerSecond() / 1e9;
            OptionalDouble exact = TreeOracle.cheapest(problem, rate);
            DistributionOutcome outcome = planner.plan(problem, PlannerOptions.DEFAULT);
            if (exact.isEmpty()) {
                assertThat(outcome.ending()).as("seed " + seed).isEqualTo(Ending.INFEASIBLE);
                assertThat(outcome.reasons()).isNotEmpty();
                continue;
            }
            found++;
            assertThat(outcome.ending()).as("seed " + seed).isEqualTo(Ending.FOUND);
            DistributionPlan plan = outcome.plan().orElseThrow();
            double optimum = exact.getAsDouble();
            assertThat(DistributionCheck.violations(problem, plan))
                    .as("seed " + seed)
                    .isEmpty();
            assertThat(plan.cost().total().dollars())
                    .as("seed " + seed)
                    .isCloseTo(optimum, within(1e-6 * optimum + 1e-6));
            assertThat(plan.proof().costBound().orElseThrow().dollars())
                    .as("bound, seed " + seed)
                    .isLessThanOrEqualTo(optimum * (1 + 1e-6));
            plan.offers().stream()
                    .filter(offer -> offer.meetsRequest())
                    .forEach(offer -> assertThat(offer.cost().total().dollars())
                            .as(offer.kind())
                            .isGreaterThanOrEqualTo(optimum * (1 - 1e-6)));
            split += plan.trees().size() > 1 ? 1 : 0;
        }
        assertThat(found).isGreaterThan(PROBLEMS / 3);
        assertThat(split).as("plans over several trees").isGreaterThan(2);
    }

    private static PlanningProblem problem(int seed) {
        var random = new Random(seed);
        int count = 4 + random.nextInt(2);
        var sites = new ArrayList<SiteModel>();
        for (int i = 0; i < count; i++) {
            var caps = VmCaps.of(
                    Bandwidth.ofMegabitsPerSecond(2000 + random.nextInt(6000)),
                    Bandwidth.ofMegabitsPerSecond(2000 + random.nextInt(8000)));
            sites.add(
                    SiteModel.of(SiteId.parse("aws:r" + i), caps, PricePerHour.ofDollars(random.nextInt(300) / 100.0)));
        }
        var links = new ArrayList<LinkModel>();
        for (SiteModel from : sites) {
            for (SiteModel to : sites) {
                if (!from.equals(to) && random.nextInt(6) > 0) {
                    Link link = new Link(from.id(), to.id());
                    var rate = Bandwidth.ofMegabitsPerSecond(500 + random.nextInt(5000));
                    var price = PricePerGigabyte.ofDollars((1 + random.nextInt(15)) / 100.0);
                    links.add(LinkModel.of(
                            link, RateCurve.of(64, rate), EgressPrice.flat(link, price, "random", Optional.empty())));
                }
            }
        }
        List<SiteId> to = sites.subList(1, 3 + random.nextInt(2)).stream()
                .map(SiteModel::id)
                .toList();
        var limits = Limits.DEFAULT.withMaxVmsPerSite(1 + random.nextInt(3));
        limits = random.nextInt(4) == 0 ? limits.withNoTransit(Set.of(to.get(0))) : limits;
        var request = TransferRequest.of(sites.get(0).id(), to, DataSize.ofGigabytes(500))
                .withLimits(limits)
                .withRateExactly(Bandwidth.ofMegabitsPerSecond(300 + random.nextInt(4000)));
        return new PlanningProblem(request, new NetworkModel(sites, links));
    }
}
