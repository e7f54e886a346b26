package io.longhaul.planner.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
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
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * One source to five regions drawn anywhere, to five or all of one other provider, and to six or all of its own, on the
 * measured grid with its prices: trees against {@link SimpleMulticast}, each worked out by hand with ten partitions of the
 * data. The rate asked for is a share of what the best of them reaches. A few in the normal run; {@code
 * -Dlonghaul.study=multicast} takes {@code -Dlonghaul.study.problems=N} (100) and writes a table.
 */
class MulticastTest {
    private enum Shape {
        FIVE_ANYWHERE(1e-6),
        FIVE_OF_ANOTHER_PROVIDER(1e-6),
        SIX_OF_ITS_OWN(1e-6),
        ALL_OF_ITS_OWN(1e-4),
        ALL_OF_ANOTHER_PROVIDER(1e-4);

        /** What is proven. */
        private final double gap;

        Shape(double gap) {
            this.gap = gap;
        }
    }

    private record Row(Shape shape, double timesOurs, double gap, long millis) {}

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final NetworkModel network = SharedGrid.network();
    private final List<Row> results = new ArrayList<>();

    @Test
    void treesAreNoWorseThanTenSimpleWays() {
        List<String> rows = new ArrayList<>();
        List<String> failures = run(0, 10, rows);
        rows.forEach(System.out::println);
        assertThat(failures).isEmpty();
    }

