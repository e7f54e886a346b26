package io.longhaul.planner.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.planner.OverlayPlanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Random problems on random networks, planner against {@link PathOracle}: nothing thrown, the same ending, the same
 * optimum, a plan that the check accepts, bounds and gaps that are true, time limits kept, and no offer better than the
 * plan. 500 in the normal run; {@code -Dlonghaul.study=random-problems} runs 10,000 others and writes a table by
 * feature; ended and started again, it goes on where it stood. {@code -Dlonghaul.study.seed=N} draws others,
 * {@code -Dlonghaul.study.problems=N} another number, {@code -Dlonghaul.study.oracle=MILLIS} gives the oracle another
 * time, 0 leaves it out and tries all the rest.
 */
class RandomProblemsTest {
    @Test
    void plansEqualTheOracle() {
        var trials = new Trials(Duration.ofMillis(300), Duration.ofSeconds(2));
        List<String> failures = new ArrayList<>();
        for (long seed = 0; seed < 500; seed++) {
            failures.addAll(trials.run(seed, RandomProblem.of(seed), seed % 4 == 0));
        }
        System.out.println(trials.table());
        assertThat(failures).isEmpty();
        assertThat(trials.compared())
                .as("problems with an optimum to compare with")
                .isGreaterThan(150);
    }

    /** The same for shapes that are unlike the random ones: 200, and with {@code -Dlonghaul.study=odd-problems} 2,000. */
    @Test
    void oddProblemsEqualTheOracle() {
        var trials = new Trials(Duration.ofMillis(300), Duration.ofSeconds(2));
        List<String> failures = new ArrayList<>();
        for (long seed = 0; seed < 200; seed++) {
            failures.addAll(trials.run(seed, OddProblem.of(seed), seed % 4 == 0));
        }
        System.out.println(trials.table());
        assertThat(failures).isEmpty();
        assertThat(trials.compared())
                .as("problems with an optimum to compare with")
                .isGreaterThan(60);
    }

    /**
     * A capped VM whose bucket was let burst above its cap; shares a hair above what a bucket holds; a budget of a
     * billionth; a most rate that rounding made too high; a free plan.
     */
    @Test
    void problemsThatOnceFailedAreSettled() {
        var trials = new Trials(Duration.ofSeconds(1), Duration.ofSeconds(5));
        List<String> failures = new ArrayList<>();
        for (long seed : new long[] {7_001_238, 7_000_003, 7_000_355, 7_000_353, 7_000_671, 7_000_245, 7_000_338}) {
            failures.addAll(trials.run(seed, RandomProblem.of(seed), false));
        }
        assertThat(failures).isEmpty();
        assertThat(trials.unsettled()).isZero();
    }

    /**
     * Rates that are paid for are rounded to bit/s, octets to whole ones and money to billionths; times are not rounded with slow
     * rates; a plan of no time has no gap.
     */
    @Test
    void whatIsRoundedIsNoFault() {
        var trials = new Trials(Duration.ofSeconds(1), Duration.ofSeconds(5));
        List<String> failures = new ArrayList<>();
        for (long seed : new long[] {
            7_600_574, 7_601_182, 7_602_027, 7_602_679, 7_602_800, 7_701_213, 7_702_503, 7_702_558, 7_702_730,
            7_704_031, 7_707_254, 7_806_216, 7_806_363
        }) {
            failures.addAll(trials.run(seed, RandomProblem.of(seed), false));
        }
        for (long seed : new long[] {8_100_473, 8_100_802}) {
            failures.addAll(trials.run(seed, OddProblem.of(seed), false));
        }
        assertThat(failures).isEmpty();
    }

    /**
     * Rates nine orders apart, where the oracle had something cheaper by 7 and 1.6 parts in a million. It broke rows of small
     * terms; worked out anew in fractions, the planner's plans cost what it says: USD 340.863703859614 and 5.251813686884.
     */
    @Test
    void ratesNineOrdersApartAreNoFault() {
        var trials = new Trials(Duration.ofSeconds(1), Duration.ofSeconds(5));
        List<String> failures = new ArrayList<>();
        for (long seed : new long[] {8_000_131, 8_000_518}) {
            failures.addAll(trials.run(seed, OddProblem.of(seed), false));
        }
        assertThat(failures).isEmpty();
        assertThat(trials.unsettled()).isZero();
    }

    /** Plans of centuries that only the reasons look at: a rate that is not reached, a link at a twentieth of its rate. */
    @Test
    void centuriesInTheReasonsDoNotHideTheAnswer() {
        for (PlanningProblem problem : List.of(
                OddProblem.of(8_000_092).problem(), RandomProblem.of(7_201_082).problem())) {
            PlanOutcome none = new OverlayPlanner().plan(problem, PlannerOptions.DEFAULT);
            assertThat(none).isInstanceOf(PlanOutcome.Infeasible.class);
            assertThat(none.reasons()).isNotEmpty();
        }
        PlanOutcome some = new OverlayPlanner().plan(OddProblem.of(8_000_188).problem(), PlannerOptions.DEFAULT);
        assertThat(some).isInstanceOf(PlanOutcome.Found.class);
    }

    @Test
    @Tag("study")
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "random-problems")
    void study() throws IOException {
        study("random-problems-", 10_000, RandomProblem::of);
    }

    @Test
    @Tag("study")
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "odd-problems")
    void studyOfOddProblems() throws IOException {
        study("odd-problems-", 2_000, OddProblem::of);
    }

    private static void study(String name, long usual, LongFunction<RandomProblem.Drawn> draw) throws IOException {
        long first = Long.getLong("longhaul.study.seed", 1_000_000);
        long problems = Long.getLong("longhaul.study.problems", usual);
        var trials = new Trials(Duration.ofMillis(Long.getLong("longhaul.study.oracle", 1000)), Duration.ofSeconds(5));
        Path file = Files.createDirectories(Path.of("target", "studies")).resolve(name + first + ".tsv");
        assertThat(trials.study(first, problems, draw, file)).isEmpty();
    }
}
