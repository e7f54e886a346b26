package io.longhaul.planner.job;

import io.longhaul.core.job.Dataset;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.job.Repeat;
import io.longhaul.core.job.SiteShare;
import io.longhaul.core.job.Stage;
import io.longhaul.core.job.Terms;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** Networks and jobs, drawn by hand or at random. */
final class Jobs {
    private Jobs() {}

    static SiteId site(int number) {
        return new SiteId("lab", "s" + number);
    }

    static long megabits(double rate) {
        return Math.round(rate * 1e6);
    }

    /** Sites with Mbit/s out and in; a path carries what its ends do, unless {@code paths} draws less. */
    static NetworkModel network(double[] up, double[] down, Optional<Random> paths) {
        var sites = new ArrayList<SiteModel>();
        var links = new ArrayList<LinkModel>();
        for (int i = 0; i < up.length; i++) {
            VmCaps caps = VmCaps.of(new Bandwidth(megabits(up[i])), new Bandwidth(megabits(down[i])));
            sites.add(SiteModel.of(site(i), caps, PricePerHour.FREE));
            for (int j = 0; j < up.length; j++) {
                if (i != j) {
                    Link link = new Link(site(i), site(j));
                    double rate = Math.min(up[i], down[j])
                            * paths.map(random -> 0.2 + 1.2 * random.nextDouble())
                                    .orElse(1.0);
                    links.add(LinkModel.of(
                            link,
                            RateCurve.of(8, new Bandwidth(megabits(rate))),
                            EgressPrice.flat(link, PricePerGigabyte.ofDollars(0.02), "test", Optional.empty())));
                }
            }
        }
        return new NetworkModel(sites, links);
    }

    static NetworkModel randomNetwork(int sites, Random random, boolean paths) {
        double[] up = random.doubles(sites, 100, 5000).toArray();
        double[] down = random.doubles(sites, 100, 5000).toArray();
        return network(up, down, paths ? Optional.of(random) : Optional.empty());
    }

    static Dataset dataset(String name, double... megabytes) {
        Map<SiteId, DataSize> sizes = new TreeMap<>();
        for (int i = 0; i < megabytes.length; i++) {
            sizes.put(site(i), DataSize.ofBytes(Math.round(megabytes[i] * 1e6)));
        }
        return new Dataset(name, sizes, Set.of());
    }

    static Stage stage(String name, Stage.Kind kind, double selectivity, double secondsPerGigabyte, String... inputs) {
        Optional<SiteId> at = kind == Stage.Kind.WRITE ? Optional.of(site(0)) : Optional.empty();
        return new Stage(
                name,
                kind,
                List.of(inputs),
                selectivity,
                Optional.empty(),
                Durations.ofSeconds(secondsPerGigabyte),
                at);
    }

    /** What lies at some sites is written to one. */
    static Job write(String name, int to, Terms terms, double... megabytes) {
        Stage write = new Stage(
                "write", Stage.Kind.WRITE, List.of("d"), 1, Optional.empty(), Duration.ZERO, Optional.of(site(to)));
        return new Job(
                        name,
                        List.of(dataset("d", megabytes)),
                        List.of(write),
                        cluster(megabytes.length, 1),
                        Optional.empty())
                .withTerms(terms);
    }

    static Map<SiteId, SiteShare> cluster(int sites, int slots) {
        Map<SiteId, SiteShare> cluster = new TreeMap<>();
        for (int i = 0; i < sites; i++) {
            cluster.put(site(i), new SiteShare(1, slots));
        }
        return cluster;
    }

    static Job job(Map<SiteId, SiteShare> cluster, List<Dataset> datasets, Stage... stages) {
        return new Job("job", datasets, List.of(stages), cluster, Optional.<Duration>empty());
    }

