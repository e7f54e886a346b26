package io.longhaul.planner.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.plan.Frontier;
import io.longhaul.core.plan.Frontier.Corner;
import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.planner.OverlayPlanner;
import io.longhaul.planner.SharedGrid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Pairs of the measured grid: the cheapest plan at a rate, the fastest and the frontier end with a sound answer, and in
 * the middle of a stretch of a frontier nothing is cheaper. A sample in the normal run; {@code -Dlonghaul.study=pairs}
 * takes all 3,906 pairs and goes on where it stood, {@code -Dlonghaul.study=frontier} 1,000 midpoints, and both print
 * what fails.
 */
class GridPairsTest {
    private static final PlannerOptions BARE = PlannerOptions.DEFAULT.withExplain(false);
    private static final Duration ORACLE_LIMIT = Duration.ofSeconds(30);

    private final NetworkModel network = SharedGrid.network();
    private final OverlayPlanner planner = new OverlayPlanner();

    @Test
    void aSampleOfPairsIsPlanned() {
        List<String> failures = new ArrayList<>();
        List<SiteId[]> pairs = pairs();
        for (int i = 17; i < pairs.size(); i += 120) {
            failures.addAll(planned(pairs.get(i), i));
        }
        assertThat(failures).isEmpty();
    }

    @Test
    @Tag("study")
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "pairs")
    void allPairsArePlanned() throws IOException {
        Path file = Files.createDirectories(Path.of("target", "studies")).resolve("pairs.txt");
        List<String> known = Files.exists(file) ? Files.readAllLines(file) : List.of();
        List<SiteId[]> pairs = pairs();
        long began = System.nanoTime();
        for (int i = 0; i < pairs.size(); i++) {
            if (i >= known.size()) {
                String line = String.join("; ", planned(pairs.get(i), i)).replaceAll("\\s+", " ");
                Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
            if (i % 200 == 199) {
                System.out.println(i + 1 + " pairs, " + (System.nanoTime() - began) / 1_000_000_000 + " s");
            }
        }
        List<String> failures = Files.readAllLines(file).stream()
                .filter(line -> !line.isEmpty())
                .toList();
        System.out.println(pairs.size() + " pairs, " + failures.size() + " failures");
        assertThat(failures).isEmpty();
    }

    @Test
    void theMiddleOfAStretchIsOptimal() {
        assertThat(midpoints(0, 100)).isEmpty();
    }

    @Test
    @Tag("study")
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "frontier")
    void theMiddleOfAThousandStretchesIsOptimal() throws IOException {
        List<String> failures = midpoints(Long.getLong("longhaul.study.seed", 1000), 1000);
        write("frontier.txt", "1,000 midpoints, " + failures.size() + " failures", failures);
        assertThat(failures).isEmpty();
    }

    private static void write(String name, String first, List<String> failures) throws IOException {
        Path file = Files.createDirectories(Path.of("target", "studies")).resolve(name);
        Files.writeString(file, first + "\n" + String.join("\n", failures) + "\n");
    }

    private List<SiteId[]> pairs() {
        var pairs = new ArrayList<SiteId[]>();
        for (SiteModel from : network.sites()) {
            for (SiteModel to : network.sites()) {
                if (!from.id().equals(to.id())) {
                    pairs.add(new SiteId[] {from.id(), to.id()});
                }
            }
        }
        return pairs;
    }

    /** What goes wrong with a pair, asked for with one to four VMs and a rate drawn by its number. */
    private List<String> planned(SiteId[] pair, int number) {
        var random = new Random(number);
        Limits limits = Limits.DEFAULT.withMaxVmsPerSite(1 + number % 4);
        TransferRequest request =
                TransferRequest.of(pair[0], pair[1], DataSize.ofGigabytes(100)).withLimits(limits);
        var rate = Bandwidth.ofMegabitsPerSecond(500 + random.nextInt(16) * 500L * limits.maxVmsPerSite());
        List<String> wrong = new ArrayList<>();
        String label = number + ": " + pair[0] + " to " + pair[1] + ", " + limits.maxVmsPerSite() + " VMs, ";
        try {
            wrong.addAll(unsound(label + rate, new PlanningProblem(request.withRateAtLeast(rate), network)));
            wrong.addAll(
                    unsound(label + "fastest", new PlanningProblem(request.withObjective(Objective.FASTEST), network)));
            Frontier frontier = planner.frontier(new PlanningProblem(request, network), BARE);
            if (!frontier.proven() || frontier.corners().isEmpty()) {
                wrong.add(label + "frontier not proven, " + frontier.corners().size() + " corners");
            }
            for (int i = 1; i < frontier.corners().size(); i++) {
                Corner before = frontier.corners().get(i - 1);
                Corner corner = frontier.corners().get(i);
                if (corner.cost().compareTo(before.cost()) >= 0 || corner.time().compareTo(before.time()) <= 0) {
                    wrong.add(label + "corner " + i + " of the frontier is dominated");
                }
            }
        } catch (RuntimeException e) {
            wrong.add(label + "threw " + e + " at " + e.getStackTrace()[0]);
        }
        return wrong;
    }

    private List<String> unsound(String label, PlanningProblem problem) {
        PlanOutcome outcome = planner.plan(problem, BARE);
        return outcome.fold(
                found -> PlanCheck.violations(problem, found.best()).stream()
                        .map(sentence -> label + ": " + sentence)
                        .toList(),
                no -> no.reasons().isEmpty() ? List.of(label + ": no plan and no reason") : List.of(),
                late -> List.of(label + ": gave up: " + late.reasons()));
    }

    /** Midpoints of stretches of frontiers of pairs drawn at random that are dearer or cheaper than the oracle's plan. */
    private List<String> midpoints(long firstSeed, int wanted) {
        List<String> wrong = new ArrayList<>();
        int taken = 0;
        for (long seed = firstSeed; taken < wanted; seed++) {
            var random = new Random(seed);
            PlanningProblem problem = amongFewRelays(random);
            Frontier frontier;
            try {
                frontier = planner.frontier(problem, BARE);
            } catch (RuntimeException e) {
                wrong.add("seed " + seed + ": threw " + e + " at " + e.getStackTrace()[0]);
                continue;
            }
            List<Corner> corners = frontier.corners();
            for (int i = 1; i < corners.size() && taken < wanted; i++, taken++) {
                double rate = 2
                        / (1.0 / corners.get(i - 1).rate().bitsPerSecond()
                                + 1.0 / corners.get(i).rate().bitsPerSecond());
                var asked = Bandwidth.ofBitsPerSecond(rate);
                double ours = frontier.costAtRate(asked).orElseThrow().dollars();
                PathOracle.Answer exact = cheapest(problem, asked);
                // where the line is steep, a rate known to one part in a million is as good as its cost
                boolean near = near(ours, exact.value())
                        || (ours > exact.value()
                                ? ours
                                        <= cheapest(problem, asked.times(1 + 1e-6))
                                                .value()
                                : ours
                                        >= cheapest(problem, asked.times(1 - 1e-6))
                                                .value());
                if (exact.ending() != PathOracle.Ending.PROVEN || !near) {
                    wrong.add("seed " + seed + ", corner " + i + " of " + corners.size() + ": "
                            + problem.request().from() + " to "
                            + problem.request().to() + ", "
                            + problem.request().limits().maxVmsPerSite() + " VMs at " + asked + ": " + ours
                            + ", the oracle " + exact);
                }
            }
        }
        return wrong;
    }

    private static PathOracle.Answer cheapest(PlanningProblem problem, Bandwidth rate) {
        return PathOracle.solve(problem.with(problem.request().withRateAtLeast(rate)), 0, ORACLE_LIMIT);
    }

    private static boolean near(double ours, double exact) {
        return Math.abs(ours - exact) <= 2e-6 * exact;
    }

    /** A pair with twelve sites to relay over, which keeps the oracle fast. */
    private PlanningProblem amongFewRelays(Random random) {
        List<SiteId> sites =
                new ArrayList<>(network.sites().stream().map(SiteModel::id).toList());
        Collections.shuffle(sites, random);
        var limits = Limits.DEFAULT
                .withMaxVmsPerSite(1 + random.nextInt(3))
                .withNoTransit(new HashSet<>(sites.subList(14, sites.size())));
        return new PlanningProblem(
                TransferRequest.of(sites.get(0), sites.get(1), DataSize.ofGigabytes(1000))
                        .withLimits(limits),
                network);
    }
}
