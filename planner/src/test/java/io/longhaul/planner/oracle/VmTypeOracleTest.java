package io.longhaul.planner.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.plan.BillingTerms;
import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.VmChoice;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.planner.OverlayPlanner;
import io.longhaul.planner.SharedGrid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random problems on part of the measured grid with VM types to choose among, planner against oracle. */
class VmTypeOracleTest {
    private static final int PROBLEMS = 150;
    private static final double RELATIVE = 1e-6;

    private final NetworkModel grid = SharedGrid.network();
    private final OverlayPlanner planner = new OverlayPlanner();

    @Test
    void cheapestPlansEqualTheOracle() {
        int found = 0;
        int mixed = 0;
        for (int seed = 0; seed < PROBLEMS; seed++) {
            PlanningProblem problem = problem(seed);
            double rate = problem.request().rate().orElseThrow().bitsPerSecond() / 1e9;
            OptionalDouble expected = VmTypeOracle.cheapest(problem, rate);
            PlanOutcome outcome = planner.plan(problem, PlannerOptions.DEFAULT.withExplain(false));
            if (expected.isEmpty()) {
                assertThat(outcome).as("seed " + seed).isInstanceOf(PlanOutcome.Infeasible.class);
                continue;
            }
            TransferPlan plan = outcome.plan().orElseThrow();
            assertThat(outcome).as("seed " + seed).isInstanceOf(PlanOutcome.Found.class);
            assertThat(PlanCheck.violations(problem, plan)).as("seed " + seed).isEmpty();
            double optimum = expected.getAsDouble();
            assertThat(plan.cost().total().dollars()).as("seed " + seed).isCloseTo(optimum, within(RELATIVE * optimum));
            assertThat(plan.proof().costBound().orElseThrow().dollars())
                    .as("bound, seed " + seed)
                    .isLessThanOrEqualTo(optimum * (1 + RELATIVE));
            found++;
            mixed += plan.vmTypes().values().stream().anyMatch(types -> types.size() > 1) ? 1 : 0;
        }
        assertThat(found).as("feasible problems").isGreaterThan(PROBLEMS / 2);
        assertThat(mixed).as("plans that mix types at a site").isGreaterThan(10);
    }

    @Test
    void fastestPlansEqualTheOracle() {
        for (int seed = 0; seed < PROBLEMS / 3; seed++) {
            PlanningProblem asked = problem(seed);
            var problem = new PlanningProblem(
                    asked.request().unconstrained().withObjective(Objective.FASTEST), asked.network());
            double expected = VmTypeOracle.fastest(problem).orElseThrow();
            PlanOutcome outcome = planner.plan(problem, PlannerOptions.DEFAULT.withExplain(false));
            if (expected < 1e-9) {
                assertThat(outcome).as("seed " + seed).isInstanceOf(PlanOutcome.Infeasible.class);
                continue;
            }
            TransferPlan plan = outcome.plan().orElseThrow();
            assertThat(PlanCheck.violations(problem, plan)).as("seed " + seed).isEmpty();
            assertThat(plan.rate().bitsPerSecond() / 1e9)
                    .as("seed " + seed)
                    .isCloseTo(expected, within(2 * RELATIVE * expected));
        }
    }

    private PlanningProblem problem(int seed) {
        var random = new Random(seed);
        List<SiteId> sites =
                new ArrayList<>(grid.sites().stream().map(SiteModel::id).toList());
        Collections.shuffle(sites, random);
        List<SiteId> chosen = sites.subList(0, 8);
        List<SiteModel> models =
                chosen.stream().map(site -> model(random, grid.getSite(site))).toList();
        List<LinkModel> links = grid.links().stream()
                .filter(link -> chosen.contains(link.link().from())
                        && chosen.contains(link.link().to()))
                .toList();
        int most = 1 + random.nextInt(6);
        double caps = Math.min(
                        most(grid.getSite(chosen.get(0)).caps().egress()),
                        most(grid.getSite(chosen.get(1)).caps().ingress()))
                * most;
        TransferRequest request = TransferRequest.of(
                        chosen.get(0),
                        chosen.get(1),
                        DataSize.ofGigabytes(List.of(5L, 50L, 500L).get(random.nextInt(3))))
                .withLimits(Limits.DEFAULT.withMaxVmsPerSite(most))
                .withBilling(BillingTerms.DURATION_ONLY.withVmBoot(Duration.ofSeconds(random.nextBoolean() ? 60 : 0)))
                .withRateExactly(Bandwidth.ofBitsPerSecond(
                        Math.round(caps * (0.05 + 0.6 * random.nextDouble()) / 1e7) * 10_000_000L));
        return new PlanningProblem(request, new NetworkModel(models, links));
    }

    private static double most(Bandwidth cap) {
        return cap.bitsPerSecond();
    }

    private static SiteModel model(Random random, SiteModel site) {
        if (random.nextInt(3) == 0) {
            return site;
        }
        var types = new ArrayList<VmChoice>();
        int kinds = 1 + random.nextInt(3);
        for (int kind = 0; kind < kinds; kind++) {
            double size = List.of(0.15, 0.5, 1.0, 2.5).get(random.nextInt(4));
            types.add(new VmChoice(
                    "type" + kind,
                    VmCaps.of(
                            site.caps().egress().times(size),
                            site.caps().ingress().times(size)),
                    PricePerHour.ofDollars(0.6 * size * (0.5 + random.nextDouble())),
                    random.nextInt(5)));
        }
        return SiteModel.of(site.id(), types);
    }
}