    /** Two datasets, and stages of every kind that take from datasets or earlier stages. */
    static Job randomJob(int sites, Random random) {
        Map<SiteId, SiteShare> cluster = new TreeMap<>();
        for (int i = 0; i < sites; i++) {
            cluster.put(site(i), new SiteShare(1 + random.nextInt(3), 1 + random.nextInt(20)));
        }
        List<Dataset> datasets = new ArrayList<>(List.of(
                dataset("large", random.doubles(sites, 0, 50_000).toArray()),
                dataset("small", random.doubles(sites, 0, 500).toArray())));
        if (random.nextBoolean()) {
            Set<SiteId> forbidden = Set.of(site(random.nextInt(sites)));
            datasets.set(0, new Dataset("large", datasets.get(0).sizes(), forbidden));
        }
        Stage.Kind[] kinds = Stage.Kind.values();
        var names = new ArrayList<>(List.of("large", "small"));
        var stages = new ArrayList<Stage>();
        int count = 1 + random.nextInt(6);
        for (int s = 0; s < count; s++) {
            Stage.Kind kind = s == 0 ? Stage.Kind.READ : kinds[random.nextInt(kinds.length - 1)];
            String first = s == 0 ? "large" : names.get(1 + random.nextInt(names.size() - 1));
            String second = names.get(1 + random.nextInt(names.size() - 1));
            boolean two = (kind == Stage.Kind.JOIN || kind == Stage.Kind.BROADCAST) && !first.equals(second);
            Stage.Kind possible =
                    two || (kind != Stage.Kind.JOIN && kind != Stage.Kind.BROADCAST) ? kind : Stage.Kind.SHUFFLE;
            String[] inputs = two ? new String[] {first, second} : new String[] {first};
            double slow = random.nextInt(3) == 0 ? 0 : 5 * random.nextDouble();
            stages.add(stage("s" + s, possible, 0.05 + random.nextDouble(), slow, inputs));
            names.add("s" + s);
        }
        return job(cluster, datasets, stages.toArray(new Stage[0]));
    }

    /** Jobs that only write, by what lies at four sites of 1000 Mbit/s; by job the priority that a planner gives them. */
    static List<Integer> priorities(GdaPlanner planner, Job... jobs) {
        double[] ports = {1000, 1000, 1000, 1000};
        JobsPlan plan = planner.plan(new JobSet("jobs", List.of(jobs)), network(ports, ports, Optional.empty()));
        return plan.plans().stream().map(one -> one.stages().get(0).priority()).toList();
    }

    /** One that counts so much beside others. */
    static Terms weight(double weight) {
        return new Terms(Duration.ZERO, Optional.empty(), Optional.empty(), weight);
    }

    /** A model that every site exchanges, in some rounds. */
    static Job exchange(Repeat repeat, double... megabytes) {
        return new Job(
                "exchange",
                List.of(dataset("model", megabytes)),
                List.of(stage("exchange", Stage.Kind.EXCHANGE, 1, 0, "model")),
                List.of(),
                cluster(megabytes.length, 1),
                repeat,
                Terms.NONE);
    }

    /** One to four jobs on one cluster: arrivals, weights, query plans, deadlines, rounds, an exchange at times. */
    static JobSet randomSet(int sites, Random random) {
        Map<SiteId, SiteShare> cluster = randomJob(sites, random).cluster();
        var jobs = new ArrayList<Job>();
        int count = 1 + random.nextInt(4);
        for (int j = 0; j < count; j++) {
            Job one = randomJob(sites, random);
            var alternatives = new ArrayList<List<Stage>>();
            if (random.nextBoolean()) {
                Stage last = one.stages().get(one.stages().size() - 1);
                var stages = new ArrayList<>(one.stages());
                stages.add(stage("more", Stage.Kind.SHUFFLE, random.nextDouble(), 1, last.name()));
                alternatives.add(stages);
            }
            var stages = new ArrayList<>(one.stages());
            if (random.nextInt(3) == 0) {
                stages.add(stage(
                        "sync",
                        Stage.Kind.EXCHANGE,
                        1,
                        0,
                        stages.get(stages.size() - 1).name()));
            }
            Terms terms = new Terms(
                    Durations.ofSeconds(random.nextInt(3) * 40.0 * random.nextDouble()),
                    random.nextInt(3) == 0
                            ? Optional.of(Durations.ofSeconds(20 + random.nextInt(400)))
                            : Optional.empty(),
                    Optional.empty(),
                    1 + random.nextInt(3));
            Repeat repeat = random.nextInt(3) == 0 ? new Repeat(1 + random.nextInt(4), 0.3) : Repeat.ONCE;
            jobs.add(new Job("job" + j, one.datasets(), stages, alternatives, cluster, repeat, terms));
        }
        return new JobSet("jobs", jobs);
    }
}
