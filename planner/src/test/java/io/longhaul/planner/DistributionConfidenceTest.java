package io.longhaul.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.plan.Leg;
import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlanOutcome.Ending;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.Tree;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Distributions planned for a confidence, carried out here by hand on rates drawn anew from the processes measured. */
class DistributionConfidenceTest {
    private static final PlannerOptions BARE =
            PlannerOptions.DEFAULT.withExplain(false).withGap(1e-4);
    private static final double STEP = 10;
    /** Some four hundred transfers long. */
    private static final int SAMPLES = 24_000;

    private static final SiteId SOURCE = SiteId.parse("aws:a");
    private static final List<SiteId> TO =
            List.of(SiteId.parse("gcp:b"), SiteId.parse("gcp:c"), SiteId.parse("azure:d"));
    private static final Duration DEADLINE = Duration.ofMinutes(10);
    private static final DataSize SIZE = DataSize.ofGigabytes(180);

    /** Cheap hops between the destinations, dear ones from the source. */
    private static final NetworkModel NETWORK = PictureNetwork.network("""
        aws:a -> gcp:b     4 Gbit/s  USD 0.09/GB
        aws:a -> gcp:c     4 Gbit/s  USD 0.09/GB
        aws:a -> azure:d   4 Gbit/s  USD 0.09/GB
        gcp:b -> gcp:c     4 Gbit/s  USD 0.02/GB
        gcp:c -> gcp:b     4 Gbit/s  USD 0.02/GB
        gcp:b -> azure:d   3 Gbit/s  USD 0.05/GB
        gcp:c -> azure:d   3 Gbit/s  USD 0.05/GB
        azure:d -> gcp:b   3 Gbit/s  USD 0.06/GB
        """);

    /** AR(1) around 1 with a coefficient of variation of 0.25, never still. */
    private static final class Wander {
        private final Random random;
        private final double phi;
        private double state;

        Wander(long seed, double phi) {
            random = new Random(seed);
            this.phi = phi;
            state = random.nextGaussian();
        }

        double next() {
            double factor = Math.max(0.05, 1 + 0.25 * state);
            state = phi * state + Math.sqrt(1 - phi * phi) * random.nextGaussian();
            return factor;
        }
    }

    private static PlanningProblem problem(long seed, double phi, double confidence) {
        Map<Link, RateVariation> variations = new HashMap<>();
        NETWORK.links().forEach(link -> {
            var process = new Wander(seed * 100 + variations.size(), phi);
            double[] rates = new double[SAMPLES];
            for (int i = 0; i < rates.length; i++) {
                rates[i] = process.next();
            }
            variations.put(link.link(), RateVariation.ofTrace(rates, Duration.ofSeconds((long) STEP)));
        });
        var request = TransferRequest.of(SOURCE, TO, SIZE)
                .withDeadline(DEADLINE)
                .withLimits(Limits.DEFAULT.withMaxVmsPerSite(1))
                .withConfidence(confidence);
        return new PlanningProblem(request, NETWORK.withVariations(variations));
    }

    private static TransferPlan planned(PlanningProblem problem) {
        PlanOutcome outcome = new DistributionPlanner().plan(problem, BARE);
        assertThat(outcome.ending()).as(outcome.reasons().toString()).isEqualTo(Ending.FOUND);
        TransferPlan plan = outcome.plan().orElseThrow();
        assertThat(PlanCheck.violations(problem, plan)).isEmpty();
        return plan;
    }

