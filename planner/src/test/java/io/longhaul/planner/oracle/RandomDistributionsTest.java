package io.longhaul.planner.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.estimate.RateVariation;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.Offer;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Durations;
import io.longhaul.planner.DistributionPlanner;
import io.longhaul.planner.odds.TransferSimulation;
import io.longhaul.planner.oracle.PathOracle.Ending;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Random distributions over random networks against every mix of every tree: the problems of {@link RandomProblem} on few
 * sites, to two or three of them, some with a confidence. {@code -Dlonghaul.study=random-distributions} takes {@code
 * -Dlonghaul.study.problems=N} (500) from {@code -Dlonghaul.study.seed=S} on and writes a table by feature.
 */
class RandomDistributionsTest {
    private static final double RELATIVE = 1e-6;
    private static final Duration ORACLE_LIMIT = Duration.ofSeconds(20);
    private static final Duration PLAN_LIMIT = Duration.ofSeconds(5);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private enum Result {
        EQUAL,
        NONE,
        WITHIN_BOUNDS,
        GAVE_UP,
        BORDERLINE,
        FAILED
    }

    private final Map<String, Map<Result, Integer>> counts = new TreeMap<>();
    private final List<Long> millis = new ArrayList<>();

    @Test
    void distributionsEqualTheOracle() {
        List<String> failures = run(0, 80);
        System.out.println(table());
        assertThat(failures).isEmpty();
        assertThat(counts.get("all").getOrDefault(Result.EQUAL, 0)).isGreaterThan(20);
    }

