package io.longhaul.planner.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.JobsPlan;
import io.longhaul.core.job.Stage;
import io.longhaul.core.job.Stage.Kind;
import io.longhaul.core.job.Terms;
import io.longhaul.core.units.Durations;
import io.longhaul.planner.coflow.CoflowPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VarysPlannerTest extends GdaPlannerContract {
    @Override
    GdaPlanner planner() {
        return new CoflowPlanner("varys", CoflowPolicy.SEBF);
    }

    /** What lies at three sites is written to the fourth, or to the first. */
    private static Job write(String name, double weight, int to, double... megabytes) {
        Stage write = new Stage(
                "write",
                Kind.WRITE,
                List.of("d"),
                1,
                Optional.empty(),
                Durations.ofSeconds(0),
                Optional.of(Jobs.site(to)));
        return new Job(
                        name,
                        List.of(Jobs.dataset("d", megabytes)),
                        List.of(write),
                        Jobs.cluster(4, 1),
                        Optional.empty())
                .withTerms(new Terms(Duration.ZERO, Optional.empty(), Optional.empty(), weight));
    }

    private List<Integer> order(Job... jobs) {
        double[] ports = {1000, 1000, 1000, 1000};
        JobsPlan plan = planner().plan(new JobSet("jobs", List.of(jobs)), Jobs.network(ports, ports, Optional.empty()));
        return plan.plans().stream().map(one -> one.stages().get(0).priority()).toList();
    }

    /**
     * By hand, ports of 125 MB/s: 3 x 100 MB to one port take 2.4 s, though each sender is done in 0.8; 250 MB from one to another
     * take 2 s and come first; 50 MB at 0.4 s before both.
     */
    @Test
    void theSmallestBottleneckComesFirst() {
        assertThat(order(
                        write("wide", 1, 3, 100, 100, 100, 0),
                        write("long", 1, 0, 0, 250, 0, 0),
                        write("short", 1, 3, 50, 0, 0, 0)))
                .containsExactly(2, 1, 0);
    }

    @Test
    void weightsDoNotCount() {
        assertThat(order(write("large", 100, 3, 300, 0, 0, 0), write("small", 1, 3, 100, 0, 0, 0)))
                .containsExactly(1, 0);
    }
}
