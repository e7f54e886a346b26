package io.longhaul.planner.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Dataset;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobCheck;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.job.Repeat;
import io.longhaul.core.job.SiteShare;
import io.longhaul.core.job.Stage;
import io.longhaul.core.job.Stage.Kind;
import io.longhaul.core.job.Terms;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Durations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What every planner of jobs keeps. */
abstract class GdaPlannerContract {
    abstract GdaPlanner planner();

    static double seconds(JobPlan plan) {
        return Durations.seconds(plan.time());
    }

    static double share(JobPlan plan, int stage, int site) {
        return plan.stages().get(stage).shares().getOrDefault(Jobs.site(site), 0.0);
    }

    JobPlan plan(Job job, NetworkModel network) {
        return JobPlanner.plan(job, network, planner());
    }

    @Test
    void itsNameFindsIt() {
        assertThat(GdaPlanner.ofName(planner().name())).hasSameClassAs(planner());
    }

    /** The check, which shares no code with planners, accepts every plan for jobs drawn anew; asked again it says the same. */
    @Test
    void everyPlanPassesTheCheck() {
        int planned = 0;
        for (long seed = 1; seed <= 60; seed++) {
            Random random = new Random(seed);
            int sites = 2 + random.nextInt(6);
            NetworkModel network = Jobs.randomNetwork(sites, random, random.nextBoolean());
            JobSet jobs = Jobs.randomSet(sites, random);
            JobsPlan plan = planner().plan(jobs, network);
            planned += plan.plans().size();
            assertThat(JobCheck.violations(jobs, network, plan))
                    .as("seed %d", seed)
                    .isEmpty();
            assertThat(plan).as("seed %d again", seed).isEqualTo(planner().plan(jobs, network));
            assertThat(plan.strategy()).isEqualTo(planner().name());
        }
        assertThat(planned).isGreaterThan(60);
    }

    /** Data that may not leave two sites, one without slots: the job is refused with the reason, others are planned. */
    @Test
    void impossibleJobsAreRefusedAlone() {
        Map<SiteId, SiteShare> cluster =
                new TreeMap<>(Map.of(Jobs.site(0), new SiteShare(1, 1), Jobs.site(1), new SiteShare(1, 0)));
        Dataset kept = new Dataset("d", Jobs.dataset("d", 100, 100).sizes(), Set.of(Jobs.site(0)));
        Job impossible = new Job(
                "impossible",
                List.of(kept),
                List.of(Jobs.stage("map", Kind.READ, 1, 1, "d")),
                cluster,
                Optional.empty());
        Job fine = new Job(
                "fine",
                List.of(Jobs.dataset("d", 100, 0)),
                List.of(Jobs.stage("map", Kind.READ, 1, 1, "d")),
                cluster,
                Optional.empty());
        NetworkModel network = Jobs.network(new double[] {1000, 1000}, new double[] {1000, 1000}, Optional.empty());

        JobsPlan plan = planner().plan(new JobSet("two", List.of(impossible, fine)), network);

        assertThat(plan.plans()).extracting(JobPlan::job).containsExactly("fine");
        assertThat(plan.refused()).singleElement().satisfies(refusal -> {
            assertThat(refusal.job()).isEqualTo("impossible");
            assertThat(refusal.reason()).contains("The stage map has no place");
        });
    }

    @Test
    void whatTheNetworkLacksIsNamed() {
        NetworkModel network = Jobs.network(new double[] {1000, 1000}, new double[] {1000, 1000}, Optional.empty());
        Job three = Jobs.job(
                Jobs.cluster(3, 1),
                List.of(Jobs.dataset("d", 300, 200, 0)),
                Jobs.stage("shuffle", Kind.SHUFFLE, 1, 0, "d"));
        assertThatThrownBy(() -> plan(three, network))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("lab:s2");

        Map<SiteId, SiteShare> typed = new TreeMap<>(
                Map.of(Jobs.site(0), new SiteShare(1, 1, Optional.of("x1.huge")), Jobs.site(1), new SiteShare(1, 1)));
        Job wrong = Jobs.job(typed, List.of(Jobs.dataset("d", 300, 200)), Jobs.stage("s", Kind.SHUFFLE, 1, 0, "d"));
        assertThatThrownBy(() -> plan(wrong, network))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("x1.huge");

        Job far = Jobs.job(
                Jobs.cluster(2, 1),
                List.of(Jobs.dataset("d", 300, 0)),
                Jobs.stage("read", Kind.READ, 1, 0, "d"),
                new Stage(
                        "w",
                        Kind.WRITE,
                        List.of("read"),
                        1,
                        Optional.empty(),
                        Durations.ofSeconds(0),
                        Optional.of(Jobs.site(1))));
        NetworkModel apart = new NetworkModel(network.sites(), List.of());
        assertThatThrownBy(() -> plan(far, apart))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("lab:s0 -> lab:s1");
    }

    /** Rounds after each other take so many times as long, and cost so many times the egress. */
    @Test
    void roundsAddUp() {
        NetworkModel network = Jobs.network(new double[] {1000, 500}, new double[] {1000, 1000}, Optional.empty());
        JobPlan once = plan(Jobs.exchange(new Repeat(1, 0.5), 100, 100), network);
        JobPlan often = plan(Jobs.exchange(new Repeat(10, 0.5), 100, 100), network);

        // the slower sends 50 MB at 500 Mbit/s
        assertThat(seconds(once)).isCloseTo(0.8, within(1e-6));
        assertThat(seconds(often)).isCloseTo(8, within(1e-6));
        assertThat(often.egress().nanoDollars()).isEqualTo(10 * once.egress().nanoDollars());
    }

    /** A job that is the only one of a set is planned as it is alone, whatever its weight. */
    @Test
    void weightsAloneChangeNothing() {
        NetworkModel network = Jobs.network(new double[] {1000, 500}, new double[] {1000, 1000}, Optional.empty());
        Job light = Jobs.job(
                Jobs.cluster(2, 1), List.of(Jobs.dataset("d", 300, 200)), Jobs.stage("s", Kind.SHUFFLE, 1, 1, "d"));
        Job heavy = light.withTerms(new Terms(light.terms().arrival(), Optional.empty(), Optional.empty(), 7));

        assertThat(plan(heavy, network)).isEqualTo(plan(light, network));
    }
}
