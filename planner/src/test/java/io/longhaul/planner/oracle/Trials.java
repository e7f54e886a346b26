package io.longhaul.planner.oracle;

import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.Offer;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.Proof;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import io.longhaul.planner.OverlayPlanner;
import io.longhaul.planner.baseline.Baselines;
import io.longhaul.planner.baseline.SimpleWay;
import io.longhaul.planner.oracle.PathOracle.Ending;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/** Compares planner and oracle on drawn problems and counts what came out, by feature. Confined to one thread. */
final class Trials {
    private static final double RELATIVE = 1e-6;
    /** What rounding every item of a bill to a billionth may add. */
    private static final double DOLLARS = 2e-8;
    /** Durations are whole nanoseconds. */
    private static final double SECONDS = 1e-8;

    /** For an oracle that a plan refuted. */
    private static final Duration AGAIN = Duration.ofSeconds(20);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private enum Result {
        EQUAL,
        NONE,
        WITHIN_BOUNDS,
        /** The time limit came first. */
        GAVE_UP,
        /** Time was left, but there is no proof. */
        UNSETTLED,
        BORDERLINE,
        FAILED
    }

    private final OverlayPlanner planner = new OverlayPlanner();
    private final Duration oracleLimit;
    private final Duration planLimit;
    private final Map<String, Map<Result, Integer>> counts = new TreeMap<>();
    private final List<Long> millis = new ArrayList<>();

    Trials(Duration oracleLimit, Duration planLimit) {
        this.oracleLimit = oracleLimit;
        this.planLimit = planLimit;
    }

    /**
     * What came out of one problem.
     *
     * @param millis CPU time of planning
     * @param wrong what is wrong with the planner's answer, one sentence each
     */
    private record Outcome(long seed, Result result, long millis, Set<String> features, List<String> wrong) {
        private static final String COLUMN = "\t";
        private static final String ITEM = "; ";

        String line() {
            return String.join(
                    COLUMN,
                    "" + seed,
                    result.name(),
                    "" + millis,
                    String.join(ITEM, features),
                    String.join(ITEM, wrong).replaceAll("\\s+", " "));
        }

        static Outcome parse(String line) {
            String[] cells = line.split(COLUMN, -1);
            return new Outcome(
                    Long.parseLong(cells[0]),
                    Result.valueOf(cells[1]),
                    Long.parseLong(cells[2]),
                    new TreeSet<>(List.of(cells[3].split(ITEM))),
                    cells[4].isEmpty() ? List.of() : List.of(cells[4]));
        }

        List<String> failures() {
            return wrong.stream()
                    .map(sentence -> "seed " + seed + ": " + sentence + " " + features)
                    .toList();
        }
    }

    /** What is wrong with the planner's answer to a problem, one line each. */
    List<String> run(long seed, RandomProblem.Drawn drawn, boolean explain) {
        return count(tried(seed, drawn, explain));
    }

    private Outcome tried(long seed, RandomProblem.Drawn drawn, boolean explain) {
        var trial = new Trial(drawn.problem());
        Result result = trial.run(explain);
        return new Outcome(seed, result, trial.taken, new TreeSet<>(drawn.features()), trial.wrong);
    }

    private List<String> count(Outcome outcome) {
        count("all", outcome.result);
        outcome.features.forEach(feature -> count(feature, outcome.result));
        millis.add(outcome.millis);
        return outcome.failures();
    }

