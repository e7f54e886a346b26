package io.longhaul.planner.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.Repeat;
import io.longhaul.core.job.Stage.Kind;
import io.longhaul.core.job.Terms;
import io.longhaul.core.plan.NetworkModel;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ClarinetPlannerTest extends GdaPlannerContract {
    @Override
    GdaPlanner planner() {
        return new ClarinetPlanner();
    }

    private static final NetworkModel NETWORK =
            Jobs.network(new double[] {1000, 1000, 1000}, new double[] {1000, 1000, 1000}, Optional.empty());

    /** Three tables of one site each; the join of the two small ones first sends less than that of a small and the large. */
    private static Job join(String name, double large) {
        return new Job(
                name,
                List.of(Jobs.dataset("l", large, 0, 0), Jobs.dataset("m", 0, 100, 0), Jobs.dataset("s", 0, 0, 100)),
                List.of(Jobs.stage("lm", Kind.JOIN, 1, 0, "l", "m"), Jobs.stage("all", Kind.JOIN, 1, 0, "lm", "s")),
                List.of(List.of(
                        Jobs.stage("ms", Kind.JOIN, 0.01, 0, "m", "s"), Jobs.stage("all", Kind.JOIN, 1, 0, "ms", "l"))),
                Jobs.cluster(3, 1),
                Repeat.ONCE,
                Terms.NONE);
    }

    /**
     * By hand: 1 GB, 100 MB and 100 MB. As given: the first join takes the 100 MB to the 1 GB, nearly 0.8 s, and leaves 1.1 GB
     * there, to which 100 MB more go: 0.8 s. The small ones first: half of each goes to the other, 0.4 s, and 2 MB are left.
     */
    @Test
    void theQueryPlanWithTheShortestRunIsTaken() {
        JobPlan plan = plan(join("q", 1000), NETWORK);

        assertThat(plan.query()).isEqualTo(1);
        assertThat(plan.stages().get(0).stage()).isEqualTo("ms");
        assertThat(seconds(plan)).isCloseTo(0.4 + 0.008, within(0.01));
    }

    /** The shorter of two comes first, though it is given last. */
    @Test
    void theShortestJobComesFirst() {
        Job longer = Jobs.job(
                Jobs.cluster(3, 1),
                List.of(Jobs.dataset("d", 900, 900, 900)),
                Jobs.stage("s", Kind.SHUFFLE, 1, 0, "d"));
        List<JobPlan> plans = planner()
                .plan(new JobSet("two", List.of(longer, join("short", 1000))), NETWORK)
                .plans();

        assertThat(plans.get(0).stages().get(0).priority()).isEqualTo(1);
        assertThat(plans.get(1).stages().get(0).priority()).isZero();
    }

    /** With one query plan it places as Tetrium does; with several it is never behind that, by the ports and paths it reserves. */
    @Test
    void neverBehindTetriumAlone() {
        for (long seed = 1; seed <= 100; seed++) {
            Random random = new Random(seed);
            int sites = 2 + random.nextInt(6);
            NetworkModel network = Jobs.randomNetwork(sites, random, true);
            for (Job job : Jobs.randomSet(sites, random).jobs()) {
                var single = planner().plan(JobSet.of(job), network);
                var tetrium = new TetriumPlanner().plan(JobSet.of(job), network);
                assertThat(single.plans()).hasSameSizeAs(tetrium.plans());
                if (!tetrium.plans().isEmpty()) {
                    double other = new TetriumPlanner().draft(job, network).seconds();
                    assertThat(new ClarinetPlanner().draft(job, network).seconds())
                            .as("seed %d", seed)
                            .isLessThanOrEqualTo(other * (1 + 1e-6) + 1e-9);
                }
            }
        }
    }
}
