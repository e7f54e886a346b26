package io.longhaul.planner.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.plan.BillingTerms;
import io.longhaul.core.plan.JointCheck;
import io.longhaul.core.plan.JointOutcome;
import io.longhaul.core.plan.JointPlan;
import io.longhaul.core.plan.JointProblem;
import io.longhaul.core.plan.JointProblem.Item;
import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanCost;
import io.longhaul.core.plan.PlanOutcome.Ending;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceTier;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.planner.JointPlanner;
import io.longhaul.planner.OverlayPlanner;
import io.longhaul.planner.SharedGrid;
import io.longhaul.planner.oracle.PathOracle.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Several transfers at once, against one mixed-integer program over all of them ({@link JointOracle}). 40 sets in the
 * normal run; {@code -Dlonghaul.study=joint} takes 200 others, {@code -Dlonghaul.study.seed=N} from another seed on.
 */
class JointPlannerTest {
    private static final double RELATIVE = 1e-6;
    private static final double DOLLARS = 1e-7;

    private final JointPlanner planner = new JointPlanner();
    private int equal;
    private int none;
    private int open;

    @Test
    void setsEqualTheOracle() {
        assertThat(sets(0, 24, Duration.ofSeconds(10))).isEmpty();
        assertThat(equal).as("sets with an optimum to compare with").isGreaterThan(6);
    }