    @Test
    @Tag("study")
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "multicast")
    void study() throws IOException {
        List<String> rows = new ArrayList<>();
        List<String> failures = run(
                Long.getLong("longhaul.study.seed", 1000), Integer.getInteger("longhaul.study.problems", 100), rows);
        Path file = Files.createDirectories(Path.of("target", "studies")).resolve("multicast.txt");
        Files.writeString(file, String.join("\n", rows) + "\n" + table() + String.join("\n", failures) + "\n");
        assertThat(failures).isEmpty();
    }

    private List<String> run(long firstSeed, int problems, List<String> rows) {
        List<String> failures = new ArrayList<>();
        for (long seed = firstSeed; seed < firstSeed + problems; seed++) {
            Shape shape = Shape.values()[(int) (seed % Shape.values().length)];
            failures.addAll(compare(seed, shape, rows));
        }
        return failures;
    }

    private List<String> compare(long seed, Shape shape, List<String> rows) {
        var random = new Random(seed);
        PlanningProblem open = draw(random, shape);
        List<SimpleMulticast.Way> ways = SimpleMulticast.all(open, random);
        double most = ways.stream()
                .mapToDouble(SimpleMulticast.Way::bitsPerSecond)
                .max()
                .orElse(0);
        var rate = Bandwidth.ofBitsPerSecond(most * (0.2 + 0.7 * random.nextDouble()));
        PlanningProblem problem = open.with(open.request().withRateAtLeast(rate));
        long start = THREADS.getCurrentThreadCpuTime();
        PlanOutcome outcome = new DistributionPlanner()
                .plan(
                        problem,
                        PlannerOptions.DEFAULT
                                .withGap(shape.gap)
                                .withExplain(false)
                                .withTimeLimit(LIMIT, THREADS::getCurrentThreadCpuTime));
        long millis = TimeUnit.NANOSECONDS.toMillis(THREADS.getCurrentThreadCpuTime() - start);
        List<String> wrong = new ArrayList<>();
        String label = "seed " + seed + ", " + shape + ", " + problem.request().from() + " to "
                + problem.request().to() + " at " + rate + ": ";
        if (outcome.plan().isEmpty()) {
            return List.of(label + outcome.ending() + " " + outcome.reasons());
        }
        TransferPlan plan = outcome.plan().get();
        if (outcome.ending() != Ending.FOUND) {
            wrong.add(
                    label + outcome.ending() + " with a gap of " + plan.proof().gap());
        }
        PlanCheck.violations(problem, plan).forEach(sentence -> wrong.add(label + sentence));
        if (plan.proof().gap() > shape.gap * 2) {
            wrong.add(label + "a gap of " + plan.proof().gap());
        }
        double ours = plan.cost().total().dollars();
        String bestName = "none";
        double best = Double.POSITIVE_INFINITY;
        for (SimpleMulticast.Way way : ways) {
            boolean meets = way.bitsPerSecond() >= rate.bitsPerSecond();
            if (meets && ours > way.dollars() * (1 + 2 * shape.gap)) {
                wrong.add(label + way.name() + " costs " + way.dollars() + ", the plan " + ours);
            }
            if (meets && way.dollars() < best) {
                best = way.dollars();
                bestName = way.name();
            }
        }
        results.add(new Row(shape, best / ours, plan.proof().gap(), millis));
        rows.add(String.format(
                Locale.ROOT,
                "%-26s seed %-6d USD %9.3f, best simple way %-28s USD %9.3f (%.3f times), gap %.1e, %d trees, %d ms",
                shape,
                seed,
                ours,
                bestName,
                best,
                best / ours,
                plan.proof().gap(),
                plan.trees().size(),
                millis));
        return wrong;
    }

    private String table() {
        var text = new StringBuilder(String.format(
                Locale.ROOT,
                "%-26s %9s %12s %25s %12s %12s%n",
                "shape",
                "problems",
                "widest gap",
                "best simple over ours",
                "median ms",
                "most ms"));
        for (Shape shape : Shape.values()) {
            List<Row> of = results.stream().filter(row -> row.shape == shape).toList();
            double[] times = of.stream().mapToDouble(Row::timesOurs).sorted().toArray();
            long[] millis = of.stream().mapToLong(Row::millis).sorted().toArray();
            if (times.length > 0) {
                text.append(String.format(
                        Locale.ROOT,
                        "%-26s %9d %12.1e %7.3f to %7.3f (%6.3f) %11d %12d%n",
                        shape,
                        times.length,
                        of.stream().mapToDouble(Row::gap).max().orElse(0),
                        times[0],
                        times[times.length - 1],
                        times[times.length / 2],
                        millis[millis.length / 2],
                        millis[millis.length - 1]));
            }
        }
        return text.toString();
    }

    private PlanningProblem draw(Random random, Shape shape) {
        List<SiteId> sites =
                new ArrayList<>(network.sites().stream().map(SiteModel::id).toList());
        Collections.shuffle(sites, random);
        SiteId from = sites.remove(0);
        String other = sites.stream()
                .map(SiteId::provider)
                .filter(provider -> !provider.equals(from.provider()))
                .findFirst()
                .orElseThrow();
        List<SiteId> to = switch (shape) {
            case FIVE_ANYWHERE -> sites.subList(0, 5);
            case FIVE_OF_ANOTHER_PROVIDER -> ofProvider(sites, other, 5);
            case SIX_OF_ITS_OWN -> ofProvider(sites, from.provider(), 6);
            case ALL_OF_ITS_OWN -> ofProvider(sites, from.provider(), sites.size());
            case ALL_OF_ANOTHER_PROVIDER -> ofProvider(sites, other, sites.size());
        };
        return new PlanningProblem(
                TransferRequest.of(from, to, DataSize.ofGigabytes(300))
                        .withLimits(Limits.DEFAULT.withMaxVmsPerSite(1 + random.nextInt(2))),
                reachable(from));
    }

    private static List<SiteId> ofProvider(List<SiteId> sites, String provider, int count) {
        return sites.stream()
                .filter(site -> site.provider().equals(provider))
                .limit(count)
                .toList();
    }

    /** The grid without links back to the source, which no tree uses. */
    private NetworkModel reachable(SiteId from) {
        List<LinkModel> links = network.links().stream()
                .filter(link -> !link.link().to().equals(from))
                .toList();
        return new NetworkModel(network.sites(), links);
    }
}
