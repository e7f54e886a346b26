package io.longhaul.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.plan.DeadlineOdds;
import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.planner.odds.TransferSimulation;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Campaigns measure a link whose true process is known, and the odds of a plan are held against it: its interval of 95 %
 * covers the truth, and what is planned for a confidence keeps it. Rates that are independent, wander (AR(1)), stay good or
 * bad for long, or break down rarely. 12 campaigns each in the normal run; {@code -Dlonghaul.study=odds} takes 300 and
 * prints a table.
 */
class OddsCoverageTest {
    private static final Link LINK = Link.between("aws:a", "aws:b");
    private static final Duration STEP = Duration.ofSeconds(10);
    private static final double GIGABITS = 4;
    private static final List<String> KINDS = List.of("independent", "wandering", "persistent", "outages");
    /** Steps of a transfer. */
    private static final int HORIZON = 30;

    private static double[] rates(String kind, int samples, Random random) {
        double[] rates = new double[samples];
        double state = random.nextGaussian();
        boolean bad = random.nextBoolean();
        int down = 0;
        for (int i = 0; i < samples; i++) {
            state = 0.9 * state + Math.sqrt(1 - 0.81) * random.nextGaussian();
            bad ^= random.nextInt(60) == 0;
            down = down > 0 ? down - 1 : random.nextInt(400) == 0 ? 20 : 0;
            rates[i] = switch (kind) {
                case "independent" -> Math.max(0.05, 1 + 0.4 * random.nextGaussian());
                case "wandering" -> Math.max(0.05, 1 + 0.25 * state);
                case "persistent" -> (bad ? 0.6 : 1.4) + 0.05 * random.nextGaussian();
                default -> down > 0 ? 0.02 : 1 + 0.05 * random.nextGaussian();
            };
        }
        return rates;
    }

    private static NetworkModel network(double[] rates) {
        var caps = VmCaps.of(Bandwidth.ofGigabitsPerSecond(100), Bandwidth.ofGigabitsPerSecond(100));
        double mean = Arrays.stream(rates).average().orElseThrow();
        var price = EgressPrice.flat(LINK, PricePerGigabyte.ofDollars(0.02), "test", Optional.empty());
        var link = LinkModel.of(LINK, RateCurve.of(64, Bandwidth.ofBitsPerSecond(GIGABITS * mean * 1e9)), price)
                .withVariation(RateVariation.ofTrace(rates, STEP));
        return new NetworkModel(
                List.of(
                        SiteModel.of(LINK.from(), caps, PricePerHour.ofDollars(0.5)),
                        SiteModel.of(LINK.to(), caps, PricePerHour.ofDollars(0.5))),
                List.of(link));
    }

    /** The amount that the true process moves within the horizon with a probability. */
    private static double gigabits(double[] truth, double probability) {
        double[] sums = new double[truth.length / HORIZON];
        for (int i = 0; i < sums.length; i++) {
            for (int k = 0; k < HORIZON; k++) {
                sums[i] += truth[i * HORIZON + k];
            }
        }
        Arrays.sort(sums);
        return sums[(int) ((1 - probability) * sums.length)] * GIGABITS * STEP.toSeconds();
    }

    private static TransferRequest request(double gigabits) {
        return TransferRequest.of(LINK.from(), LINK.to(), DataSize.ofBytes((long) (gigabits * 1e9 / 8)))
                .withDeadline(STEP.multipliedBy(HORIZON))
                .withLimits(Limits.DEFAULT.withMaxVmsPerSite(8));
    }

    private static TransferPlan plan(TransferRequest request, NetworkModel network) {
        return new OverlayPlanner()
                .plan(new PlanningProblem(request, network))
                .plan()
                .orElseThrow();
    }

    /** How often the plan really ends in time. */
    private static double truth(TransferPlan plan, TransferRequest request, NetworkModel network) {
        double[] seconds =
                new TransferSimulation(new PlanningProblem(request, network), plan).seconds(4000, 3);
        double limit = request.deadline().orElseThrow().toSeconds();
        return Arrays.stream(seconds).filter(each -> each <= limit).count() / (double) seconds.length;
    }

    /** Shares of campaigns whose interval covers the truth, and whose plan for 90 % keeps it. */
    private static double[] shares(String kind, int campaigns, boolean confident) {
        var random = new Random(kind.hashCode());
        double[] process = rates(kind, 60_000, random);
        NetworkModel real = network(process);
        int covered = 0;
        int kept = 0;
        for (int i = 0; i < campaigns; i++) {
            double[] measured = rates(kind, HORIZON * (confident ? 120 : 10 + random.nextInt(40)), random);
            NetworkModel believed = network(measured);
            TransferRequest request = request(gigabits(process, new double[] {0.8, 0.9, 0.97}[i % 3]));
            if (confident) {
                TransferPlan plan = plan(request.withConfidence(0.9), believed);
                kept += truth(plan, request, real) >= 0.9 ? 1 : 0;
            } else {
                // what one VM pair carries, whatever the mean says
                TransferRequest one = request.withLimits(Limits.DEFAULT.withMaxVmsPerSite(1));
                Optional<TransferPlan> plan =
                        new OverlayPlanner().plan(new PlanningProblem(one, believed)).plan();
                if (plan.isEmpty()) {
                    covered++;
                    continue;
                }
                DeadlineOdds odds = plan.get().deadlineOdds().orElseThrow();
                double truth = truth(plan.get(), one, real);
                covered += odds.low() - 0.01 <= truth && truth <= odds.high() + 0.01 ? 1 : 0;
            }
        }
        return new double[] {covered / (double) campaigns, kept / (double) campaigns};
    }

    @Test
    void intervalsOf95PercentCoverTheTruth() {
        for (String kind : KINDS) {
            assertThat(shares(kind, 12, false)[0]).as(kind).isGreaterThanOrEqualTo(0.83);
        }
    }

    @Test
    void whatIsPlannedForAConfidenceKeepsIt() {
        for (String kind : KINDS) {
            assertThat(shares(kind, 12, true)[1]).as(kind).isGreaterThanOrEqualTo(0.83);
        }
    }

    @Test
    @Tag("study")
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "odds")
    void study() {
        for (String kind : KINDS) {
            double covered = shares(kind, 300, false)[0];
            double kept = shares(kind, 300, true)[1];
            System.out.printf(Locale.ROOT, "%-12s covered %.3f, kept %.3f%n", kind, covered, kept);
            assertThat(Math.min(covered, kept)).as(kind).isGreaterThanOrEqualTo(0.93);
        }
    }

    @Test
    void aShortTraceIsWarnedOf() {
        double[] rates = rates("wandering", 4 * HORIZON, new Random(3));
        TransferRequest request = request(gigabits(rates, 0.5)).withConfidence(0.6);
        assertThat(new OverlayPlanner()
                        .plan(new PlanningProblem(request, network(rates)), PlannerOptions.DEFAULT)
                        .plan()
                        .orElseThrow()
                        .explanation())
                .anyMatch(sentence -> sentence.contains("Beware: the traces hold only"));
    }
}