    @Test
    @Tag("study")
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "random-distributions")
    void study() throws IOException {
        long first = Long.getLong("longhaul.study.seed", 1_000_000);
        List<String> failures = run(first, Integer.getInteger("longhaul.study.problems", 500));
        Path file =
                Files.createDirectories(Path.of("target", "studies")).resolve("random-distributions-" + first + ".txt");
        Files.writeString(file, table() + String.join("\n", failures) + "\n");
        System.out.println(table());
        assertThat(failures).isEmpty();
    }

    private List<String> run(long first, int problems) {
        List<String> failures = new ArrayList<>();
        for (long seed = first; seed < first + problems; seed++) {
            Drawn drawn = draw(seed);
            var trial = new Trial(drawn.problem);
            Result result = trial.run();
            for (String feature : drawn.features) {
                counts.computeIfAbsent(feature, any -> new EnumMap<>(Result.class))
                        .merge(result, 1, Integer::sum);
            }
            for (String sentence : trial.wrong) {
                failures.add("seed " + seed + ": " + sentence + " " + drawn.features);
                System.out.println(failures.get(failures.size() - 1));
            }
        }
        return failures;
    }

    private record Drawn(PlanningProblem problem, Set<String> features) {}

    /** The first problem from a seed on that has few enough trees for the oracle, with further destinations. */
    private static Drawn draw(long seed) {
        for (long candidate = seed * 1000; ; candidate++) {
            RandomProblem.Drawn one = RandomProblem.of(candidate);
            List<SiteId> sites =
                    one.problem().network().sites().stream().map(SiteModel::id).toList();
            if (sites.size() > 6) {
                continue;
            }
            var random = new Random(candidate);
            TransferRequest request = one.problem().request();
            List<SiteId> to = new ArrayList<>(request.to());
            int destinations = Math.min(sites.size() - 1, 2 + random.nextInt(2));
            sites.stream()
                    .filter(site -> !site.equals(request.from()) && !to.contains(site))
                    .limit(destinations - 1L)
                    .forEach(to::add);
            PlanningProblem problem = new PlanningProblem(
                    new TransferRequest(
                            request.from(),
                            to,
                            request.size(),
                            request.goal(),
                            request.wireRatio(),
                            request.limits(),
                            request.billing(),
                            List.of()),
                    one.problem().network());
            if (PathOracle.hasFewTrees(problem)) {
                var features = new TreeSet<>(one.features());
                features.remove("replicas");
                features.add("all");
                features.add(to.size() + " destinations");
                boolean confident = request.deadline().isPresent() && random.nextInt(3) == 0;
                if (confident) {
                    features.add("confidence");
                }
                return new Drawn(confident ? confident(problem, random) : problem, features);
            }
        }
    }

    /** Lulls now and then on most links, and a confidence. */
    private static PlanningProblem confident(PlanningProblem problem, Random random) {
        double seconds = Durations.seconds(problem.request().deadline().orElseThrow());
        Map<Link, RateVariation> variations = new HashMap<>();
        problem.network().links().forEach(link -> {
            double[] rates = new double[1000];
            double lull = random.nextDouble();
            for (int i = 0; i < rates.length; i++) {
                rates[i] = random.nextInt(8) == 0 ? 0.1 + 0.8 * lull : 0.9 + 0.3 * random.nextDouble();
            }
            if (variations.isEmpty() || random.nextInt(5) > 0) {
                variations.put(
                        link.link(), RateVariation.ofTrace(rates, Durations.ofSeconds(Math.max(1e-6, seconds / 20))));
            }
        });
        double confidence = List.of(0.5, 0.8, 0.9, 0.95).get(random.nextInt(4));
        NetworkModel varying = problem.network().withVariations(variations);
        return new PlanningProblem(problem.request().withConfidence(confidence), varying);
    }

    private String table() {
        var text = new StringBuilder(String.format(Locale.ROOT, "%-22s", "feature"));
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
        long[] sorted = millis.stream().mapToLong(Long::longValue).sorted().toArray();
        return text.append(String.format(
                        Locale.ROOT,
                        "%nplanning, CPU ms: median %d, p99 %d, most %d%n",
                        sorted[sorted.length / 2],
                        sorted[sorted.length * 99 / 100],
                        sorted[sorted.length - 1]))
                .toString();
    }

    /** One problem. */
    private final class Trial {
        private final PlanningProblem problem;
        private final boolean fastest;
        private final boolean ramps;
        private final boolean confident;
        private final List<String> wrong = new ArrayList<>();

        Trial(PlanningProblem problem) {
            this.problem = problem;
            fastest = problem.request().objective() == Objective.FASTEST
                    && !problem.request().rateExactly();
            ramps = problem.network().links().stream()
                            .anyMatch(link -> link.rtt().isPresent())
                    && (fastest || problem.request().deadline().isPresent());
            confident = problem.request().confidence().isPresent();
        }

        private void require(boolean holds, String sentence) {
            if (!holds) {
                wrong.add(sentence);
            }
        }

        Result run() {
            PlannerOptions options = PlannerOptions.DEFAULT.withTimeLimit(PLAN_LIMIT, THREADS::getCurrentThreadCpuTime);
            long start = THREADS.getCurrentThreadCpuTime();
            PlanOutcome outcome;
            try {
                outcome = new DistributionPlanner().plan(problem, options);
            } catch (RuntimeException | StackOverflowError e) {
                wrong.add("threw " + e + " at " + Arrays.toString(e.getStackTrace()));
                return Result.FAILED;
            }
            long taken = (THREADS.getCurrentThreadCpuTime() - start) / 1_000_000;
            millis.add(taken);
            require(
                    taken <= PLAN_LIMIT.toMillis() * 11 / 10 + 200,
                    "took " + taken + " ms of CPU with a limit of " + PLAN_LIMIT.toMillis() + " ms");
            PathOracle.Answer exact = PathOracle.solve(problem, 0, ORACLE_LIMIT);
            outcome.plan().ifPresent(plan -> sound(plan, exact));
            Result result = switch (outcome.ending()) {
                case FOUND -> found(outcome.plan().orElseThrow(), exact);
                case INFEASIBLE -> infeasible(outcome, exact);
                case GAVE_UP -> {
                    require(!outcome.reasons().isEmpty(), "gave up without a reason");
                    yield Result.GAVE_UP;
                }
            };
            return wrong.isEmpty() ? result : Result.FAILED;
        }

        /** What holds of every plan, proven or not. */
        private void sound(TransferPlan plan, PathOracle.Answer exact) {
            List<String> violations = PlanCheck.violations(problem, plan);
            require(violations.isEmpty(), "refused by the check: " + violations);
            double value = value(plan);
            if (exact.ending() == Ending.INFEASIBLE) {
                boolean borderline =
                        PathOracle.solve(problem, 3 * RELATIVE, ORACLE_LIMIT).feasible();
                require(borderline, "found a plan, the oracle none: " + value);
                return;
            }
            if (!ramps) {
                require(
                        value >= exact.bound() - slack(exact.bound()),
                        "claims " + value + ", below the oracle's bound " + exact.bound());
            }
            if (!ramps && !confident) {
                double boot =
                        fastest ? Durations.seconds(problem.request().billing().vmBoot()) : 0;
                require(
                        (value + boot) * (1 - plan.proof().gap())
                                <= exact.value() + boot + slack(exact.value()) + boot * RELATIVE,
                        "a gap of " + plan.proof().gap() + " at " + value + " is untrue: the oracle has "
                                + exact.value());
            }
            plan.reasons().offers().stream().filter(Offer::meetsRequest).forEach(offer -> notBeaten(plan, offer));
        }

        private void notBeaten(TransferPlan plan, Offer offer) {
            double ours = fastest
                    ? Durations.seconds(plan.time().expected())
                    : plan.cost().total().dollars();
            double other = fastest
                    ? Durations.seconds(offer.time())
                    : offer.cost().total().dollars();
            require(
                    ours <= other + slack(other),
                    "its offer " + offer.kind() + " is better: " + other + " than " + ours);
        }

        private double value(TransferPlan plan) {
            return fastest
                    ? Durations.seconds(plan.time().transfer())
                    : plan.cost().total().dollars();
        }

        /** Money is rounded to a billionth for every item, time to a nanosecond. */
        private double slack(double value) {
            return Math.min(1e300, Math.abs(value)) * RELATIVE + (fastest ? 1e-8 : 4e-8);
        }

        private Result found(TransferPlan plan, PathOracle.Answer exact) {
            if (confident) {
                keepsItsConfidence(plan);
                return Result.WITHIN_BOUNDS;
            }
            require(
                    plan.proof().gap() * value(plan) <= slack(value(plan)) || ramps,
                    "found, with a gap of " + plan.proof().gap());
            if (exact.ending() != Ending.PROVEN) {
                return exact.ending() == Ending.OPEN ? Result.WITHIN_BOUNDS : Result.BORDERLINE;
            }
            if (ramps) {
                return Result.WITHIN_BOUNDS;
            }
            double value = value(plan);
            require(
                    Math.abs(value - exact.value()) <= slack(exact.value()) * 1.5,
                    "found " + value + ", the oracle " + exact.value());
            return Result.EQUAL;
        }

        /** Transfers simulated with another seed end in time as often as asked for, but for chance. */
        private void keepsItsConfidence(TransferPlan plan) {
            double limit = Durations.seconds(problem.request().deadline().orElseThrow()) * (1 + RELATIVE);
            double[] seconds = new TransferSimulation(problem, plan).seconds(1000, 99);
            double share = Arrays.stream(seconds).filter(time -> time <= limit).count() / 1000.0;
            double asked = problem.request().confidence().orElseThrow();
            require(
                    share >= asked - 4 * Math.sqrt(asked * (1 - asked) / 1000) - 0.001,
                    "planned for " + asked + ", kept in " + share);
        }

        private Result infeasible(PlanOutcome outcome, PathOracle.Answer exact) {
            require(!outcome.reasons().isEmpty(), "infeasible without a reason");
            if (exact.ending() == Ending.INFEASIBLE) {
                return Result.NONE;
            }
            if (!exact.feasible()
                    || confident
                    || (ramps && problem.request().deadline().isPresent())) {
                return Result.WITHIN_BOUNDS;
            }
            boolean borderline =
                    !PathOracle.solve(problem, -3 * RELATIVE, ORACLE_LIMIT).feasible();
            require(borderline, "found nothing, the oracle " + exact.value());
            return borderline ? Result.BORDERLINE : Result.FAILED;
        }
    }
}