    /**
     * Whether one transfer ends in time. Every link carries what its process says, shared among trees as planned; sites
     * keep what their branches have yet to send; the split over trees stays as planned.
     */
    private static boolean endsInTime(TransferPlan plan, double phi, long seed) {
        Map<Link, Wander> processes = new TreeMap<>();
        Map<Link, Double> planned = new HashMap<>();
        for (Tree tree : plan.trees()) {
            tree.links().forEach(link -> planned.merge(link, tree.share(), Double::sum));
        }
        planned.keySet().stream()
                .sorted()
                .forEach(link -> processes.put(link, new Wander(seed + processes.size(), phi)));
        List<Map<SiteId, Double>> received = new ArrayList<>();
        plan.trees().forEach(tree -> received.add(new HashMap<>(Map.of(SOURCE, 1.0))));
        for (double now = 0; now + STEP <= DEADLINE.toSeconds(); now += STEP) {
            Map<Link, Double> shareOfAll = new HashMap<>();
            processes.forEach((link, process) -> shareOfAll.put(
                    link,
                    process.next()
                            * NETWORK.getLink(link).rates().maxRate().bitsPerSecond()
                            * STEP
                            / (plan.size().bytes() * 8.0)));
            for (int i = 0; i < plan.trees().size(); i++) {
                Tree tree = plan.trees().get(i);
                for (Leg leg : tree.legs()) {
                    Map<SiteId, Double> of = received.get(i);
                    double part = tree.share() / planned.getOrDefault(leg.link(), 1.0);
                    double has = of.getOrDefault(leg.link().to(), 0.0);
                    double can = has + shareOfAll.getOrDefault(leg.link(), 0.0) * part / tree.share();
                    of.put(
                            leg.link().to(),
                            Math.min(can, of.getOrDefault(leg.link().from(), 0.0)));
                }
            }
        }
        return received.stream().allMatch(of -> TO.stream().allMatch(site -> of.getOrDefault(site, 0.0) > 1 - 1e-9));
    }

    @Test
    void transfersKeepADeadlinePlannedFor90Percent() {
        int met = 0;
        int transfers = 0;
        for (int seed = 0; seed < 6; seed++) {
            double phi = new double[] {0, 0.6, 0.9}[seed % 3];
            PlanningProblem problem = problem(seed, phi, 0.9);
            TransferPlan plan = planned(problem);
            assertThat(plan.deadlineOdds().orElseThrow().low()).isGreaterThanOrEqualTo(0.85);
            assertThat(plan.time().p95()).isPresent();
            int own = 0;
            for (int i = 0; i < 200; i++) {
                own += endsInTime(plan, phi, 1_000_000L * (seed + 1) + 1000L * i) ? 1 : 0;
            }
            met += own;
            transfers += 200;
        }
        assertThat(met / (double) transfers).isGreaterThan(0.9);
    }

    @Test
    void moreConfidenceIsAFasterAndDearerPlan() {
        TransferPlan some = planned(problem(1, 0.6, 0.5));
        TransferPlan most = planned(problem(1, 0.6, 0.99));
        assertThat(most.cost().total()).isGreaterThan(some.cost().total());
        assertThat(most.deadlineOdds().orElseThrow().probability())
                .isGreaterThan(some.deadlineOdds().orElseThrow().probability());
        assertThat(some.deadlineOdds().orElseThrow().probability()).isGreaterThanOrEqualTo(0.5);
    }

    @Test
    void withADeadlineAloneTheOddsAreSaid() {
        PlanningProblem sure = problem(2, 0.6, 0.9);
        var plain = sure.with(TransferRequest.of(SOURCE, TO, SIZE)
                .withDeadline(DEADLINE)
                .withLimits(sure.request().limits()));
        TransferPlan plan = new DistributionPlanner()
                .plan(plain, PlannerOptions.DEFAULT.withGap(1e-4))
                .plan()
                .orElseThrow();
        assertThat(plan.deadlineOdds()).isPresent();
        assertThat(String.join(" ", plan.explanation())).contains("of simulated transfers");
    }

    @Test
    void whatNoRateCanKeepIsInfeasibleAndSaysSo() {
        PlanningProblem sure = problem(0, 0.6, 0.999);
        PlanOutcome outcome =
                new DistributionPlanner().plan(sure.with(sure.request().withDeadline(Duration.ofSeconds(430))), BARE);
        assertThat(outcome.ending()).isEqualTo(Ending.INFEASIBLE);
        assertThat(String.join(" ", outcome.reasons())).contains("99.9 %");
    }

    @Test
    void aNetworkOfSingleRatesRefusesAConfidence() {
        PlanningProblem sure = problem(0, 0.6, 0.9);
        assertThatThrownBy(() -> new DistributionPlanner().plan(sure.with(NETWORK), BARE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no link has more than one rate");
    }
}
