package io.longhaul.lab.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Dataset;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobPlan.StagePlan;
import io.longhaul.core.job.JobRun;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.job.Repeat;
import io.longhaul.core.job.RoutedFlow;
import io.longhaul.core.job.RoutedFlow.Piece;
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
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class JobJudgeTest {
    private static final Duration EXACT = Duration.ofNanos(1);
    private static final double MEGA = 1e6;

    private static SiteId site(int number) {
        return SiteId.parse("lab:s" + number);
    }

    private static Bandwidth megabits(double rate) {
        return Bandwidth.ofBitsPerSecond(rate * MEGA);
    }

    private static SiteModel site(int number, double egress, double ingress) {
        return SiteModel.of(site(number), VmCaps.of(megabits(egress), megabits(ingress)), PricePerHour.ofDollars(1));
    }

    private static LinkModel link(int from, int to, int streams, double rate) {
        var link = new Link(site(from), site(to));
        return LinkModel.of(
                link,
                RateCurve.of(streams, megabits(rate)),
                EgressPrice.flat(link, PricePerGigabyte.ofDollars(0.1), "test", Optional.empty()));
    }

    /** Sites with ports of so many Mbit/s; every pair carries a path's rate. */
    private static NetworkModel network(double[] egress, double[] ingress, double path) {
        var sites = new ArrayList<SiteModel>();
        var links = new ArrayList<LinkModel>();
        for (int i = 0; i < egress.length; i++) {
            sites.add(site(i, egress[i], ingress[i]));
            for (int j = 0; j < egress.length; j++) {
                if (i != j) {
                    links.add(link(i, j, 64, path));
                }
            }
        }
        return new NetworkModel(sites, links);
    }

    private static RoutedFlow flow(int from, int to, long octets) {
        return flow(from, to, octets, (double) octets);
    }

    private static RoutedFlow flow(int from, int to, long octets, double weight) {
        return new RoutedFlow(site(from), site(to), DataSize.ofBytes(octets), List.of(), 64, weight, 0, List.of());
    }

    private static StagePlan stage(String name, int priority, Map<SiteId, Double> shares, List<RoutedFlow> flows) {
        return new StagePlan(name, shares, flows, priority, Duration.ZERO, Duration.ZERO, Duration.ZERO, "");
    }

    /** A plan whose own times are nothing: the judge does not look at them. */
    private static JobPlan plan(String job, Map<SiteId, SiteShare> cluster, StagePlan... stages) {
        var vms = new TreeMap<SiteId, Integer>();
        cluster.forEach((site, share) -> vms.put(site, share.vms()));
        return new JobPlan(
                "test", job, 0, vms, List.of(), List.of(stages), Duration.ZERO, Duration.ZERO, Money.ZERO, Money.ZERO);
    }

    private static Map<SiteId, SiteShare> cluster(int sites, int vms, int slots) {
        var cluster = new TreeMap<SiteId, SiteShare>();
        for (int i = 0; i < sites; i++) {
            cluster.put(site(i), new SiteShare(vms, slots));
        }
        return cluster;
    }

    /** A job of one stage per name, each taking from the one before, that computes so many seconds a GB. */
    private static Job chain(
            String name, Map<SiteId, SiteShare> cluster, double seconds, Terms terms, String... stages) {
        var list = new ArrayList<Stage>();
        String input = "d";
        for (String stage : stages) {
            list.add(new Stage(
                    stage,
                    Stage.Kind.SHUFFLE,
                    List.of(input),
                    1,
                    Optional.empty(),
                    Durations.ofSeconds(seconds),
                    Optional.empty()));
            input = stage;
        }
        var dataset = new Dataset("d", Map.of(site(0), DataSize.ofGigabytes(1)), Set.of());
        return new Job(name, List.of(dataset), list, List.of(), cluster, Repeat.ONCE, terms);
    }

    private static List<JobRun> judge(NetworkModel network, List<Job> jobs, JobPlan... plans) {
        return JobJudge.carryOut(
                new JobSet("test", jobs), new JobsPlan("test", List.of(plans), List.of()), network, EXACT);
    }

    private static double seconds(JobRun run) {
        return Durations.seconds(run.taken());
    }

    /** The closed form: the busiest port or path (planner-models 5.5), on shuffles, ports and paths drawn anew. */
    @Test
    void aShuffleTakesAsLongAsItsBusiestPortOrPath() {
        for (long seed = 1; seed <= 200; seed++) {
            var random = new Random(seed);
            int sites = 2 + random.nextInt(7);
            double[] egress = random.doubles(sites, 100, 1000).toArray();
            double[] ingress = random.doubles(sites, 100, 1000).toArray();
            double path = seed % 2 == 0 ? 1e6 : 50 + random.nextDouble() * 200;
            double[] sent = new double[sites];
            double[] received = new double[sites];
            double longest = 0;
            var flows = new ArrayList<RoutedFlow>();
            for (int i = 0; i < sites; i++) {
                for (int j = 0; j < sites; j++) {
                    if (i != j && random.nextInt(4) > 0) {
                        long octets = 1_000_000L + random.nextInt(100_000_000);
                        flows.add(flow(i, j, octets));
                        sent[i] += 8.0 * octets;
                        received[j] += 8.0 * octets;
                        longest = Math.max(longest, 8.0 * octets / (path * MEGA));
                    }
                }
            }
            for (int i = 0; i < sites; i++) {
                longest = Math.max(longest, Math.max(sent[i] / (egress[i] * MEGA), received[i] / (ingress[i] * MEGA)));
            }
            var cluster = cluster(sites, 1, 0);
            JobRun run = judge(
                            network(egress, ingress, path),
                            List.of(chain("one", cluster, 0, Terms.NONE, "shuffle")),
                            plan("one", cluster, stage("shuffle", 0, Map.of(site(0), 1.0), flows)))
                    .get(0);
            assertThat(seconds(run)).as("seed %d", seed).isCloseTo(longest, within(1e-6 * longest + 2e-9));
        }
    }

    /** 100 MB and 300 MB leave a site of 800 Mbit/s: with the same weight 2 s and 4 s, in turn 1 s and 4 s. */
    @Test
    void twoJobsShareACapByWeightOrInTurn() {
        var cluster = cluster(3, 1, 0);
        NetworkModel network = network(new double[] {800, 9e3, 9e3}, new double[] {9e3, 9e3, 9e3}, 9e3);
        List<Job> jobs = List.of(
                chain("small", cluster, 0, Terms.NONE, "shuffle"), chain("large", cluster, 0, Terms.NONE, "shuffle"));
        JobPlan small =
                plan("small", cluster, stage("shuffle", 0, Map.of(site(1), 1.0), List.of(flow(0, 1, 100_000_000, 7))));
        for (int priority = 0; priority < 2; priority++) {
            JobPlan large = plan(
                    "large",
                    cluster,
                    stage("shuffle", priority, Map.of(site(2), 1.0), List.of(flow(0, 2, 300_000_000, 7))));
            List<JobRun> runs = judge(network, jobs, small, large);
            assertThat(seconds(runs.get(0))).isCloseTo(priority == 0 ? 2 : 1, within(1e-6));
            assertThat(seconds(runs.get(1))).isCloseTo(4, within(1e-6));
        }
    }

    /** 1 GB at 8 s a GB on 4 slots: 2 s alone. The second comes when half is done, and both get half of the slots. */
    @Test
    void jobsShareSlots() {
        var cluster = cluster(1, 1, 4);
        Terms later = Terms.NONE.withArrival(Duration.ofSeconds(1));
        List<Job> jobs =
                List.of(chain("first", cluster, 8, Terms.NONE, "work"), chain("second", cluster, 8, later, "work"));
        List<JobRun> runs = judge(
                network(new double[] {1}, new double[] {1}, 1),
                jobs,
                plan("first", cluster, stage("work", 0, Map.of(site(0), 1.0), List.of())),
                plan("second", cluster, stage("work", 0, Map.of(site(0), 1.0), List.of())));
        assertThat(Durations.seconds(runs.get(0).end())).isCloseTo(3, within(1e-6));
        assertThat(Durations.seconds(runs.get(1).end())).isCloseTo(4, within(1e-6));
    }

    /** 3 GB of credit that 100 Mbit/s refill go at 900 Mbit/s for 30 s, 3.375 GB; what is left of 4 GB at 100 Mbit/s. */
    @Test
    void aSpentBucketSlowsAStage() {
        var bucket = new TokenBucket(megabits(900), megabits(100), DataSize.ofGigabytes(3), megabits(100));
        var caps = new VmCaps(megabits(900), megabits(900), Optional.empty(), Optional.of(bucket));
        var network = new NetworkModel(
                List.of(SiteModel.of(site(0), caps, PricePerHour.ofDollars(1)), site(1, 900, 900)),
                List.of(link(0, 1, 64, 900)));
        var cluster = cluster(2, 1, 0);
        JobRun run = judge(
                        network,
                        List.of(chain("one", cluster, 0, Terms.NONE, "shuffle")),
                        plan(
                                "one",
                                cluster,
                                stage("shuffle", 0, Map.of(site(1), 1.0), List.of(flow(0, 1, 4_000_000_000L)))))
                .get(0);
        assertThat(seconds(run)).isCloseTo(30 + 0.625 * 8000 / 100, within(1e-3));
    }

    /**
     * One stream of 116 Mbit/s over 100 ms needs 1.45 MB in flight: ten segments of 1448 octets double seven times. By then
     * 127 windows of ten segments are sent.
     */
    @Test
    void streamsConnectAndRampUp() {
        var link = link(0, 1, 1, 116).withRtt(Duration.ofMillis(100));
        var network = new NetworkModel(List.of(site(0, 1000, 1000), site(1, 1000, 1000)), List.of(link));
        var cluster = cluster(2, 1, 0);
        var one = new RoutedFlow(site(0), site(1), DataSize.ofMegabytes(50), List.of(), 1, 1, 0, List.of());
        JobRun run = judge(
                        network,
                        List.of(chain("one", cluster, 0, Terms.NONE, "shuffle")),
                        plan("one", cluster, stage("shuffle", 0, Map.of(site(1), 1.0), List.of(one))))
                .get(0);
        double sent = 127 * 14480.0;
        assertThat(seconds(run)).isCloseTo(0.1 + 7 * 0.1 + (50e6 - sent) * 8 / 116e6 + 0.05, within(1e-6));
        assertThat(run.stages().get(0).slowest()).isEqualTo("lab:s0 -> lab:s1");
    }

    /** 16 of 64 streams carry a quarter; a relay passes on what its narrower leg carries, and both legs load its VMs. */
    @Test
    void streamsAndRelaysBindAsTheyAre() {
        var network = new NetworkModel(
                List.of(site(0, 1000, 1000), site(1, 300, 1000), site(2, 1000, 1000)),
                List.of(link(0, 2, 64, 800), link(0, 1, 64, 900), link(1, 2, 64, 900)));
        var cluster = cluster(3, 1, 0);
        var few = new RoutedFlow(site(0), site(2), DataSize.ofMegabytes(100), List.of(), 16, 1, 0, List.of());
        var relayed =
                new RoutedFlow(site(0), site(2), DataSize.ofMegabytes(150), List.of(site(1)), 64, 1, 1, List.of());
        JobRun run = judge(
                        network,
                        List.of(chain("one", cluster, 0, Terms.NONE, "shuffle")),
                        plan("one", cluster, stage("shuffle", 0, Map.of(site(2), 1.0), List.of(few, relayed))))
                .get(0);
        // the relayed flow is of the second phase: 800 Mbit at 200, then 1200 at 300
        assertThat(seconds(run)).isCloseTo(4 + 4, within(1e-6));
    }

    /** A flow that was promised 400 Mbit/s for 2 s, on a site of 500 that another loads as well. */
    @Test
    void aPromisedRateIsKeptBesideOthersAndMadeUpFor() {
        var cluster = cluster(3, 1, 0);
        List<Job> jobs = List.of(
                chain("promised", cluster, 0, Terms.NONE, "send"), chain("other", cluster, 0, Terms.NONE, "send"));
        var promised = new RoutedFlow(
                site(0),
                site(1),
                DataSize.ofMegabytes(100),
                List.of(),
                64,
                1,
                0,
                List.of(new Piece(Duration.ofSeconds(1), Duration.ofSeconds(3), megabits(400))));
        JobPlan first = plan("promised", cluster, stage("send", 0, Map.of(site(1), 1.0), List.of(promised)));
        JobPlan second =
                plan("other", cluster, stage("send", 1, Map.of(site(2), 1.0), List.of(flow(0, 2, 100_000_000))));
        List<JobRun> runs =
                judge(network(new double[] {500, 9e3, 9e3}, new double[] {9e3, 9e3, 9e3}, 9e3), jobs, first, second);
        assertThat(seconds(runs.get(0))).isCloseTo(3, within(1e-6));
        // 500 Mbit in the first second, 100 a second for two, 100 left
        assertThat(seconds(runs.get(1))).isCloseTo(3.2, within(1e-6));

        // where the network has 200 only, what is behind goes on after the last piece: 800 Mbit at 200
        runs = judge(network(new double[] {200, 9e3, 9e3}, new double[] {9e3, 9e3, 9e3}, 9e3), jobs, first, second);
        assertThat(seconds(runs.get(0))).isCloseTo(5, within(1e-6));
        assertThat(seconds(runs.get(1))).isCloseTo(8, within(1e-6));
    }

    @Test
    void costIsEgressAndVmsForTheTimeItTook() {
        var cluster = cluster(2, 3, 0);
        NetworkModel network = network(new double[] {100, 100}, new double[] {100, 100}, 100);
        JobPlan plan =
                plan("one", cluster, stage("send", 0, Map.of(site(1), 1.0), List.of(flow(0, 1, 3_750_000_000L))));
        JobRun run = judge(network, List.of(chain("one", cluster, 0, Terms.NONE, "send")), plan)
                .get(0);
        assertThat(seconds(run)).isCloseTo(100, within(1e-6)); // three VM pairs of 100 Mbit/s
        assertThat(run.cost().dollars()).isCloseTo(6 * 100 / 3600.0, within(1e-6));
    }

    @Test
    void whatNeverEndsIsNamed() {
        var cluster = cluster(2, 1, 0);
        NetworkModel network = network(new double[] {100, 100}, new double[] {100, 100}, 100);
        Job job = chain("one", cluster, 0, Terms.NONE, "send");
        JobPlan without = new JobPlan(
                "test",
                "one",
                0,
                Map.of(site(0), 1),
                List.of(),
                List.of(stage("send", 0, Map.of(site(1), 1.0), List.of(flow(0, 1, 1000)))),
                Duration.ZERO,
                Duration.ZERO,
                Money.ZERO,
                Money.ZERO);
        assertThatThrownBy(() -> judge(network, List.of(job), without))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("The job one never ends: its stage send stands still");
    }

    /** Jobs drawn anew, over ports, paths, slots, priorities and weights, against a second judge that shares no code. */
    @Test
    void aSecondJudgeSaysTheSame() {
        for (long seed = 1; seed <= 60; seed++) {
            compare(seed, 2 + (int) (seed % 4), 1 + (int) (seed % 6));
        }
    }

    /** As many flows at once on few ways, so that most go in bundles and leave them when others end. */
    @Test
    void aSecondJudgeSaysTheSameOfCrowds() {
        for (long seed = 101; seed <= 112; seed++) {
            compare(seed, 2 + (int) (seed % 2), 25);
        }
    }

    private static void compare(long seed, int sites, int count) {
        var random = new Random(seed);
        var cluster = cluster(sites, 1 + random.nextInt(3), 1 + random.nextInt(8));
        NetworkModel network = network(
                random.doubles(sites, 100, 1000).toArray(),
                random.doubles(sites, 100, 1000).toArray(),
                random.nextBoolean() ? 1e4 : 150);
        var jobs = new ArrayList<Job>();
        var plans = new ArrayList<JobPlan>();
        for (int j = 0; j < count; j++) {
            Terms terms = Terms.NONE.withArrival(Durations.ofMillis(random.nextInt(4000)));
            String name = "j" + j;
            jobs.add(chain(name, cluster, random.nextInt(3) * 0.7, terms, "a", "b"));
            plans.add(plan(name, cluster, randomStage("a", sites, random), randomStage("b", sites, random)));
        }
        List<JobRun> runs = judge(network, jobs, plans.toArray(JobPlan[]::new));
        Map<String, Double> plain = new PlainJudge(network, cluster, jobs, plans).ends();
        for (JobRun run : runs) {
            double end = plain.getOrDefault(run.job(), 0.0);
            assertThat(Durations.seconds(run.end()))
                    .as("seed %d, %s", seed, run.job())
                    .isCloseTo(end, within(1e-6 * end));
        }
    }

    private static StagePlan randomStage(String name, int sites, Random random) {
        var shares = new HashMap<SiteId, Double>();
        double[] parts = random.doubles(sites, 0, 1).toArray();
        double sum = 0;
        for (double part : parts) {
            sum += part;
        }
        for (int i = 0; i < sites; i++) {
            shares.put(site(i), parts[i] / sum);
        }
        var flows = new ArrayList<RoutedFlow>();
        for (int i = 0; i < sites; i++) {
            for (int j = 0; j < sites; j++) {
                if (i != j && random.nextInt(3) > 0) {
                    flows.add(flow(i, j, 1_000_000 + random.nextInt(80_000_000), 1 + random.nextInt(5)));
                }
            }
        }
        return stage(name, random.nextInt(3), shares, flows);
    }
}
