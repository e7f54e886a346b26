package io.longhaul.bench.planner;

import io.longhaul.core.job.Dataset;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.job.SiteShare;
import io.longhaul.core.job.Stage;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.planner.job.GdaPlanner;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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

/** One job after the other by one strategy, warm, on the published grid; the percentiles are over jobs. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 4)
@Measurement(iterations = 3, time = 5)
@Fork(1)
public class JobBench {
    private static final int JOBS = 30;

    /** Name of a planner. */
    @Param({
        "longhaul",
        "in-place",
        "all-to-one",
        "iridium",
        "tetrium",
        "gaia",
        "kimchi",
        "pixida",
        "geode",
        "swag",
        "clarinet",
        "wanify",
        "varys",
        "sincronia",
        "terra",
        "rapier",
        "amoeba"
    })
    private String strategy = "longhaul";

    /** Sites and stages of every job. */
    @Param({"10x20", "63x20", "10x4", "63x4"})
    private String size = "10x20";

    private final NetworkModel network = Grids.published();
    private final List<JobSet> jobs = new ArrayList<>();
    private int next;

    @Setup
    public void draw() {
        int sites = Integer.parseInt(size.substring(0, size.indexOf('x')));
        int stages = Integer.parseInt(size.substring(size.indexOf('x') + 1));
        for (int seed = 0; seed < JOBS; seed++) {
            jobs.add(JobSet.of(job(network, sites, stages, new Random(seed))));
        }
    }

    /** The plan of the next job. */
    @Benchmark
    public JobsPlan plan() {
        next = (next + 1) % jobs.size();
        return GdaPlanner.ofName(strategy).plan(jobs.get(next), network);
    }

    /** Two datasets over drawn sites; reads first, then shuffles and joins of what came before. */
    static Job job(NetworkModel network, int sites, int stages, Random random) {
        var all = new ArrayList<>(network.sites());
        Collections.shuffle(all, random);
        var cluster = new TreeMap<SiteId, SiteShare>();
        var large = new TreeMap<SiteId, DataSize>();
        var small = new TreeMap<SiteId, DataSize>();
        for (var site : all.subList(0, sites)) {
            cluster.put(site.id(), new SiteShare(1 + random.nextInt(4), 4 + random.nextInt(60)));
            large.put(site.id(), DataSize.ofBytes(1_000_000L * random.nextInt(100_000)));
            small.put(site.id(), DataSize.ofBytes(1_000_000L * random.nextInt(5_000)));
        }
        var names = new ArrayList<>(List.of("large", "small"));
        var graph = new ArrayList<Stage>();
        for (int s = 0; s < stages; s++) {
            String first = s < 2 ? names.get(s) : names.get(names.size() - 1);
            String second = s < 3 ? first : names.get(2 + random.nextInt(names.size() - 2));
            boolean joins = !first.equals(second) && random.nextInt(3) == 0;
            Stage.Kind kind = s < 2 ? Stage.Kind.READ : joins ? Stage.Kind.JOIN : Stage.Kind.SHUFFLE;
            graph.add(new Stage(
                    "s" + s,
                    kind,
                    joins ? List.of(first, second) : List.of(first),
                    0.2 + random.nextDouble(),
                    Optional.empty(),
                    Durations.ofSeconds(2 * random.nextDouble()),
                    Optional.empty()));
            names.add("s" + s);
        }
        return new Job(
                "drawn",
                List.of(new Dataset("large", large, Set.of()), new Dataset("small", small, Set.of())),
                graph,
                cluster,
                Optional.empty());
    }
}
