package io.longhaul.planner.odds;

import io.longhaul.core.plan.DeadlineOdds;
import io.longhaul.core.plan.PlanTime;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.units.Durations;
import io.longhaul.stats.Interval;
import io.longhaul.stats.Quantiles;
import io.longhaul.stats.sum.BinomialShare;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The chance that a plan ends in time, by simulated transfers. Its interval covers both the finite number of simulated
 * transfers (Clopper and Pearson) and the finite traces: these are worth as many independent transfers as they hold
 * stretches of the transfer's length and the rate's memory, and the chance is worked out again on traces drawn in blocks
 * from the measured ones, as another campaign might have found them. Stateless, safe for any thread; the same seed gives the
 * same odds.
 */
public final class DeadlineChance {
    private static final double LEVEL = 0.95;
    private static final int TRANSFERS = 4000;
    private static final int OTHER_TRACES = 100;
    private static final int TRANSFERS_EACH = 200;

    private DeadlineChance() {}

    /** The share of simulated transfers that end within a time. */
    static double probability(TransferSimulation simulation, Duration limit, long seed) {
        double seconds = Durations.seconds(limit);
        return simulation.within(seconds, TRANSFERS, new SplittableRandom(seed)) / (double) TRANSFERS;
    }

    /** A plan with what is to be expected of it, where its request asks for a confidence or anybody asks why. */
    public static TransferPlan told(PlanningProblem problem, TransferPlan plan, PlannerOptions options) {
        boolean wanted = options.explain() || problem.request().confidence().isPresent();
        Optional<Forecast> forecast = wanted ? of(problem, plan, options.seed()) : Optional.empty();
        return forecast.map(some -> plan.withOdds(some.time(), some.odds())).orElse(plan);
    }

    /**
     * What simulated transfers say of a plan. Immutable.
     *
     * @param time the plan's, with its 95th percentile
     * @param odds of the request's deadline; empty without one
     */
    public record Forecast(PlanTime time, Optional<DeadlineOdds> odds) {}

    /** What is to be expected of a plan of a request; empty when nothing varies. */
    public static Optional<Forecast> of(PlanningProblem problem, TransferPlan plan, long seed) {
        var simulation = new TransferSimulation(problem, plan);
        if (!simulation.varies()) {
            return Optional.empty();
        }
        double[] seconds = simulation.seconds(TRANSFERS, seed);
        double p95 = seconds[(int) Math.ceil(0.95 * TRANSFERS) - 1];
        Optional<Duration> worst = Double.isInfinite(p95) ? Optional.empty() : Optional.of(Durations.ofSeconds(p95));
        Optional<DeadlineOdds> odds =
                problem.request().deadline().map(limit -> odds(simulation, Durations.seconds(limit), seed));
        return Optional.of(new Forecast(plan.time().withP95(worst), odds));
    }

    private static DeadlineOdds odds(TransferSimulation simulation, double limit, long seed) {
        var random = new SplittableRandom(seed);
        int met = simulation.within(limit, TRANSFERS, random);
        double[] others = new double[OTHER_TRACES];
        for (int i = 0; i < OTHER_TRACES; i++) {
            SplittableRandom own = random.split();
            others[i] = simulation.onOtherTraces(own).within(limit, TRANSFERS_EACH, own) / (double) TRANSFERS_EACH;
        }
        Arrays.sort(others);
        double tail = (1 - LEVEL) / 2;
        var chance = BinomialShare.interval(met, TRANSFERS, LEVEL);
        double share = met / (double) TRANSFERS;
        Optional<Interval> ofTraces = ofTraces(simulation, share);
        return new DeadlineOdds(
                share,
                Math.min(
                        ofTraces.map(Interval::low).orElse(1.0),
                        Math.min(chance.low(), Quantiles.ofSorted(others, tail))),
                Math.max(
                        ofTraces.map(Interval::high).orElse(0.0),
                        Math.max(chance.high(), Quantiles.ofSorted(others, 1 - tail))),
                LEVEL);
    }

    /** What so few stretches of the traces leave open; empty where only laws are known. */
    private static Optional<Interval> ofTraces(TransferSimulation simulation, double share) {
        return Double.isInfinite(simulation.stretches())
                ? Optional.empty()
                : Optional.of(BinomialShare.intervalOfShare(share, simulation.stretches(), LEVEL));
    }

    /** The low end that the traces leave to a share of simulated transfers. */
    static double low(TransferSimulation simulation, double share) {
        return ofTraces(simulation, share).map(Interval::low).orElse(share);
    }
}
