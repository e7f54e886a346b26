package io.longhaul.planner.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.Stage.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SwagPlannerTest extends GdaPlannerContract {
    @Override
    GdaPlanner planner() {
        return new SwagPlanner();
    }

    /** Seconds of work at sites with a slot each: 1 GB takes a second, and nothing is sent. */
    private static Job work(String name, double... seconds) {
        double[] megabytes = new double[seconds.length];
        for (int i = 0; i < seconds.length; i++) {
            megabytes[i] = 1000 * seconds[i];
        }
        return new Job(
                name,
                List.of(Jobs.dataset("d", megabytes)),
                List.of(Jobs.stage("map", Kind.READ, 1, 1, "d")),
                Jobs.cluster(seconds.length, 1),
                Optional.empty());
    }

    private List<Integer> order(List<Job> jobs) {
        double[] ports = new double[jobs.get(0).cluster().size()];
        java.util.Arrays.fill(ports, 1000);
        return planner().plan(new JobSet("jobs", jobs), Jobs.network(ports, ports, Optional.empty())).plans().stream()
                .map(plan -> plan.stages().get(0).priority())
                .toList();
    }

    /**
     * By hand: (10, 1), (2, 3) and (4, 4) s of work. First the second, which ends after 3; behind it the third ends after max(2 +
     * 4, 3 + 4) = 7, the first after 12; last the first.
     */
    @Test
    void theNextEndsFirstBehindTheQueues() {
        assertThat(order(List.of(work("a", 10, 1), work("b", 2, 3), work("c", 4, 4))))
                .containsExactly(2, 0, 1);
    }

    /** At one site alone it is the shortest job first. */
    @Test
    void atOneSiteTheShortestComesFirst() {
        Random random = new Random(3);
        var jobs = new ArrayList<Job>();
        double[] seconds = random.doubles(20, 1, 100).toArray();
        for (int i = 0; i < seconds.length; i++) {
            jobs.add(work("j" + i, seconds[i]));
        }
        List<Integer> order = order(jobs);
        for (int i = 0; i < seconds.length; i++) {
            for (int j = 0; j < seconds.length; j++) {
                assertThat(order.get(i) < order.get(j)).isEqualTo(seconds[i] < seconds[j]);
            }
        }
    }
}
