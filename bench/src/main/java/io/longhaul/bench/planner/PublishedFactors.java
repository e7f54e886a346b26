package io.longhaul.bench.planner;

import io.longhaul.core.job.Dataset;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobRun;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.job.Repeat;
import io.longhaul.core.job.SiteShare;
import io.longhaul.core.job.Stage;
import io.longhaul.core.job.Terms;
import io.longhaul.core.job.TracedJob;
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
import io.longhaul.lab.topology.TopologyNetwork;
import io.longhaul.lab.topology.TopologyYaml;
import io.longhaul.lab.virtual.JobJudge;
import io.longhaul.lab.virtual.VirtualLab;
import io.longhaul.planner.job.GdaPlanner;
import io.longhaul.planner.job.JobPlanner;
import io.longhaul.planner.workload.JobDraw;
import io.longhaul.planner.workload.QueryShape;
import io.longhaul.stats.Quantiles;
import io.longhaul.store.trace.JobTrace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What the papers say their planners gain, beside what ours of the same name gain where a setting like theirs can be built:
 * a table in Markdown. Of the papers only the abstracts are at hand, so that settings are like theirs in the number of sites, what
 * binds and what runs, no more. All times are the judge's.
 *
 * <p>{@code PublishedFactors TRACE [JOBS]}, with a trace of Facebook's jobs, and {@code longhaul.grid} as for the other benches.
 */
public final class PublishedFactors {
    private static final Duration GRAIN = Duration.ofMillis(1);
    private static final int SITES = 8;
    /** Regions that there were when those papers measured. */
    private static final List<String> REGIONS = List.of(
            "aws:us-east-1",
            "aws:us-west-1",
            "aws:us-west-2",
            "aws:eu-west-1",
            "aws:eu-central-1",
            "aws:ap-northeast-1",
            "aws:ap-southeast-1",
            "aws:sa-east-1");

    private final List<TracedJob> traced;
    private final int count;

    private PublishedFactors(List<TracedJob> traced, int count) {
        this.traced = traced;
        this.count = count;
    }

    /** Jobs on a network. */
    private record Setting(String words, NetworkModel network, List<Job> jobs) {}

    /** What a plan came to. */
    private record Carried(double seconds, double octets, double dollars) {}

    /** Prints the table. */
    public static void main(String[] args) {
        List<TracedJob> traced = JobTrace.read(Path.of(args[0])).stream()
                .filter(job -> !job.shuffle().isZero())
                .toList();
        new PublishedFactors(traced, args.length > 1 ? Integer.parseInt(args[1]) : 60).table();
    }

    private void table() {
        System.out.println("| what | theirs | setting | median | 5 to 95 % | most |");
        System.out.println("|---|---|---|---|---|---|");
        NetworkModel regions = Grids.published();
        List<SiteId> eight = REGIONS.stream().map(SiteId::parse).toList();
        var grid = new Setting("eight EC2 regions of the grid", regions, drawn(eight, 32, 32, Terms.NONE));
        var later = new Terms(Duration.ofHours(1), Optional.empty(), Optional.empty(), 1);
        List<SiteId> numbered = sites();
        NetworkModel skewed = skewed(1, 1);
        var ports = new Setting("eight sites, ports of 0.1 to 2 Gbit/s", skewed, drawn(numbered, 32, 32, Terms.NONE));
        var moved = new Setting(ports.words() + ", data moved before", skewed, drawn(numbered, 32, 32, later));
        var slots = new Setting(ports.words() + ", 4 to 256 slots", skewed, drawn(numbered, 4, 256, Terms.NONE));
        var narrow = new Setting(
                ports.words() + ", paths of a twentieth of them to all",
                skewed(0.05, 1),
                drawn(numbered, 32, 32, Terms.NONE));

        for (Setting setting : List.of(grid, ports, moved)) {
            row("iridium: in-place over its time", "3 to 19", setting, "in-place", "iridium", Carried::seconds);
        }
        row("iridium: all-to-one over its time", "3 to 19", ports, "all-to-one", "iridium", Carried::seconds);
        row("tetrium: in-place over its time", "up to 4.5 (78 %)", slots, "in-place", "tetrium", Carried::seconds);
        row("tetrium: iridium over its time", "up to 2.2 (55 %)", slots, "iridium", "tetrium", Carried::seconds);
        row("kimchi: iridium over its cost", "1.2 to 1.3", grid, "iridium", "kimchi", Carried::dollars);
        row("kimchi: its time over iridium's", "1", grid, "kimchi", "iridium", Carried::seconds);
        row("geode: all-to-one over its octets", "250 to 360", grid, "all-to-one", "geode", Carried::octets);
        row("pixida: in-place over its octets", "up to 9", grid, "in-place", "pixida", Carried::octets);
        row("terra: varys over its time", "1.55 to 3.43", narrow, "varys", "terra", Carried::seconds);
        row("rapier: varys over its time", "not at hand", narrow, "varys", "rapier", Carried::seconds);
        row(
                "gaia: in-place over its time",
                "1.8 to 53.5",
                exchanges(numbered, narrow),
                "in-place",
                "gaia",
                Carried::seconds);
        streams();
        together(ports);
        for (Setting setting : List.of(grid, ports, slots, narrow)) {
            row("ours: in-place over its time", "", setting, "in-place", "longhaul", Carried::seconds);
        }
    }

