package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.job.SiteShare;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.topology.TopologyNetwork;
import io.longhaul.lab.topology.TopologyYaml;
import io.longhaul.lab.virtual.JobJudge;
import io.longhaul.lab.virtual.VirtualLab;
import io.longhaul.planner.job.GdaPlanner;
import io.longhaul.planner.job.JobPlanner;
import io.longhaul.planner.workload.JobDraw;
import io.longhaul.planner.workload.QueryShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The times that plans of jobs state, beside what the judge says of them; the two share no code. Jobs are drawn over sites of the
 * lab's topologies: round-trip times, paths, streams, and token buckets in one.
 */
class JobForecastTest {
    private static final Duration EXACTLY = Duration.ofNanos(1000);

    private static List<Job> jobs(NetworkModel network, int sites, long seed) {
        List<SiteId> all = network.sites().stream().map(site -> site.id()).toList();
        Map<SiteId, SiteShare> cluster = new TreeMap<>();
        var anyone = new JobDraw(Map.of(all.get(0), new SiteShare(1, 1)), seed);
        anyone.some(all, sites).forEach(site -> cluster.put(site, new SiteShare(1 + (int) (seed % 2), 16)));
        var draw = new JobDraw(cluster, seed);
        var jobs = new ArrayList<Job>();
        for (QueryShape shape : QueryShape.all()) {
            jobs.add(draw.query("query " + shape.name(), shape));
        }
        jobs.add(draw.allToAll("all to all"));
        jobs.add(draw.hubAndSpoke("hub and spoke"));
        return jobs;
    }

    private static double judged(Job job, JobPlan plan, NetworkModel network) {
        var plans = new JobsPlan(plan.strategy(), List.of(plan), List.of());
        return Durations.seconds(JobJudge.carryOut(JobSet.of(job), plans, network, EXACTLY)
                .get(0)
                .taken());
    }

    @ParameterizedTest
    @CsvSource({"twelve, 5", "forty, 6", "buckets, 4"})
    void plansTakeWhatTheySayAndOursIsBehindNobody(String topology, int sites) {
        NetworkModel network = TopologyNetwork.of(TopologyYaml.load(topology), VirtualLab.Options.KERNEL_BOTH_WAYS);
        for (long seed = 1; seed <= 3; seed++) {
            for (Job job : jobs(network, sites, seed)) {
                double best = Double.POSITIVE_INFINITY;
                double ours = Double.POSITIVE_INFINITY;
                for (GdaPlanner planner : GdaPlanner.all()) {
                    JobPlan plan = JobPlanner.plan(job, network, planner);
                    double judged = judged(job, plan, network);
                    assertThat(Durations.seconds(plan.time()) / judged)
                            .as("%s, seed %d, %s by %s", topology, seed, job.name(), planner.name())
                            .isCloseTo(1, within(0.02));
                    best = Math.min(best, judged);
                    ours = planner.name().equals("longhaul") ? judged : ours;
                }
                assertThat(ours)
                        .as("%s, seed %d, %s", topology, seed, job.name())
                        .isLessThanOrEqualTo(best * 1.005);
            }
        }
    }
}
