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

class SincroniaPlannerTest extends GdaPlannerContract {
    @Override
    GdaPlanner planner() {
        return new CoflowPlanner("sincronia", CoflowPolicy.SINCRONIA);
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
     * By hand: all three meet at the fourth's port in. Weight over load: 6/300, 1/100, 2/50 per MB. The second is least: last. What is
     * left loses 1/100 of its load: 6 - 3 = 3 of 300, 2 - 0.5 = 1.5 of 50: the first goes second to last.
     */
    @Test
    void onTheBusiestPortTheLeastWeightForItsLoadGoesLast() {
        assertThat(order(write("a", 6, 3, 300, 0, 0, 0), write("b", 1, 3, 0, 100, 0, 0), write("c", 2, 3, 50, 0, 0, 0)))
                .containsExactly(1, 2, 0);
    }

    @Test
    void aHeavyWeightComesFirst() {
        assertThat(order(write("large", 100, 3, 300, 0, 0, 0), write("small", 1, 3, 100, 0, 0, 0)))
                .containsExactly(0, 1);
    }
}
