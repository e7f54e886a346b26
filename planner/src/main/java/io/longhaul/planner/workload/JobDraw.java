package io.longhaul.planner.workload;

import io.longhaul.core.job.Dataset;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.Repeat;
import io.longhaul.core.job.SiteShare;
import io.longhaul.core.job.Stage;
import io.longhaul.core.job.Stage.Kind;
import io.longhaul.core.job.Terms;
import io.longhaul.core.job.TracedJob;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Draws jobs over the sites of a cluster. The same cluster, seed and calls give the same jobs.
 *
 * <p>Data are spread like this: some sites are more popular than others, by Zipf's law over an order that is drawn once; a
 * dataset has a block of 256 MB at each of as many sites as it has blocks, all at most, drawn by popularity without
 * repetition; its octets are split over them by popularity times a draw of the exponential law. So small data lie at one
 * site, large ones at many, and rarely alike. Computing is in no trace: reading takes 4 s a GB on a slot, and what follows 2 s.
 * Confined to one thread.
 */
public final class JobDraw {
    private static final double BLOCK = 256e6;
    private static final Duration READING = Duration.ofSeconds(4);
    private static final Duration AFTERWARDS = Duration.ofSeconds(2);
    /** Least and largest octets of an exchange that is drawn. */
    private static final double LEAST = 1e9;

    private static final double LARGEST = 1e12;

    private final Map<SiteId, SiteShare> cluster;
    private final List<SiteId> byPopularity;
    private final SplittableRandom random;

    /** Draws over a cluster. */
    public JobDraw(Map<SiteId, SiteShare> cluster, long seed) {
        this.cluster = new TreeMap<>(cluster);
        this.random = new SplittableRandom(seed);
        this.byPopularity = shuffled(List.copyOf(this.cluster.keySet()));
    }

    private <T> List<T> shuffled(List<T> values) {
        var list = new ArrayList<>(values);
        for (int i = list.size() - 1; i > 0; i--) {
            Collections.swap(list, i, random.nextInt(i + 1));
        }
        return list;
    }

    private double exponential() {
        return -Math.log(1 - random.nextDouble());
    }

    /** Some of a list, each at most once unless more are wanted than there are; in an order drawn. */
    public <T> List<T> some(List<T> values, int count) {
        var some = new ArrayList<T>();
        while (some.size() < count) {
            List<T> all = shuffled(values);
            some.addAll(all.subList(0, Math.min(all.size(), count - some.size())));
        }
        return some;
    }

    /** Arrivals of a Poisson process: times between them are of the exponential law. */
    public List<Duration> arrivals(int count, Duration meanBetween) {
        var arrivals = new ArrayList<Duration>();
        double now = 0;
        for (int i = 0; i < count; i++) {
            arrivals.add(Durations.ofSeconds(now));
            now += exponential() * Durations.seconds(meanBetween);
        }
        return arrivals;
    }

    /** Octets of a dataset by site. */
    private Map<SiteId, DataSize> spread(double octets) {
        int blocks = (int) Math.min(byPopularity.size(), Math.max(1, Math.ceil(octets / BLOCK)));
        // sites by rising exponential draw over popularity are a draw without repetition (Efraimidis and Spirakis 2006)
        double[] keys = new double[byPopularity.size()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = exponential() * (i + 1);
        }
        double[] rising = keys.clone();
        Arrays.sort(rising);
        double last = rising[blocks - 1];
        double[] parts = new double[keys.length];
        double sum = 0;
        for (int i = 0; i < keys.length; i++) {
            parts[i] = keys[i] <= last ? exponential() / (i + 1) : 0;
            sum += parts[i];
        }
        var sizes = new TreeMap<SiteId, DataSize>();
        for (int i = 0; i < keys.length; i++) {
            long bytes = Math.round(octets * parts[i] / sum);
            if (bytes > 0) {
                sizes.put(byPopularity.get(i), DataSize.ofBytes(bytes));
            }
        }
        if (sizes.isEmpty()) {
            sizes.put(byPopularity.get(0), DataSize.ofBytes(1));
        }
        return sizes;
    }

