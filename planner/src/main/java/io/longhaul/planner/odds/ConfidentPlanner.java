package io.longhaul.planner.odds;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.plan.Plan;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Plans so that the deadline is met with a probability. Every varying link is planned at a low quantile of its mean rate
 * over the transfer; how low is searched, by halving, so that simulated transfers at the measured variation meet the
 * deadline just often enough, at the low end of their interval too where the traces are long enough to tell. The plan is optimal at the rates planned with; its odds are simulated, not assumed.
 * Confined to one thread.
 *
 * @param <O> what planning at constant rates ends with
 */
public final class ConfidentPlanner<O> {
    private static final int HALVINGS = 12;
    private static final double DEEPEST = 1.99;
    /** Stretches of a trace from which on its odds are worth something. */
    private static final int ENOUGH = 10;

    private final PlanningProblem problem;
    private final Form<O> form;
    private final long seed;
    private final Duration deadline;
    private final double confidence;

    /**
     * What is planned, to one destination or to several.
     *
     * @param planner plans for constant rates
     * @param proven the plan of an outcome that is proven
     * @param refused the outcome that says that no plan keeps the confidence, with a sentence and what planning at the
     *     lowest rates tried ended with
     */
    public record Form<O>(
            Function<PlanningProblem, O> planner,
            Function<O, Optional<? extends Plan>> proven,
            BiFunction<String, O, O> refused) {}

    /** What planning at one depth came to; the low end is that which the length of the traces leaves. */
    private record Trial<O>(
            PlanningProblem at, O outcome, boolean found, double probability, double low, double lowAtMost) {
        /** Whether the deadline is kept often enough, at the low end too as far as the traces can tell. */
        boolean keeps(double confidence) {
            return probability >= confidence && low >= Math.min(confidence, lowAtMost);
        }
    }

    /**
     * @param problem a problem whose request has a confidence and a deadline
     */
    public ConfidentPlanner(PlanningProblem problem, Form<O> form, long seed) {
        this.problem = problem;
        this.form = form;
        this.seed = seed;
        confidence = problem.request().confidence().orElseThrow();
        deadline = problem.request()
                .deadline()
                .orElseThrow(() -> new InvalidInputException(
                        "The confidence (" + confidence + ") has no deadline to hold for.",
                        "Add a deadline, or leave the confidence out."));
    }

    /**
     * The outcome with the problem its plan was made on: the measured network, or one with lower rates.
     *
     * @param outcome what planning ended with, without offers and sentences
     * @param at the problem at the rates planned with
     */
    public record Answer<O>(O outcome, PlanningProblem at) {}

    /** The cheapest (or fastest) plan found that keeps the deadline with the confidence. */
    public Answer<O> plan() {
        TransferRequest request = problem.request();
        double horizon = Math.max(
                1e-3, Durations.seconds(deadline.minus(request.billing().vmBoot())));
        var rates = new HorizonRates(problem.network(), horizon, seed);
        if (rates.isEmpty()) {
            throw new InvalidInputException(
                    "The confidence (" + confidence + ") cannot be planned for: no link has more than one rate.",
                    "Give a log or snapshot with repeated or long runs, --traces, or stddev_bps in a grid's links; or leave"
                            + " the confidence out.");
        }
        Trial<O> atMean = trial(problem);
        if (atMean.keeps(confidence) || !atMean.found) {
            return new Answer<>(atMean.outcome, atMean.at);
        }
        double shallow = 0;
        double deep = DEEPEST;
        Optional<Trial<O>> best = Optional.empty();
        Optional<Trial<O>> likely = Optional.of(atMean).filter(trial -> trial.probability >= confidence);
        Optional<Trial<O>> failed = Optional.empty();
        for (int i = 0; i < HALVINGS; i++) {
            double middle = i == 0 ? 2 * confidence - 1 : (shallow + deep) / 2;
            Trial<O> trial = trial(problem.with(rates.network(Math.max(0, middle))));
            boolean likelier =
                    trial.probability >= confidence && likely.stream().allMatch(other -> other.low < trial.low);
            if (likelier) {
                likely = Optional.of(trial);
            }
            if (trial.keeps(confidence)) {
                best = Optional.of(trial);
                deep = middle;
            } else if (!trial.found) {
                failed = failed.or(() -> Optional.of(trial));
                deep = middle;
            } else {
                shallow = middle;
            }
        }
        Optional<Trial<O>> found = best.isPresent() ? best : likely;
        Trial<O> chosen = found.isPresent() ? found.get() : failed.orElse(atMean);
        return new Answer<>(
                found.isPresent() ? chosen.outcome : form.refused.apply(unlikely(), chosen.outcome), chosen.at);
    }

    private Trial<O> trial(PlanningProblem at) {
        O outcome = form.planner.apply(at);
        Optional<? extends Plan> plan = form.proven.apply(outcome);
        if (plan.isEmpty()) {
            return new Trial<>(at, outcome, false, 0, 0, 1);
        }
        var simulation = new TransferSimulation(problem, plan.get());
        double probability = simulation.varies() ? DeadlineChance.probability(simulation, deadline, seed) : 1;
        return new Trial<>(
                at,
                outcome,
                true,
                probability,
                DeadlineChance.low(simulation, probability),
                DeadlineChance.low(simulation, 1));
    }

    private String unlikely() {
        String chance = BigDecimal.valueOf(confidence)
                        .movePointRight(2)
                        .stripTrailingZeros()
                        .toPlainString() + " %";
        return "No plan found ends within " + Show.time(deadline) + " with a probability of " + chance + ".";
    }

    /** One sentence on the odds of a plan. */
    public static Optional<String> sentence(PlanningProblem problem, Plan plan) {
        return plan.deadlineOdds()
                .map(odds -> String.format(
                        Locale.ROOT,
                        "It ends within %s in %s of simulated transfers (%s to %s with %.0f %% confidence, from %s"
                                + " of the links used; links vary independently, VM pairs of one link together).%s",
                        Show.time(problem.request().deadline().orElseThrow()),
                        percent(odds.probability()),
                        percent(odds.low()),
                        percent(odds.high()),
                        100 * odds.level(),
                        source(problem, plan),
                        shortness(new TransferSimulation(problem, plan).stretches())));
    }

    /** A warning where the traces are too short to go by. */
    private static String shortness(double stretches) {
        return stretches >= ENOUGH
                ? ""
                : String.format(
                        Locale.ROOT,
                        " Beware: the traces hold only %.1f stretches as long as the transfer and the memory of its rates;"
                                + " below %d the odds are little more than a guess.",
                        stretches,
                        ENOUGH);
    }

    private static String source(PlanningProblem problem, Plan plan) {
        boolean assumed = plan.ways().stream()
                .flatMap(way -> way.legs().stream())
                .flatMap(leg -> problem.network().getLink(leg.link()).variation().stream())
                .anyMatch(RateVariation::assumed);
        return assumed ? "means and spreads, taken as gamma laws," : "traces";
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
