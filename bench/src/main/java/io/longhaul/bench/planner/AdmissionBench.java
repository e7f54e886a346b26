package io.longhaul.bench.planner;

import io.longhaul.core.job.Dataset;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.job.SiteShare;
import io.longhaul.core.job.Stage;
import io.longhaul.core.job.Terms;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.planner.job.GdaPlanner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Transfers with deadlines between ten sites of the published grid, taken or refused as they arrive within an hour. What the
 * thousandth takes beside all others is what 1,000 take more than 900, over 100.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 5)
@Measurement(iterations = 3, time = 5)
@Fork(1)
public class AdmissionBench {
    private static final int SITES = 10;
    private static final double HOUR = 3600;

    /** Name of a planner that takes or refuses. */
    @Param({"amoeba", "longhaul"})
    private String strategy = "amoeba";

    /** How many ask. */
    @Param({"900", "1000"})
    private int transfers = 1000;

    private final NetworkModel network = Grids.published();
    private final List<JobSet> sets = new ArrayList<>();

    @Setup
    public void draw() {
        var random = new Random(1);
        var sites =
                new ArrayList<>(network.sites().stream().map(site -> site.id()).toList());
        Collections.shuffle(sites, random);
        Map<SiteId, SiteShare> cluster = new TreeMap<>();
        sites.subList(0, SITES).forEach(site -> cluster.put(site, new SiteShare(2, 16)));
        var drawn = new ArrayList<Job>();
        for (int k = 0; k < transfers; k++) {
            int from = random.nextInt(SITES);
            int to = (from + 1 + random.nextInt(SITES - 1)) % SITES;
            var size = DataSize.ofBytes(1_000_000L * (1_000 + random.nextInt(60_000)));
            var terms = new Terms(
                    Durations.ofSeconds(HOUR * random.nextDouble()),
                    Optional.of(Durations.ofSeconds(60 + 600 * random.nextDouble())),
                    Optional.empty(),
                    1);
            var write = new Stage(
                    "write",
                    Stage.Kind.WRITE,
                    List.of("data"),
                    1,
                    Optional.empty(),
                    Duration.ZERO,
                    Optional.of(sites.get(to)));
            var data = new Dataset("data", Map.of(sites.get(from), size), Set.of());
            drawn.add(new Job("transfer " + k, List.of(data), List.of(write), cluster, Optional.empty())
                    .withTerms(terms));
        }
        sets.add(new JobSet("transfers", drawn));
    }

    /** Who is taken, and with which rates. */
    @Benchmark
    public JobsPlan plan() {
        return GdaPlanner.ofName(strategy).plan(sets.get(0), network);
    }
}