    private static List<SiteId> sites() {
        return Stream.iterate(0, i -> i + 1)
                .limit(SITES)
                .map(i -> SiteId.parse("site:s" + i))
                .toList();
    }

    /** Ports of 0.1 to 2 Gbit/s, evenly by their logarithm; a path carries such a part of the narrower of its two. */
    private static NetworkModel skewed(double least, double most) {
        var random = new Random(1);
        double[] out =
                random.doubles(SITES).map(draw -> 1e8 * Math.pow(20, draw)).toArray();
        double[] in =
                random.doubles(SITES).map(draw -> 1e8 * Math.pow(20, draw)).toArray();
        List<SiteId> ids = sites();
        var sites = new ArrayList<SiteModel>();
        var links = new ArrayList<LinkModel>();
        for (int i = 0; i < SITES; i++) {
            sites.add(SiteModel.of(
                    ids.get(i),
                    VmCaps.of(Bandwidth.ofBitsPerSecond(out[i]), Bandwidth.ofBitsPerSecond(in[i])),
                    PricePerHour.ofDollars(0.5)));
            for (int j = 0; j < SITES; j++) {
                if (i != j) {
                    Link link = new Link(ids.get(i), ids.get(j));
                    double part = least + (most - least) * random.nextDouble();
                    links.add(LinkModel.of(
                            link,
                            RateCurve.of(8, Bandwidth.ofBitsPerSecond(part * Math.min(out[i], in[j]))),
                            EgressPrice.flat(link, PricePerGigabyte.ofDollars(0.02), "drawn", Optional.empty())));
                }
            }
        }
        return new NetworkModel(sites, links);
    }

    /** Jobs of the trace and TPC-DS queries in turn; slots by site between two numbers, evenly by their logarithm. */
    private List<Job> drawn(List<SiteId> sites, int least, int most, Terms terms) {
        var random = new Random(2);
        Map<SiteId, SiteShare> cluster = new TreeMap<>();
        sites.forEach(site -> cluster.put(site, new SiteShare(1, (int)
                Math.round(least * Math.pow((double) most / least, random.nextDouble())))));
        var draw = new JobDraw(cluster, 1);
        List<TracedJob> some = draw.some(traced, count);
        List<QueryShape> shapes = draw.some(QueryShape.all(), count);
        var jobs = new ArrayList<Job>();
        for (int k = 0; k < count; k++) {
            Job job = k % 2 == 0
                    ? draw.traced(k + " trace", some.get(k))
                    : draw.query(k + " " + shapes.get(k).name(), shapes.get(k));
            jobs.add(job.withTerms(terms));
        }
        return jobs;
    }