    /** A job of a trace: a read whose output is what was shuffled, and a shuffle; or a read alone. */
    public Job traced(String name, TracedJob traced) {
        boolean shuffles = !traced.shuffle().isZero();
        var stages = new ArrayList<Stage>();
        stages.add(
                stage("map", Kind.READ, READING, Optional.of(shuffles ? traced.shuffle() : traced.output()), "input"));
        if (shuffles) {
            stages.add(stage("reduce", Kind.SHUFFLE, AFTERWARDS, Optional.of(traced.output()), "map"));
        }
        return job(name, List.of(dataset("input", (double) traced.input().bytes())), stages);
    }

    /** A query of a published benchmark over tables of 100 to 1000 scale factors. */
    public Job query(String name, QueryShape shape) {
        double scale = logUniform(100, 1000) / 1000;
        var datasets = new ArrayList<Dataset>();
        shape.tables().forEach((table, octets) -> {
            double size = Math.max(1, octets * (octets > QueryShape.FACT ? scale : Math.sqrt(scale)));
            datasets.add(dataset(table, size));
        });
        var stages = new ArrayList<Stage>();
        for (QueryShape.Step step : shape.steps()) {
            // how much a filter keeps depends on its constants: within a factor of two of what is typical
            double keeps = step.kind() == Kind.WRITE ? 1 : step.selectivity() * logUniform(0.5, 2);
            stages.add(new Stage(
                    step.name(),
                    step.kind(),
                    step.inputs(),
                    keeps,
                    Optional.empty(),
                    step.kind() == Kind.READ || step.kind() == Kind.BROADCAST ? READING : AFTERWARDS,
                    Optional.empty()));
        }
        return job(name, datasets, stages);
    }

    /** Every site has about as much, and all of it is shuffled. */
    public Job allToAll(String name) {
        double octets = logUniform(LEAST, LARGEST);
        var sizes = new TreeMap<SiteId, DataSize>();
        cluster.keySet()
                .forEach(site -> sizes.put(
                        site, DataSize.ofBytes(Math.round(octets / cluster.size() * (0.5 + random.nextDouble())))));
        return job(
                name,
                List.of(new Dataset("parts", sizes, Set.of())),
                List.of(stage("exchange", Kind.SHUFFLE, AFTERWARDS, Optional.empty(), "parts")));
    }

    /** Data of all sites are reduced where they lie and gathered at one, and what comes of them goes from there to all. */
    public Job hubAndSpoke(String name) {
        double octets = logUniform(LEAST, LARGEST);
        SiteId hub = byPopularity.get(random.nextInt(byPopularity.size()));
        var stages = List.of(
                new Stage(
                        "reduce",
                        Kind.READ,
                        List.of("events"),
                        logUniform(0.05, 0.5),
                        Optional.empty(),
                        READING,
                        Optional.empty()),
                new Stage(
                        "gather",
                        Kind.WRITE,
                        List.of("reduce"),
                        logUniform(0.01, 0.1),
                        Optional.empty(),
                        AFTERWARDS,
                        Optional.of(hub)),
                stage("apply", Kind.BROADCAST, AFTERWARDS, Optional.empty(), "events", "gather"));
        return job(name, List.of(dataset("events", octets)), stages);
    }

    private double logUniform(double least, double most) {
        return least * Math.pow(most / least, random.nextDouble());
    }

    private Dataset dataset(String name, double octets) {
        return new Dataset(name, spread(octets), Set.of());
    }

    private static Stage stage(
            String name, Kind kind, Duration perGigabyte, Optional<DataSize> output, String... inputs) {
        return new Stage(name, kind, List.of(inputs), 1, output, perGigabyte, Optional.empty());
    }

    private Job job(String name, List<Dataset> datasets, List<Stage> stages) {
        return new Job(name, datasets, stages, List.of(), cluster, Repeat.ONCE, Terms.NONE);
    }
}
