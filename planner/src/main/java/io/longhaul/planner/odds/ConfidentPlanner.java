package io.longhaul.planner.odds;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.Reasons;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Plans so that the deadline is met with a probability. Every varying link is planned at a low quantile of its mean rate
 * over the transfer; how low is searched, by halving, so that simulated transfers at the measured variation meet the
 * deadline just often enough, at the low end of their interval too where the traces are long enough to tell. The plan is optimal at the rates planned with; its odds are simulated, not assumed.
 * Confined to one thread.
 */
public final class ConfidentPlanner {
    private static final int HALVINGS = 12;
    private static final double DEEPEST = 1.99;
    /** Stretches of a trace from which on its odds are worth something. */
    private static final int ENOUGH = 10;

    private final PlanningProblem problem;
    private final Form form;
    private final long seed;
    private final Duration deadline;
    private final double confidence;

    /**
     * What is planned, to one destination or to several.
     *
     * @param planner plans for constant rates
     * @param refused the outcome that says that no plan keeps the confidence, with a sentence and what planning at the
     *     lowest rates tried ended with
     */
    public record Form(
            Function<PlanningProblem, PlanOutcome> planner, BiFunction<String, PlanOutcome, PlanOutcome> refused) {}

    /** What planning at one depth came to; the low end is that which the length of the traces leaves. */
    private record Trial(
            PlanningProblem at, PlanOutcome outcome, boolean found, double probability, double low, double lowAtMost) {
        /** Whether the deadline is kept often enough, at the low end too as far as the traces can tell. */
        boolean keeps(double confidence) {
            return probability >= confidence && low >= Math.min(confidence, lowAtMost);
        }
    }

    /**
     * @param problem a problem whose request has a confidence and a deadline
     */
    public ConfidentPlanner(PlanningProblem problem, Form form, long seed) {
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
    public record Answer(PlanOutcome outcome, PlanningProblem at) {}

    /** The cheapest (or fastest) plan found that keeps the deadline with the confidence. */
    public Answer plan() {
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
        Trial atMean = trial(problem);
        if (atMean.keeps(confidence) || !atMean.found) {
            return new Answer(atMean.outcome, atMean.at);
        }
        double shallow = 0;
        double deep = DEEPEST;
        Optional<Trial> best = Optional.empty();
        Optional<Trial> likely = Optional.of(atMean).filter(trial -> trial.probability >= confidence);
        Optional<Trial> failed = Optional.empty();
        for (int i = 0; i < HALVINGS; i++) {
            double middle = i == 0 ? 2 * confidence - 1 : (shallow + deep) / 2;
            Trial trial = trial(problem.with(rates.network(Math.max(0, middle))));
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
        Optional<Trial> found = best.isPresent() ? best : likely;
        Trial chosen = found.isPresent() ? found.get() : failed.orElse(atMean);
        return new Answer(
                found.isPresent() ? chosen.outcome : form.refused.apply(unlikely(), chosen.outcome), chosen.at);
    }

    private Trial trial(PlanningProblem at) {
        PlanOutcome outcome = form.planner.apply(at);
        Optional<TransferPlan> plan =
                outcome.fold(found -> Optional.of(found.best()), no -> Optional.empty(), late -> Optional.empty());
        if (plan.isEmpty()) {
            return new Trial(at, outcome, false, 0, 0, 1);
        }
        var simulation = new TransferSimulation(problem, plan.get());
        double probability = simulation.varies() ? DeadlineChance.probability(simulation, deadline, seed) : 1;
        return new Trial(
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

    /** Reasons with a sentence on the odds of a plan, where there are any, after the first. */
    public static Reasons withSentence(PlanningProblem problem, TransferPlan plan, Reasons reasons) {
        var sentences = new ArrayList<>(reasons.sentences());
        sentence(problem, plan).ifPresent(sentence -> sentences.add(1, sentence));
        return new Reasons(reasons.offers(), sentences, reasons.certificate(), reasons.sensitivity());
    }

    private static Optional<String> sentence(PlanningProblem problem, TransferPlan plan) {
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

    private static String source(PlanningProblem problem, TransferPlan plan) {
        boolean assumed = plan.rates().keySet().stream()
                .flatMap(link -> problem.network().getLink(link).variation().stream())
                .anyMatch(RateVariation::assumed);
        return assumed ? "means and spreads, taken as gamma laws," : "traces";
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