    /** A model that all sites exchange, of 0.1 to 10 GB each. */
    private Setting exchanges(List<SiteId> sites, Setting like) {
        var random = new Random(3);
        Map<SiteId, SiteShare> cluster = new TreeMap<>();
        sites.forEach(site -> cluster.put(site, new SiteShare(1, 16)));
        var jobs = new ArrayList<Job>();
        for (int k = 0; k < count; k++) {
            var size = DataSize.ofBytes(Math.round(1e8 * Math.pow(100, random.nextDouble())));
            Map<SiteId, DataSize> parts = new TreeMap<>();
            sites.forEach(site -> parts.put(site, size));
            var exchange = new Stage(
                    "exchange",
                    Stage.Kind.EXCHANGE,
                    List.of("model"),
                    1,
                    Optional.empty(),
                    Duration.ZERO,
                    Optional.empty());
            jobs.add(new Job(
                    k + " exchange",
                    List.of(new Dataset("model", parts, Set.of())),
                    List.of(exchange),
                    List.of(),
                    cluster,
                    Repeat.ONCE,
                    Terms.NONE));
        }
        return new Setting(like.words() + ", exchanges", like.network(), jobs);
    }

    /** Streams by WANify against one stream, on sites of the lab where more streams carry more. */
    private void streams() {
        NetworkModel network = TopologyNetwork.of(TopologyYaml.load("twelve"), VirtualLab.Options.KERNEL_BOTH_WAYS);
        List<SiteId> some =
                network.sites().stream().map(SiteModel::id).limit(SITES).toList();
        var setting = new Setting("eight of the lab's twelve sites", network, drawn(some, 32, 32, Terms.NONE));
        var one = new ArrayList<Double>();
        NetworkModel single = network.withOneStream();
        for (Job job : setting.jobs()) {
            double alone = carried(job, JobPlanner.plan(job, single, GdaPlanner.ofName("tetrium")), single)
                    .seconds();
            double with = carried(job, JobPlanner.plan(job, network, GdaPlanner.ofName("wanify")), network)
                    .seconds();
            one.add(alone / with);
        }
        print("wanify: tetrium with one stream over its time", "1.35 (26 %)", setting.words(), one);
    }

    /** Jobs that arrive one after the other and share all; mean time of those in place over SWAG's. */
    private void together(Setting setting) {
        var jobs = new ArrayList<Job>();
        List<Job> all = setting.jobs();
        for (int k = 0; k < all.size(); k++) {
            jobs.add(all.get(k).withTerms(Terms.NONE.withArrival(Durations.ofSeconds(5.0 * k))));
        }
        var set = new JobSet("together", jobs);
        double fair = mean(set, setting.network(), "in-place");
        print(
                "swag: in-place over its mean time, all jobs together",
                "up to 2 over SRPT (50 %)",
                setting.words() + ", one job every 5 s",
                List.of(fair / mean(set, setting.network(), "swag")));
    }

    private static double mean(JobSet set, NetworkModel network, String strategy) {
        JobsPlan plan = GdaPlanner.ofName(strategy).plan(set, network);
        return JobJudge.carryOut(set, plan, network, GRAIN).stream()
                .mapToDouble(run -> Durations.seconds(run.taken()))
                .average()
                .orElseThrow();
    }

    private static void row(
            String what,
            String theirs,
            Setting setting,
            String over,
            String strategy,
            ToDoubleFunction<Carried> value) {
        var ratios = new ArrayList<Double>();
        for (Job job : setting.jobs()) {
            double one = value.applyAsDouble(carried(job, setting.network(), over));
            double other = value.applyAsDouble(carried(job, setting.network(), strategy));
            if (other > 0) {
                ratios.add(one / other);
            }
        }
        print(what, theirs, setting.words(), ratios);
    }

    private static Carried carried(Job job, NetworkModel network, String strategy) {
        return carried(job, JobPlanner.plan(job, network, GdaPlanner.ofName(strategy)), network);
    }

    private static Carried carried(Job job, JobPlan plan, NetworkModel network) {
        JobRun run = JobJudge.carryOut(
                        JobSet.of(job), new JobsPlan(plan.strategy(), List.of(plan), List.of()), network, GRAIN)
                .get(0);
        return new Carried(
                Durations.seconds(run.taken()),
                (double) plan.moved().bytes(),
                plan.egress().dollars());
    }

    private static void print(String what, String theirs, String setting, List<Double> ratios) {
        double[] values = ratios.stream().mapToDouble(Double::doubleValue).toArray();
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %s (%d) | %.2f | %.2f to %.2f | %.1f |%n",
                what,
                theirs,
                setting,
                values.length,
                Quantiles.median(values),
                Quantiles.of(values, 0.05),
                Quantiles.of(values, 0.95),
                Quantiles.of(values, 1));
    }
}