    /**
     * What is wrong with the answers to the problems of some seeds. A line for each problem is added to a file; those
     * that are in it already are not tried again, so a study that was ended goes on where it stood.
     */
    List<String> study(long first, long problems, LongFunction<RandomProblem.Drawn> draw, Path file)
            throws IOException {
        var known = new TreeMap<Long, Outcome>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                Outcome outcome = Outcome.parse(line);
                known.put(outcome.seed, outcome);
            }
        }
        List<String> failures = new ArrayList<>();
        for (long seed = first; seed < first + problems; seed++) {
            Outcome outcome = known.get(seed);
            if (outcome == null) {
                outcome = tried(seed, draw.apply(seed), seed % 2 == 0);
                Files.writeString(file, outcome.line() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                outcome.failures().forEach(System.out::println);
            }
            failures.addAll(count(outcome));
            if ((seed - first) % 100 == 99) {
                System.out.println(seed - first + 1 + " problems, " + failures.size() + " failures");
            }
        }
        System.out.println(table() + String.join("\n", failures));
        return failures;
    }

    private void count(String feature, Result result) {
        counts.computeIfAbsent(feature, any -> new EnumMap<>(Result.class)).merge(result, 1, Integer::sum);
    }

    /** Problems where the planner's optimum was compared with the oracle's. */
    int compared() {
        return counts.get("all").getOrDefault(Result.EQUAL, 0);
    }

    /** Problems without a proof though time was left. */
    int unsettled() {
        return counts.get("all").getOrDefault(Result.UNSETTLED, 0);
    }

    /** Results by feature. */
    String table() {
        var text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "%-22s", "feature"));
        for (Result result : Result.values()) {
            text.append(String.format(
                    Locale.ROOT, "%15s", result.name().toLowerCase(Locale.ROOT).replace('_', ' ')));
        }
        counts.forEach((feature, results) -> {
            text.append(String.format(Locale.ROOT, "%n%-22s", feature));
            for (Result result : Result.values()) {
                text.append(String.format(Locale.ROOT, "%15d", results.getOrDefault(result, 0)));
            }
        });
        List<Long> sorted = millis.stream().sorted().toList();
        return text.append(String.format(
                        Locale.ROOT,
                        "%nplanning, CPU ms: median %d, p99 %d, most %d%n",
                        sorted.get(sorted.size() / 2),
                        sorted.get(sorted.size() * 99 / 100),
                        sorted.get(sorted.size() - 1)))
                .toString();
    }

    /** One problem. */
    private final class Trial {
        private final PlanningProblem problem;
        private final boolean fastest;
        private final boolean ramps;
        /** What a rate may cost more where it is paid for: a part in a million, a bit per second, and an octet in all the time. */
        private final double byRounding;

        /** Share of a budget that billionths of a dollar may be, one for each of some twenty sums that are rounded. */
        private final double ofBudget;

        private final List<String> wrong = new ArrayList<>();
        private long taken;

        Trial(PlanningProblem problem) {
            this.problem = problem;
            fastest = problem.request().objective() == Objective.FASTEST
                    && !problem.request().rateExactly();
            double rate = problem.request().rate().map(Bandwidth::bitsPerSecond).orElse(0L);
            double ofAnOctet = rate / problem.request().wireSize().bytes();
            byRounding = problem.network().links().stream()
                    .flatMap(link -> link.price().percentile().stream())
                    .mapToDouble(terms -> terms.perMbps().dollars() / 1e6 * (1 + ofAnOctet + RELATIVE * rate))
                    .max()
                    .orElse(0);
            ofBudget = problem.request()
                    .budget()
                    .map(budget -> 20e-9 / Math.max(1e-9, budget.dollars()))
                    .orElse(0.0);
            ramps = problem.network().links().stream()
                    .anyMatch(link -> link.rtt().isPresent());
        }

        /** Whether the optimum hangs on slow start, which the oracle leaves out. */
        private boolean byRamps() {
            return ramps && (fastest || problem.request().deadline().isPresent());
        }

        private void require(boolean holds, String sentence) {
            if (!holds) {
                wrong.add(sentence);
            }
        }

        Result run(boolean explain) {
            PlannerOptions options = PlannerOptions.DEFAULT
                    .withExplain(explain)
                    .withTimeLimit(planLimit, THREADS::getCurrentThreadCpuTime);
            long start = THREADS.getCurrentThreadCpuTime();
            PlanOutcome outcome;
            try {
                outcome = planner.plan(problem, options);
            } catch (RuntimeException | StackOverflowError e) {
                wrong.add("threw " + e + " at "
                        + List.of(e.getStackTrace()).subList(0, Math.min(4, e.getStackTrace().length)));
                return Result.FAILED;
            }
            taken = (THREADS.getCurrentThreadCpuTime() - start) / 1_000_000;
            require(
                    taken <= planLimit.toMillis() * 11 / 10 + 200,
                    "took " + taken + " ms of CPU with a limit of " + planLimit.toMillis() + " ms");
            PathOracle.Answer exact = reference(outcome.plan());
            outcome.plan().ifPresent(plan -> sound(plan, exact));
            if (byRamps() && !(outcome instanceof PlanOutcome.GaveUp)) {
                notBeatenByOnePath(outcome.plan());
            }
            boolean inTime = taken < planLimit.toMillis();
            Result result = outcome.fold(
                    found -> found(found.best(), exact),
                    no -> infeasible(exact),
                    late -> inTime ? Result.UNSETTLED : Result.GAVE_UP);
            return wrong.isEmpty() ? result : Result.FAILED;
        }

        /**
         * The oracle's answer. Where it says that nothing is as good as a plan which the check accepts, one of them errs:
         * the oracle is asked again with time to spare, as SCIP called some optima proven that were not when it was cut
         * short, and knows nothing where its numbers fail.
         */
        private PathOracle.Answer reference(Optional<TransferPlan> plan) {
            PathOracle.Answer exact = PathOracle.solve(problem, 0, oracleLimit);
            boolean refuted = plan.filter(ours -> !byRamps()
                            && exact.ending() != Ending.INFEASIBLE
                            && value(ours) < exact.bound() - slack(exact.bound())
                            && PlanCheck.violations(problem, ours).isEmpty())
                    .isPresent();
            return refuted ? PathOracle.solve(problem, 0, AGAIN) : exact;
        }

        /** What holds of every plan, proven or not. */
        private void sound(TransferPlan plan, PathOracle.Answer exact) {
            List<String> violations = PlanCheck.violations(problem, plan);
            require(violations.isEmpty(), "refused by the check: " + violations);
            double value = value(plan);
            boolean borderline = exact.ending() == Ending.INFEASIBLE
                    && PathOracle.solve(problem, 3 * RELATIVE, oracleLimit).feasible();
            require(exact.ending() != Ending.INFEASIBLE || borderline, "found a plan, the oracle none: " + value);
            if (exact.ending() == Ending.INFEASIBLE) {
                return;
            }
            double slack = slack(exact.value());
            if (!byRamps()) {
                require(
                        value >= exact.bound() - slack(exact.bound()),
                        "claims " + value + ", below the oracle's bound " + exact.bound());
                double boot =
                        fastest ? Durations.seconds(problem.request().billing().vmBoot()) : 0;
                require(
                        (value + boot) * (1 - plan.proof().gap()) <= exact.value() + boot + slack + boot * RELATIVE,
                        "a gap of " + plan.proof().gap() + " at " + value + " is untrue: the oracle has "
                                + exact.value());
            }
            plan.proof()
                    .costBound()
                    .filter(bound -> !byRamps())
                    .ifPresent(bound -> require(
                            bound.dollars() <= exact.value() + slack,
                            "bound " + bound.dollars() + " above the oracle's " + exact.value()));
            double boot = Durations.seconds(problem.request().billing().vmBoot());
            plan.proof()
                    .timeBound()
                    .filter(bound -> !byRamps())
                    .ifPresent(bound -> require(
                            Durations.seconds(bound) <= (exact.value() + boot) * (1 + RELATIVE) + SECONDS,
                            "time bound " + bound + " above the oracle's " + (exact.value() + boot) + " s"));
            plan.reasons().offers().stream().filter(Offer::meetsRequest).forEach(offer -> notBeaten(plan, offer));
            Baselines.thatMeet(problem.withPercentilesAsTiers()).forEach(this::carriedOut);
        }

        /** A simple way that is said to meet the request is a plan the check accepts. */
        private void carriedOut(SimpleWay way) {
            TransferPlan simple = way.plan(
                    problem.withPercentilesAsTiers(),
                    Proof.ofCost(Money.ZERO, way.cost().total()));
            List<String> violations = PlanCheck.violations(problem, simple);
            require(violations.isEmpty(), "the check refuses the simple way " + way + ": " + violations);
        }

        private void notBeaten(TransferPlan plan, Offer offer) {
            double other = fastest
                    ? Durations.seconds(offer.time())
                    : offer.cost().total().dollars();
            notBeaten(plan, "its offer " + offer.kind() + " over " + offer.via(), other, 0);
        }

        /** No plan is better than what the gap admits. */
        private void notBeaten(TransferPlan plan, String by, double other, double gap) {
            double ours = fastest
                    ? Durations.seconds(plan.time().expected())
                    : plan.cost().total().dollars();
            require(
                    ours * (1 - gap) <= other + slack(other),
                    by + " is better: " + other + " than " + ours + " with a gap of " + gap);
        }

        /** Where slow start counts, every single path over at most two relays is tried by hand. */
        private void notBeatenByOnePath(Optional<TransferPlan> plan) {
            if (problem.request().rateExactly()
                    || problem.network().sites().stream()
                            .anyMatch(site -> !site.choices().isEmpty())) {
                return;
            }
            for (List<SiteId> path : paths()) {
                int most = path.stream()
                        .mapToInt(problem.request().limits()::maxVms)
                        .min()
                        .orElse(0);
                for (int vms = 1; vms <= Math.min(most, 8); vms++) {
                    SimpleWay way = SimpleWay.of(
                            problem, path, vms, problem.request().limits().streamsPerVm());
                    if (way.meets(problem.request())) {
                        require(plan.isPresent(), "found nothing, but " + way + " meets the request");
                        double value = fastest
                                ? Durations.seconds(way.time())
                                : way.cost().total().dollars();
                        plan.ifPresent(ours -> notBeaten(
                                ours, way.toString(), value, ours.proof().gap()));
                    }
                    if (!wrong.isEmpty()) {
                        return;
                    }
                }
            }
        }

        private List<List<SiteId>> paths() {
            SiteId to = problem.request().destination();
            List<SiteId> sources = problem.request().sources();
            List<SiteId> relays = problem.network().sites().stream()
                    .map(SiteModel::id)
                    .filter(site -> !sources.contains(site) && !site.equals(to))
                    .filter(site -> PathOracle.mayRelay(problem.request().limits(), site))
                    .toList();
            var paths = new ArrayList<List<SiteId>>();
            for (SiteId from : sources) {
                paths.add(List.of(from, to));
                for (SiteId first : relays) {
                    paths.add(List.of(from, first, to));
                    for (SiteId second : relays) {
                        if (!first.equals(second)) {
                            paths.add(List.of(from, first, second, to));
                        }
                    }
                }
            }
            paths.removeIf(path -> IntStream.range(1, path.size())
                    .anyMatch(i -> problem.network()
                            .findLink(path.get(i - 1), path.get(i))
                            .isEmpty()));
            return paths;
        }

        private double value(TransferPlan plan) {
            return fastest
                    ? Durations.seconds(plan.time().transfer())
                    : plan.cost().total().dollars();
        }

        private double slack(double value) {
            return Math.min(1e300, Math.abs(value)) * (RELATIVE + ofBudget)
                    + (fastest ? SECONDS : DOLLARS + byRounding);
        }

        private Result found(TransferPlan plan, PathOracle.Answer exact) {
            require(
                    plan.proof().gap() * value(plan) <= slack(value(plan)) || byRamps(),
                    "found, with a gap of " + plan.proof().gap());
            if (exact.ending() != Ending.PROVEN) {
                return exact.ending() == Ending.OPEN ? Result.WITHIN_BOUNDS : Result.BORDERLINE;
            }
            if (byRamps()) {
                return Result.WITHIN_BOUNDS;
            }
            double value = value(plan);
            // where the oracle ends with a gap of its own, the optimum lies in between
            require(
                    value - exact.value() <= slack(exact.value()) * 1.5
                            && exact.bound() - value <= slack(exact.bound()) * 1.5,
                    "found " + value + ", the oracle " + exact.value());
            return Math.abs(value - exact.value()) <= slack(exact.value()) * 1.5 ? Result.EQUAL : Result.WITHIN_BOUNDS;
        }

        private Result infeasible(PathOracle.Answer exact) {
            if (exact.ending() == Ending.INFEASIBLE) {
                return Result.NONE;
            }
            if (!exact.feasible() || (ramps && problem.request().deadline().isPresent())) {
                return Result.WITHIN_BOUNDS;
            }
            boolean borderline =
                    !PathOracle.solve(problem, -3 * RELATIVE, oracleLimit).feasible();
            require(borderline, "found nothing, the oracle " + exact.value() + " in " + exact.seconds() + " s");
            return borderline ? Result.BORDERLINE : Result.FAILED;
        }
    }
}
