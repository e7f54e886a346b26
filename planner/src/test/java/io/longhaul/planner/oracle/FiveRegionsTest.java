package io.longhaul.planner.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlanOutcome.Ending;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.planner.DistributionPlanner;
import io.longhaul.planner.SharedGrid;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * One source to five regions of one provider on the measured grid: every plan is proven to one part in 10,000. A few in
 * the normal run; {@code -Dlonghaul.study=five-regions} draws {@code -Dlonghaul.study.problems=N} (120) from {@code
 * -Dlonghaul.study.seed=S} on, each with {@code -Dlonghaul.study.seconds=T} (10) of CPU time, and writes a table.
 */
class FiveRegionsTest {
    private static final double GAP = 1e-4;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** What is asked for, as a share of the most that all can receive. */
    private enum Asked {
        CHEAPEST(0),
        SLOW(0.3),
        MIDDLE(0.6),
        FAST(0.9),
        FASTEST(1);

        private final double ofMost;

        Asked(double ofMost) {
            this.ofMost = ofMost;
        }
    }

    private final NetworkModel network = SharedGrid.network();
    private final Map<Asked, List<Row>> rows = new EnumMap<>(Asked.class);

    private record Row(Asked asked, long millis, double gap, boolean proven) {}

    @Test
    void fiveRegionsOfOneProviderClose() {
        assertThat(run(0, 10, Duration.ofSeconds(60), new ArrayList<>())).isEmpty();
    }

    @Test
    @Tag("study")
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "five-regions")
    void study() throws IOException {
        var lines = new ArrayList<String>();
        List<String> failures = run(
                Long.getLong("longhaul.study.seed", 5000),
                Integer.getInteger("longhaul.study.problems", 120),
                Duration.ofSeconds(Long.getLong("longhaul.study.seconds", 10)),
                lines);
        Path file = Files.createDirectories(Path.of("target", "studies")).resolve("five-regions.txt");
        Files.writeString(file, String.join("\n", lines) + "\n" + table() + String.join("\n", failures) + "\n");
        assertThat(failures).isEmpty();
    }

    private List<String> run(long firstSeed, int problems, Duration limit, List<String> lines) {
        var failures = new ArrayList<String>();
        for (long seed = firstSeed; seed < firstSeed + problems; seed++) {
            Asked asked = Asked.values()[(int) (seed % Asked.values().length)];
            PlanningProblem problem = problem(seed, asked);
            long start = THREADS.getCurrentThreadCpuTime();
            PlanOutcome outcome = new DistributionPlanner()
                    .plan(
                            problem,
                            PlannerOptions.DEFAULT
                                    .withGap(GAP)
                                    .withExplain(false)
                                    .withTimeLimit(limit, THREADS::getCurrentThreadCpuTime));
            long millis = (THREADS.getCurrentThreadCpuTime() - start) / 1_000_000;
            Optional<TransferPlan> plan = outcome.plan();
            boolean proven = outcome.ending() == Ending.FOUND;
            double gap = plan.map(found -> found.proof().gap()).orElse(1.0);
            rows.computeIfAbsent(asked, any -> new ArrayList<>()).add(new Row(asked, millis, gap, proven));
            String line = String.format(
                    Locale.ROOT,
                    "seed %-6d %-8s %-24s to %-10s %s VMs  %s  gap %.1e  %d trees  %6d ms",
                    seed,
                    asked,
                    problem.request().from(),
                    problem.request().to().get(0).provider(),
                    problem.request().limits().maxVmsPerSite(),
                    outcome.ending(),
                    gap,
                    plan.map(found -> found.trees().size()).orElse(0),
                    millis);
            lines.add(line);
            if (!proven || gap > GAP * 1.01) {
                failures.add("not proven: " + line);
            }
            plan.ifPresent(found ->
                    PlanCheck.violations(problem, found).forEach(sentence -> failures.add(line + ": " + sentence)));
        }
        return failures;
    }

    private PlanningProblem problem(long seed, Asked asked) {
        var random = new Random(seed);
        var sites = new ArrayList<>(network.sites().stream().map(SiteModel::id).toList());
        Collections.shuffle(sites, random);
        SiteId from = sites.remove(0);
        String provider = List.of("aws", "azure", "gcp").get(random.nextInt(3));
        List<SiteId> to = sites.stream()
                .filter(site -> site.provider().equals(provider)
                        && network.findLink(from, site).isPresent())
                .limit(5)
                .toList();
        TransferRequest request = TransferRequest.of(from, to, DataSize.ofGigabytes(100 + random.nextInt(900)))
                .withLimits(Limits.DEFAULT.withMaxVmsPerSite(List.of(1, 2, 4, 8).get(random.nextInt(4))));
        var open = new PlanningProblem(request, network);
        if (asked == Asked.CHEAPEST) {
            return open;
        }
        PlanningProblem fastest = open.with(request.withObjective(Objective.FASTEST));
        if (asked == Asked.FASTEST) {
            return fastest;
        }
        Bandwidth most = new DistributionPlanner()
                .plan(fastest, PlannerOptions.DEFAULT.withGap(GAP).withExplain(false))
                .plan()
                .orElseThrow()
                .rate();
        return open.with(request.withRateAtLeast(most.times(asked.ofMost)));
    }

    private String table() {
        var text = new StringBuilder(String.format(
                Locale.ROOT,
                "%-10s %8s %8s %14s %12s %12s %12s%n",
                "asked",
                "problems",
                "proven",
                "widest gap",
                "median ms",
                "p90 ms",
                "most ms"));
        for (List<Row> each : rows.values()) {
            long[] millis = each.stream().mapToLong(Row::millis).sorted().toArray();
            if (millis.length > 0) {
                text.append(String.format(
                        Locale.ROOT,
                        "%-10s %8d %8d %14.1e %12d %12d %12d%n",
                        each.get(0).asked().name().toLowerCase(Locale.ROOT),
                        millis.length,
                        each.stream().filter(Row::proven).count(),
                        each.stream().mapToDouble(Row::gap).max().orElse(0),
                        millis[millis.length / 2],
                        millis[millis.length * 9 / 10],
                        Arrays.stream(millis).max().orElse(0)));
            }
        }
        return text.toString();
    }
}
