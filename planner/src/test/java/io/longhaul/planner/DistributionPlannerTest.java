package io.longhaul.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.Hop;
import io.longhaul.core.plan.Leg;
import io.longhaul.core.plan.Movement;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.Tree;
import io.longhaul.core.plan.VmChoice;
import io.longhaul.core.plan.VmGroup;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerHour;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DistributionPlannerTest {
    private static final NetworkModel HUB = PictureNetwork.network("""
        aws:a -> gcp:b   2 Gbit/s  USD 0.10/GB
        aws:a -> gcp:c   2 Gbit/s  USD 0.10/GB
        gcp:b -> gcp:c   2 Gbit/s  USD 0.01/GB
        gcp:c -> gcp:b   2 Gbit/s  USD 0.01/GB
        """);

    private final DistributionPlanner planner = new DistributionPlanner();

    private static PlanningProblem problem(NetworkModel network, String from, String... to) {
        List<SiteId> sites = List.of(to).stream().map(SiteId::parse).toList();
        return new PlanningProblem(TransferRequest.of(SiteId.parse(from), sites, DataSize.ofGigabytes(100)), network);
    }

    private TransferPlan found(PlanningProblem problem) {
        PlanOutcome outcome = planner.plan(problem, PlannerOptions.DEFAULT);
        TransferPlan plan = outcome.plan().orElseThrow(() -> new AssertionError(outcome.reasons()));
        assertThat(PlanCheck.violations(problem, plan)).isEmpty();
        return plan;
    }

    @Test
    void oneDestinationSendsOnWhereThatIsCheaper() {
        TransferPlan plan = found(problem(HUB, "aws:a", "gcp:b", "gcp:c"));
        assertThat(plan.cost().egress().dollars()).isCloseTo(11, within(1e-6));
        assertThat(plan.reasons().offers()).extracting(offer -> offer.kind()).containsExactly("star", "shortest-paths");
        assertThat(plan.reasons().offers().get(0).cost().egress().dollars()).isCloseTo(20, within(1e-6));
        assertThat(plan.relays()).isEmpty();
        assertThat(plan.explanation()).anyMatch(sentence -> sentence.startsWith("Sending every copy from aws:a"));
    }

    private static NetworkModel withTypes(NetworkModel network) {
        VmCaps small = VmCaps.of(Bandwidth.ofGigabitsPerSecond(1), Bandwidth.ofGigabitsPerSecond(1));
        VmCaps large = VmCaps.of(Bandwidth.ofGigabitsPerSecond(9), Bandwidth.ofGigabitsPerSecond(9));
        NetworkModel typed = network;
        for (SiteModel site : network.sites()) {
            typed = typed.with(SiteModel.of(
                    site.id(),
                    List.of(
                            new VmChoice("small", small, PricePerHour.ofDollars(0.1), 2),
                            new VmChoice("large", large, PricePerHour.ofDollars(5), 1))));
        }
        return typed;
    }

    @Test
    void vmTypesAreChosenWithinTheirQuotas() {
        PlanningProblem plain = problem(HUB, "aws:a", "gcp:b", "gcp:c");
        PlanningProblem typed = plain.with(withTypes(HUB));
        TransferPlan cheapest = found(typed);
        assertThat(cheapest.movement().vms().keySet()).extracting(VmGroup::type).containsOnly("small");
        TransferPlan fastest = found(typed.with(plain.request().withObjective(Objective.FASTEST)));
        assertThat(fastest.movement().vms().keySet()).extracting(VmGroup::type).contains("large");
        assertThat(fastest.rate()).isGreaterThan(Bandwidth.ofGigabitsPerSecond(2));
        fastest.movement().vms().forEach((group, count) -> assertThat(count).isLessThanOrEqualTo(2));
    }

    @Test
    void theCheckRefusesTypesThatAreNotThere() {
        PlanningProblem plain = problem(HUB, "aws:a", "gcp:b", "gcp:c");
        PlanningProblem typed = plain.with(withTypes(HUB));
        TransferPlan plan = found(typed);
        assertThat(PlanCheck.violations(plain, plan)).isNotEmpty();
        assertThat(PlanCheck.violations(typed, found(plain))).isNotEmpty();
        var moreThanThereAre = new TreeMap<>(plan.movement().vms());
        moreThanThereAre.replaceAll((group, count) -> 3);
        assertThat(PlanCheck.violations(typed, with(plan, plan.trees(), moreThanThereAre)))
                .isNotEmpty();
        var others = new TreeMap<VmGroup, Integer>();
        plan.movement().vms().forEach((group, count) -> others.put(new VmGroup(group.site(), "large"), 1));
        assertThat(PlanCheck.violations(typed, with(plan, plan.trees(), others)))
                .isNotEmpty();
    }

    /** Both chains at once double the rate of one, for the same money. */
    @Test
    void dataSplitOverTreesWhenTheRateNeedsIt() {
        PlanningProblem slow = problem(HUB, "aws:a", "gcp:b", "gcp:c");
        PlanningProblem fast = slow.with(slow.request()
                .withRateAtLeast(Bandwidth.ofMegabitsPerSecond(1900))
                .withLimits(slow.request().limits().withMaxVmsPerSite(1)));
        assertThat(found(fast).rate().bitsPerSecond()).isGreaterThanOrEqualTo(1_900_000_000L);
        PlanningProblem fastest = slow.with(slow.request().withObjective(Objective.FASTEST));
        assertThat(found(fastest).rate()).isGreaterThan(found(fast).rate());
    }

    @Test
    void aDestinationThatMayNotSendOnIsALeaf() {
        PlanningProblem problem = problem(HUB, "aws:a", "gcp:b", "gcp:c");
        PlanningProblem direct = problem.with(
                problem.request().withLimits(problem.request().limits().withRelaysAllowed(false)));
        assertThat(found(direct).cost().egress().dollars()).isCloseTo(20, within(1e-6));
    }

    @Test
    void tenDestinationsOnTheSharedGridBeatBothBaselines() {
        NetworkModel grid = SharedGrid.network();
        PlanningProblem problem = problem(
                grid,
                "aws:us-east-1",
                "aws:eu-west-1",
                "aws:ap-northeast-1",
                "azure:westeurope",
                "azure:japaneast",
                "gcp:us-west1-a",
                "gcp:asia-east1-a",
                "aws:sa-east-1",
                "azure:uksouth",
                "gcp:europe-west1-b",
                "aws:us-west-2");
        TransferPlan plan = planner.plan(problem, PlannerOptions.DEFAULT.withGap(3e-4))
                .plan()
                .orElseThrow();
        assertThat(PlanCheck.violations(problem, plan)).isEmpty();
        assertThat(plan.proof().gap()).isLessThan(3e-4);
        plan.reasons()
                .offers()
                .forEach(offer -> assertThat(offer.cost().total())
                        .isGreaterThanOrEqualTo(plan.cost().total()));
    }

    @Test
    void deadlineAndBudgetAreKeptOrRefusedWithReasons() {
        PlanningProblem problem = problem(HUB, "aws:a", "gcp:b", "gcp:c");
        assertThat(found(problem.with(problem.request().withDeadline(Duration.ofSeconds(450))))
                        .time()
                        .expected())
                .isLessThanOrEqualTo(Duration.ofSeconds(450));
        PlanOutcome poor =
                planner.plan(problem.with(problem.request().withBudget(Money.ofDollars(5))), PlannerOptions.DEFAULT);
        assertThat(poor.ending()).isEqualTo(PlanOutcome.Ending.INFEASIBLE);
        assertThat(String.join(" ", poor.reasons())).contains("USD 5.00");
    }

    @Test
    void theCheckRefusesTreesThatAreNone() {
        PlanningProblem problem = problem(HUB, "aws:a", "gcp:b", "gcp:c");
        TransferPlan plan = found(problem);
        Tree tree = plan.trees().get(0);
        var cut = new Tree(tree.hops().subList(0, 1), tree.rate(), tree.share());
        assertThat(PlanCheck.violations(
                        problem, with(plan, List.of(cut), plan.movement().vms())))
                .isNotEmpty();
        var half = new Tree(tree.hops(), tree.rate(), tree.share() / 2);
        assertThat(PlanCheck.violations(
                        problem, with(plan, List.of(half), plan.movement().vms())))
                .isNotEmpty();
        var circle = new Tree(List.of(hop("gcp:b", "gcp:c"), hop("gcp:c", "gcp:b")), tree.rate(), tree.share());
        assertThat(PlanCheck.violations(
                        problem, with(plan, List.of(circle), plan.movement().vms())))
                .isNotEmpty();
    }

    private static Hop hop(String from, String to) {
        var leg =
                new Leg(Link.between(from, to), new VmGroup(SiteId.parse(from), ""), new VmGroup(SiteId.parse(to), ""));
        return new Hop(leg, 1);
    }

    private static TransferPlan with(TransferPlan plan, List<Tree> trees, SortedMap<VmGroup, Integer> vms) {
        var movement =
                new Movement(plan.from(), plan.to(), plan.size(), trees, vms, plan.rate(), plan.time(), plan.cost());
        return new TransferPlan(movement, plan.verdict(), plan.proof());
    }

    @Test
    void allRegionsOfAProviderAreReached() {
        NetworkModel grid = SharedGrid.network();
        SiteId from = SiteId.parse("azure:westeurope");
        List<SiteId> all = grid.sites().stream()
                .map(SiteModel::id)
                .filter(site -> site.provider().equals("azure") && !site.equals(from))
                .toList();
        var request = TransferRequest.of(from, all, DataSize.ofGigabytes(100));
        var problem = new PlanningProblem(request.withRateAtLeast(Bandwidth.ofGigabitsPerSecond(1)), grid);
        TransferPlan plan = new DistributionPlanner()
                .plan(problem, PlannerOptions.DEFAULT.withGap(1e-4))
                .plan()
                .orElseThrow();
        assertThat(all).hasSize(14);
        assertThat(PlanCheck.violations(problem, plan)).isEmpty();
        assertThat(plan.proof().gap()).isLessThan(1.01e-4);
    }

    @Test
    void severalSourcesAreRefusedWithAWayOut() {
        PlanningProblem problem = problem(HUB, "aws:a", "gcp:b");
        var request = TransferRequest.of(SiteId.parse("aws:a"), SiteId.parse("gcp:b"), DataSize.ofGigabytes(1))
                .withReplicas(List.of(SiteId.parse("gcp:c")));
        assertThatThrownBy(() -> planner.plan(problem.with(request), PlannerOptions.DEFAULT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("several sites");
    }
}
