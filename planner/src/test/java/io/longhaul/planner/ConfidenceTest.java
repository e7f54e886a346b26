package io.longhaul.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.plan.DeadlineOdds;
import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.planner.odds.TransferSimulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Plans for a confidence, carried out on bootstrapped traces. */
class ConfidenceTest {
    private static final PlannerOptions BARE = PlannerOptions.DEFAULT.withExplain(false);
    /** Some four hundred transfers long: enough for the low end of the odds to say something. */
    private static final int SAMPLES = 24_000;

    private static final Link DIRECT = Link.between("aws:a", "aws:b");
    private static final Link OUT = Link.between("aws:a", "gcp:r");
    private static final Link IN = Link.between("gcp:r", "aws:b");

    private final OverlayPlanner planner = new OverlayPlanner();

    /** Rates that wander: AR(1) around 1 with a coefficient of variation of 0.25. */
    private static RateVariation wandering(int seed, double phi, Duration step) {
        var random = new Random(seed);
        double[] rates = new double[SAMPLES];
        double state = random.nextGaussian();
        for (int i = 0; i < rates.length; i++) {
            rates[i] = Math.max(0.05, 1 + 0.25 * state);
            state = phi * state + Math.sqrt(1 - phi * phi) * random.nextGaussian();
        }
        return RateVariation.ofTrace(rates, step);
    }

    private static LinkModel link(Link link, double gigabits, double dollars, Optional<RateVariation> variation) {
        var price = EgressPrice.flat(link, PricePerGigabyte.ofDollars(dollars), "test", Optional.empty());
        var rate = Bandwidth.ofBitsPerSecond(gigabits * 1e9);
        var model = LinkModel.of(link, RateCurve.of(64, rate), price);
        return variation.map(model::withVariation).orElse(model);
    }

    /** A cheap direct link and a dear relay: the deadline decides how much of the data takes the relay. */
    private static NetworkModel network(int seed) {
        double phi = new double[] {0, 0.6, 0.9}[seed % 3];
        var step = Duration.ofSeconds(10);
        var sites = new ArrayList<SiteModel>();
        for (String id : List.of("aws:a", "aws:b", "gcp:r")) {
            var caps = VmCaps.of(Bandwidth.ofGigabitsPerSecond(20), Bandwidth.ofGigabitsPerSecond(20));
            sites.add(SiteModel.of(SiteId.parse(id), caps, PricePerHour.ofDollars(0.5)));
        }
        return new NetworkModel(
                sites,
                List.of(
                        link(DIRECT, 4, 0.02, Optional.of(wandering(seed, phi, step))),
                        link(OUT, 10, 0.09, Optional.of(wandering(seed + 1000, phi, step))),
                        link(
                                IN,
                                10,
                                0.05,
                                seed % 2 == 0 ? Optional.empty() : Optional.of(wandering(seed + 2000, phi, step)))));
    }

    private static PlanningProblem problem(int seed, double confidence) {
        var request = TransferRequest.of(DIRECT.from(), DIRECT.to(), DataSize.ofGigabytes(300))
                .withDeadline(Duration.ofMinutes(9))
                .withLimits(Limits.DEFAULT.withMaxVmsPerSite(1))
                .withConfidence(confidence);
        return new PlanningProblem(request, network(seed));
    }

    /** Ten plans, a hundred transfers each, drawn with other seeds than the planner's. */
    @Test
    void aThousandTransfersKeepADeadlinePlannedFor95PercentIn95To995() {
        int met = 0;
        int transfers = 0;
        for (int seed = 0; seed < 10; seed++) {
            PlanningProblem problem = problem(seed, 0.95);
            TransferPlan plan = planner.plan(problem, BARE).plan().orElseThrow();
            assertThat(PlanCheck.violations(problem, plan)).isEmpty();
            double[] seconds = new TransferSimulation(problem, plan).seconds(100, 77_000 + seed);
            met += (int) Arrays.stream(seconds).filter(time -> time <= 540).count();
            transfers += seconds.length;
        }
        assertThat(transfers).isEqualTo(1000);
        assertThat(met).isBetween(950, 995);
    }

    @Test
    void theOddsAreThoseOfManyTransfers() {
        for (int seed = 0; seed < 4; seed++) {
            PlanningProblem problem = problem(seed, 0.95);
            TransferPlan plan = planner.plan(problem, BARE).plan().orElseThrow();
            DeadlineOdds odds = plan.deadlineOdds().orElseThrow();
            double[] seconds = new TransferSimulation(problem, plan).seconds(20_000, 5);
            double share = Arrays.stream(seconds).filter(time -> time <= 540).count() / 20_000.0;
            assertThat(odds.probability()).isBetween(0.95, 0.99);
            assertThat(share).isBetween(odds.low(), odds.high());
            assertThat(odds.low()).isLessThan(odds.probability());
            assertThat(odds.high()).isGreaterThan(odds.probability());
            assertThat(plan.time().p95().orElseThrow()).isLessThanOrEqualTo(Duration.ofMinutes(9));
        }
    }

    @Test
    void moreConfidenceCostsMore() {
        double previous = 0;
        for (double confidence : new double[] {0.5, 0.9, 0.99}) {
            PlanningProblem problem = problem(1, confidence);
            TransferPlan plan = planner.plan(problem, BARE).plan().orElseThrow();
            assertThat(plan.deadlineOdds().orElseThrow().probability()).isGreaterThanOrEqualTo(confidence);
            assertThat(plan.cost().total().dollars()).isGreaterThan(previous);
            previous = plan.cost().total().dollars();
        }
    }

    @Test
    void theSameSeedGivesTheSamePlan() {
        PlanningProblem problem = problem(2, 0.95);
        assertThat(planner.plan(problem, BARE)).isEqualTo(planner.plan(problem, BARE));
    }

    @Test
    void aTraceOfOneCampaignLeavesTheOddsUncertain() {
        double[] few = {1.3, 0.8, 1.1, 0.7, 1.2, 0.9, 1.15, 0.85, 1.0, 1.0, 0.6, 1.4};
        NetworkModel network =
                network(0).with(link(DIRECT, 4, 0.02, Optional.of(RateVariation.ofTrace(few, Duration.ofSeconds(10)))));
        PlanningProblem problem = problem(0, 0.95).with(network);
        DeadlineOdds odds =
                planner.plan(problem, BARE).plan().orElseThrow().deadlineOdds().orElseThrow();
        assertThat(odds.high() - odds.low()).isGreaterThan(0.1);
    }

    @Test
    void whatNoRateCanKeepIsInfeasibleAndSaysSo() {
        PlanningProblem hurried = problem(0, 0.999);
        PlanOutcome outcome = planner.plan(hurried.with(hurried.request().withDeadline(Duration.ofSeconds(260))), BARE);
        assertThat(outcome).isInstanceOf(PlanOutcome.Infeasible.class);
        String reasons = outcome.fold(found -> "", no -> String.join(" ", no.reasons()), late -> "");
        assertThat(reasons).contains("99.9 %", "most over all paths");
    }

    @Test
    void aNetworkOfSingleRatesRefusesAConfidence() {
        NetworkModel constant = new NetworkModel(network(0).sites(), List.of(link(DIRECT, 4, 0.02, Optional.empty())));
        assertThatThrownBy(() -> planner.plan(problem(0, 0.95).with(constant), BARE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("0.95");
    }
}