    @Test
    @Tag("study")
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "joint")
    void study() {
        List<String> wrong = sets(Long.getLong("longhaul.study.seed", 10_000), 200, Duration.ofSeconds(60));
        System.out.println("equal " + equal + ", not all at once " + none + ", oracle out of time " + open + ", wrong "
                + wrong.size());
        wrong.forEach(System.out::println);
        assertThat(wrong).isEmpty();
    }

    List<String> sets(long first, int count, Duration limit) {
        List<String> wrong = new ArrayList<>();
        for (long seed = first; seed < first + count; seed++) {
            wrong.addAll(wrong(seed, limit));
        }
        return wrong;
    }

    private List<String> wrong(long seed, Duration limit) {
        JointProblem problem = drawn(new Random(seed));
        JointOutcome outcome = planner.plan(problem, PlannerOptions.DEFAULT);
        var wrong = new ArrayList<String>();
        outcome.plan()
                .ifPresent(plan -> JointCheck.violations(problem, plan)
                        .forEach(sentence -> wrong.add("seed " + seed + ": " + sentence)));
        Answer exact = JointOracle.solve(problem, limit);
        boolean together = outcome.leftOut().isEmpty()
                && outcome.plan().stream()
                        .flatMap(plan -> plan.parts().stream())
                        .allMatch(part -> part.start().isZero());
        if (!exact.feasible()) {
            none++;
            if (exact.ending() == PathOracle.Ending.INFEASIBLE && together) {
                wrong.add("seed " + seed + ": planned at once what the oracle cannot");
            }
            return wrong;
        }
        if (!together) {
            wrong.add("seed " + seed + ": not at once, the oracle " + exact + " " + outcome.leftOut());
            return wrong;
        }
        JointPlan plan = outcome.plan().orElseThrow();
        double value = value(problem, plan);
        double slack = exact.value() * RELATIVE + DOLLARS;
        if (value < exact.bound() - slack) {
            wrong.add("seed " + seed + ": claims " + value + ", below the oracle's bound " + exact.bound());
        }
        double bound = value * (1 - plan.proof().gap());
        if (bound > exact.value() + slack) {
            wrong.add("seed " + seed + ": bound " + bound + " above the oracle's " + exact.value());
        }
        if (exact.ending() != PathOracle.Ending.PROVEN) {
            open++;
        } else if (outcome.ending() == Ending.FOUND && Math.abs(value - exact.value()) <= slack * 1.5) {
            equal++;
        } else {
            wrong.add("seed " + seed + ": " + outcome.ending() + " " + value + " with a gap of "
                    + plan.proof().gap() + ", the oracle " + exact.value() + ", "
                    + problem.transfers().size() + " transfers");
        }
        return wrong;
    }

    private static double value(JointProblem problem, JointPlan plan) {
        if (problem.objective() == Objective.CHEAPEST) {
            return plan.cost().total().dollars();
        }
        double sum = 0;
        for (int i = 0; i < plan.parts().size(); i++) {
            sum += problem.transfers().get(i).weight()
                    * Durations.seconds(plan.parts().get(i).plan().time().transfer());
        }
        return sum;
    }

    /** 2 to 8 transfers among 3 to 6 sites, some from one site, with few VMs to share, now and then with falling tiers. */
    private static JointProblem drawn(Random random) {
        int count = 3 + random.nextInt(4);
        var sites = new ArrayList<SiteModel>();
        for (int i = 0; i < count; i++) {
            SiteId id = SiteId.parse(List.of("aws", "azure", "gcp").get(i % 3) + ":r" + i);
            VmCaps caps = VmCaps.of(gigabits(1 + random.nextInt(16)), gigabits(1 + random.nextInt(16)));
            sites.add(SiteModel.of(id, caps, PricePerHour.ofDollars((1 + random.nextInt(300)) / 100.0)));
        }
        boolean tiers = random.nextInt(4) == 0;
        double edge = 100 * Math.pow(100, random.nextDouble());
        var links = new ArrayList<LinkModel>();
        for (SiteModel from : sites) {
            int price = 4 + random.nextInt(15);
            for (SiteModel to : sites) {
                if (!from.id().equals(to.id()) && random.nextInt(6) > 0) {
                    Link link = new Link(from.id(), to.id());
                    int cents = tiers ? 9 : Math.max(1, price - random.nextInt(4));
                    links.add(LinkModel.of(
                            link, RateCurve.of(64, gigabits(1 + random.nextInt(12))), price(link, cents, tiers, edge)));
                }
            }
        }
        boolean fastest = random.nextInt(4) == 0;
        BillingTerms billing = random.nextInt(3) == 0
                ? BillingTerms.DURATION_ONLY
                        .withVmBoot(Duration.ofSeconds(30))
                        .withMinimumBilling(Duration.ofSeconds(60))
                : BillingTerms.DURATION_ONLY;
        Limits limits = Limits.DEFAULT.withMaxVmsPerSite(3 + random.nextInt(6));
        boolean oneSource = random.nextInt(3) == 0;
        var items = new ArrayList<Item>();
        int wanted = 2 + random.nextInt(7);
        for (int i = 0; i < wanted; i++) {
            SiteId from = sites.get(oneSource ? 0 : random.nextInt(count)).id();
            SiteId to = sites.get(random.nextInt(count)).id();
            if (from.equals(to)) {
                to = sites.get((sites.indexOf(site(sites, from)) + 1) % count).id();
            }
            double bytes = 1e11 * Math.pow(100, random.nextDouble());
            TransferRequest request = TransferRequest.of(from, to, DataSize.ofBytes((long) bytes))
                    .withObjective(fastest ? Objective.FASTEST : Objective.CHEAPEST)
                    .withLimits(limits)
                    .withBilling(billing);
            if (random.nextInt(3) == 0) {
                request = request.withDeadline(
                        Durations.ofSeconds(31 + bytes * 8 / 1e9 / (0.5 + 3.5 * random.nextDouble())));
            }
            items.add(new Item("t" + i, request, 1 + random.nextInt(3)));
        }
        var network = new NetworkModel(sites, links);
        List<Item> possible = items.stream()
                .filter(item -> new OverlayPlanner()
                        .plan(new PlanningProblem(item.request(), network), PlannerOptions.DEFAULT.withExplain(false))
                        .plan()
                        .isPresent())
                .toList();
        return possible.isEmpty() ? drawn(random) : new JointProblem(possible, network, false);
    }

    /** Two transfers over one uplink carry no more together than it does; each runs at half, or one waits. */
    @Test
    void aTotalCapIsShared() {
        SiteId from = SiteId.parse("aws:a");
        SiteId to = SiteId.parse("aws:b");
        Link link = new Link(from, to);
        VmCaps caps = VmCaps.of(gigabits(10), gigabits(10));
        var network = new NetworkModel(
                List.of(
                        SiteModel.of(from, caps, PricePerHour.ofDollars(1)),
                        SiteModel.of(to, caps, PricePerHour.ofDollars(1))),
                List.of(LinkModel.of(link, RateCurve.of(64, gigabits(4)), price(link, 2, false, 0))
                        .withTotalCap(gigabits(6))));
        TransferRequest request = TransferRequest.of(from, to, DataSize.ofGigabytes(900));
        var items = List.of(new Item("one", request, 1), new Item("two", request, 1));
        for (boolean mayWait : List.of(false, true)) {
            var problem = new JointProblem(items, network, mayWait);
            JointOutcome outcome = planner.plan(problem, PlannerOptions.DEFAULT);
            assertThat(outcome.leftOut()).isEmpty();
            assertThat(JointCheck.violations(problem, outcome.plan().orElseThrow()))
                    .isEmpty();
            assertThat(outcome.plan().orElseThrow().proof().gap()).isLessThan(0.05);
        }
    }

    /** A plan with one VM too many, one that waits where none may, and one that bills too little are refused. */
    @Test
    void theCheckRefusesWhatIsNotShared() {
        JointProblem problem = drawn(new Random(3));
        JointPlan plan = planner.plan(problem, PlannerOptions.DEFAULT).plan().orElseThrow();
        assertThat(JointCheck.violations(problem, plan)).isEmpty();
        List<JointPlan.Part> late = plan.parts().stream()
                .map(part -> new JointPlan.Part(part.name(), Duration.ofSeconds(5), part.plan()))
                .toList();
        assertThat(JointCheck.violations(problem, new JointPlan(late, plan.cost(), plan.proof())))
                .isNotEmpty();
        var cheaper = new PlanCost(Money.ZERO, plan.cost().vm(), plan.cost().requests());
        assertThat(JointCheck.violations(problem, new JointPlan(plan.parts(), cheaper, plan.proof())))
                .isNotEmpty();
        var twice = new ArrayList<>(plan.parts());
        twice.add(plan.parts().get(0));
        assertThat(JointCheck.violations(problem, new JointPlan(twice, plan.cost(), plan.proof())))
                .isNotEmpty();
    }

    /** Fifty transfers over the measured grid: shared quotas, a bound, and a gap of at most one part in a hundred. */
    @Test
    void fiftyTransfersOverTheGrid() {
        JointProblem problem = fifty(new Random(1));
        JointOutcome outcome = planner.plan(problem, PlannerOptions.DEFAULT.withGap(1e-4));
        JointPlan plan = outcome.plan().orElseThrow();
        assertThat(JointCheck.violations(problem, plan)).isEmpty();
        assertThat(outcome.leftOut()).isEmpty();
        assertThat(plan.proof().gap()).isLessThan(0.01);
    }

    static JointProblem fifty(Random random) {
        NetworkModel grid = SharedGrid.network();
        List<SiteId> sites = grid.sites().stream().map(SiteModel::id).toList();
        var items = new ArrayList<Item>();
        while (items.size() < 50) {
            SiteId from = sites.get(random.nextInt(sites.size()));
            SiteId to = sites.get(random.nextInt(sites.size()));
            if (from.equals(to) || grid.findLink(from, to).isEmpty()) {
                continue;
            }
            double gigabytes = 100 * Math.pow(100, random.nextDouble());
            TransferRequest request = TransferRequest.of(from, to, DataSize.ofBytes((long) (gigabytes * 1e9)))
                    .withLimits(Limits.DEFAULT.withMaxVmsPerSite(4))
                    .withBilling(BillingTerms.DURATION_ONLY.withVmBoot(Duration.ofSeconds(30)));
            if (random.nextBoolean()) {
                request = request.withDeadline(Durations.ofSeconds(30 + gigabytes * 8 / (1 + 5 * random.nextDouble())));
            }
            items.add(new Item("t" + items.size(), request, 1));
        }
        return new JointProblem(items, grid, true);
    }

    private static SiteModel site(List<SiteModel> sites, SiteId id) {
        return sites.stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
    }

    private static EgressPrice price(Link link, int cents, boolean tiers, double edge) {
        if (!tiers) {
            return EgressPrice.flat(link, PricePerGigabyte.ofDollars(cents / 100.0), "drawn", Optional.empty());
        }
        return new EgressPrice(
                link,
                List.of(
                        tier(Optional.of(edge), cents),
                        tier(Optional.of(edge * 3), cents - 2),
                        tier(Optional.empty(), cents - 4)),
                "drawn",
                Optional.empty());
    }

    private static PriceTier tier(Optional<Double> gigabytes, int cents) {
        return new PriceTier(
                gigabytes.map(some -> DataSize.ofBytes((long) (some * 1e9))),
                PricePerGigabyte.ofDollars(cents / 100.0));
    }

    private static Bandwidth gigabits(int rate) {
        return Bandwidth.ofGigabitsPerSecond(rate);
    }
}
