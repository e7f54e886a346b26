package io.longhaul.planner.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.Failure;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.SurvivalCheck;
import io.longhaul.core.plan.SurvivingPlan;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.topology.SiteId;
import io.longhaul.planner.OverlayPlanner;
import io.longhaul.planner.SurvivalPlanner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Plans that survive one failure on random networks of three sites, against every number of VMs at every site, each failure
 * of each of them decided by {@link PathOracle}: a plan is found where any survives, none is cheaper than the bound, the
 * check accepts it, and dropping any of its spare VMs or fallbacks is refused.
 */
class SurvivalPlannerTest {
    private static final PlannerOptions BARE = PlannerOptions.DEFAULT.withExplain(false);
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int MOST = 3;
    private static final double NEAR = 2e-6;

    private final OverlayPlanner planner = new OverlayPlanner();
    private final SurvivalPlanner survival = new SurvivalPlanner(planner);
    private final List<String> wrong = new ArrayList<>();
    private int found;
    private int none;
    private int best;

    @Test
    void plansSurviveAndTheirGapsAreTrue() {
        for (long seed = 60_000; found + none < 25; seed++) {
            PlanningProblem drawn = RandomProblem.of(seed).problem();
            boolean plain = drawn.network().sites().size() == 3
                    && drawn.request().replicas().isEmpty()
                    && drawn.network().sites().stream()
                            .allMatch(site -> site.choices().isEmpty())
                    && drawn.network().links().stream()
                            .noneMatch(link -> link.rtt().isPresent());
            if (plain) {
                timed(drawn, 1.2 + seed % 5 * 0.4).ifPresent(this::compare);
            }
        }
        System.out.println("survive one failure: " + found + " found, " + best + " of them the cheapest there is, "
                + none + " without any");
        assertThat(wrong).isEmpty();
        assertThat(found).isGreaterThan(8);
    }

    /** The same with a deadline a little above the least time. */
    private Optional<PlanningProblem> timed(PlanningProblem drawn, double times) {
        TransferRequest free = drawn.request()
                .unconstrained()
                .withLimits(drawn.request().limits().withMaxVmsPerSite(MOST));
        return planner.plan(drawn.with(free.withObjective(Objective.FASTEST)), BARE)
                .plan()
                .map(fast -> {
                    double nanos = fast.time().expected().toNanos() * times;
                    return drawn.with(
                            free.withObjective(Objective.CHEAPEST).withDeadline(Duration.ofNanos((long) nanos + 1000)));
                });
    }

    private void compare(PlanningProblem problem) {
        SurvivalPlanner.Answer answer = survival.plan(problem, BARE);
        double least = least(problem);
        String asked = problem.request() + ": ";
        if (answer.surviving().isEmpty()) {
            none++;
            require(least == Double.POSITIVE_INFINITY, asked + "found none, but there is one for " + least);
            return;
        }
        found++;
        SurvivingPlan surviving = answer.surviving().get();
        TransferPlan plan = surviving.plan();
        List<String> violations = SurvivalCheck.violations(problem, surviving);
        require(violations.isEmpty(), asked + violations);
        double cost = plan.cost().total().dollars();
        require(cost >= least * (1 - NEAR) - 1e-8, asked + cost + " is below the least, " + least);
        require(
                cost * (1 - plan.proof().gap()) <= least * (1 + NEAR) + 1e-8,
                asked + plan.proof() + " is above " + least);
        best += cost <= least * (1 + 1e-4) ? 1 : 0;
        dropped(problem, surviving);
    }

    /** Without one of the fallbacks the check does not believe it. */
    private void dropped(PlanningProblem problem, SurvivingPlan surviving) {
        var fewer = new TreeMap<>(surviving.fallbacks());
        Failure first = fewer.firstKey();
        fewer.remove(first);
        require(
                !SurvivalCheck.violations(problem, new SurvivingPlan(surviving.plan(), fewer, surviving.extra()))
                        .isEmpty(),
                "not refused without " + first);
    }

    private void require(boolean holds, String sentence) {
        if (!holds) {
            wrong.add(sentence);
        }
    }

    /** The least dollars over all numbers of VMs that survive; VMs that a plan leaves idle are not billed here. */
    private double least(PlanningProblem problem) {
        List<SiteId> sites =
                problem.network().sites().stream().map(SiteModel::id).toList();
        double least = Double.POSITIVE_INFINITY;
        for (int code = 0; code < 64; code++) {
            var vms = new TreeMap<SiteId, Integer>();
            for (int i = 0; i < 3; i++) {
                int count = (code >> (2 * i)) & MOST;
                if (count > 0) {
                    vms.put(sites.get(i), count);
                }
            }
            boolean allowed = vms.entrySet().stream()
                    .allMatch(site ->
                            site.getValue() <= problem.request().limits().maxVms(site.getKey()));
            boolean ends = vms.containsKey(problem.request().from())
                    && vms.containsKey(problem.request().destination());
            if (allowed && ends && survives(problem, vms)) {
                least = Math.min(
                        least, PathOracle.solve(within(problem, vms), 0, LIMIT).value());
            }
        }
        return least;
    }

    private static boolean survives(PlanningProblem problem, Map<SiteId, Integer> vms) {
        for (SiteId lost : vms.keySet()) {
            boolean end = lost.equals(problem.request().from())
                    || lost.equals(problem.request().destination());
            for (int left : end ? new int[] {vms.getOrDefault(lost, 0) - 1} : new int[] {0}) {
                var after = new HashMap<>(vms);
                after.put(lost, left);
                if ((left == 0 && end)
                        || !PathOracle.solve(within(problem, after), 0, LIMIT).feasible()) {
                    return false;
                }
            }
        }
        return true;
    }

    private static PlanningProblem within(PlanningProblem problem, Map<SiteId, Integer> vms) {
        var quotas = new HashMap<>(problem.request().limits().vmQuotas());
        problem.network().sites().forEach(site -> quotas.put(site.id(), vms.getOrDefault(site.id(), 0)));
        return problem.with(
                problem.request().withLimits(problem.request().limits().withVmQuotas(quotas)));
    }

    @Test
    void whatIsNotPlannedIsRefused() {
        PlanningProblem drawn = RandomProblem.of(60_001).problem();
        TransferRequest free = drawn.request().unconstrained();
        assertThatThrownBy(() -> survival.plan(drawn.with(free), BARE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("deadline");
        assertThatThrownBy(() -> survival.plan(
                        drawn.with(free.withDeadline(Duration.ofDays(900)).withConfidence(0.9)), BARE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("confidence");
    }
}
