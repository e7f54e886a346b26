package io.longhaul.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.planner.odds.TransferSimulation;
import io.longhaul.stats.GammaLaw;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans for a confidence where only mean and spread are known, carried out where rates really are gamma laws. */
class SpreadConfidenceTest {
    private static final Link DIRECT = Link.between("aws:a", "aws:b");
    private static final Link OUT = Link.between("aws:a", "gcp:r");
    private static final Link IN = Link.between("gcp:r", "aws:b");

    private static LinkModel link(Link link, double gigabits, double dollars, UnaryOperator<LinkModel> varying) {
        var price = EgressPrice.flat(link, PricePerGigabyte.ofDollars(dollars), "test", Optional.empty());
        return varying.apply(LinkModel.of(link, RateCurve.of(64, Bandwidth.ofBitsPerSecond(gigabits * 1e9)), price));
    }

    /** A cheap direct link and a dear relay: the confidence decides how much takes the relay. */
    private static NetworkModel network(RateVariation variation) {
        List<SiteModel> sites = List.of("aws:a", "aws:b", "gcp:r").stream()
                .map(id -> SiteModel.of(
                        SiteId.parse(id),
                        VmCaps.of(Bandwidth.ofGigabitsPerSecond(20), Bandwidth.ofGigabitsPerSecond(20)),
                        PricePerHour.ofDollars(0.5)))
                .toList();
        return new NetworkModel(
                sites,
                List.of(
                        link(DIRECT, 4, 0.02, model -> model.withVariation(variation)),
                        link(OUT, 10, 0.09, model -> model.withVariation(variation)),
                        link(IN, 10, 0.05, model -> model)));
    }

    private static PlanningProblem problem(NetworkModel network) {
        return new PlanningProblem(
                TransferRequest.of(DIRECT.from(), DIRECT.to(), DataSize.ofGigabytes(300))
                        .withDeadline(Duration.ofMinutes(9))
                        .withLimits(Limits.DEFAULT.withMaxVmsPerSite(1))
                        .withConfidence(0.95),
                network);
    }

    /** Draws of a gamma law with a whole shape: a sum of exponentials. */
    private static RateVariation trueLaw(int shape, Duration step) {
        var random = new Random(7);
        double[] rates = new double[40_000];
        Arrays.setAll(rates, i -> {
            double sum = 0;
            for (int k = 0; k < shape; k++) {
                sum -= Math.log(1 - random.nextDouble());
            }
            return sum;
        });
        return RateVariation.ofTrace(rates, step);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 10, 40})
    void transfersKeepADeadlinePlannedFor95PercentIn93To97(int shape) {
        Duration lasts = Duration.ofSeconds(20);
        RateVariation stated = GammaLaw.variation(1 / Math.sqrt(shape), Optional.of(lasts), OptionalInt.empty());
        PlanningProblem problem = problem(network(stated));
        TransferPlan plan = new OverlayPlanner()
                .plan(problem, PlannerOptions.DEFAULT.withExplain(false))
                .plan()
                .orElseThrow();
        var truth = new TransferSimulation(problem(network(trueLaw(shape, lasts))), plan);
        double limit = 9 * 60;
        double met = Arrays.stream(truth.seconds(4000, 11))
                        .filter(seconds -> seconds <= limit)
                        .count()
                / 4000.0;
        assertThat(met).isBetween(0.93, 0.97);
        assertThat(plan.deadlineOdds().orElseThrow().probability()).isCloseTo(met, within(0.015));
    }

    /** Mean and spread of eight runs say less than mean and spread that are given. */
    @Test
    void fewSamplesWidenTheInterval() {
        DeadlineOdds given = odds(OptionalInt.empty());
        DeadlineOdds ofEight = odds(OptionalInt.of(8));
        assertThat(ofEight.high() - ofEight.low()).isGreaterThan(3 * (given.high() - given.low()));
    }

    private static DeadlineOdds odds(OptionalInt samples) {
        PlanningProblem problem = problem(network(GammaLaw.variation(0.3, Optional.empty(), samples)));
        return new OverlayPlanner()
                .plan(problem, PlannerOptions.DEFAULT.withExplain(false))
                .plan()
                .orElseThrow()
                .deadlineOdds()
                .orElseThrow();
    }
}
