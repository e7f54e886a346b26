package io.longhaul.planner.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.Stage.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PixidaPlannerTest extends GdaPlannerContract {
    @Override
    GdaPlanner planner() {
        return new PixidaPlanner();
    }

    /**
     * By hand: 100, 60 and 50 MB, of which reading keeps 0.1. The shuffle takes 10 + 6 + 5 MB: it goes to the first, and 11 MB
     * cross. A join of its output, 21 MB, with 30 MB that lie at the third goes there: 21 MB more.
     */
    @Test
    void theLeastOctetsCross() {
        Job job = Jobs.job(
                Jobs.cluster(3, 1),
                List.of(Jobs.dataset("d", 100, 60, 50), Jobs.dataset("e", 0, 0, 30)),
                Jobs.stage("read", Kind.READ, 0.1, 0, "d"),
                Jobs.stage("group", Kind.SHUFFLE, 1, 0, "read"),
                Jobs.stage("join", Kind.JOIN, 1, 0, "group", "e"));
        double[] ports = {1000, 1000, 1000};

        JobPlan plan = plan(job, Jobs.network(ports, ports, Optional.empty()));

        // 11 to the first and 21 on, or 16 to the third and nothing on
        assertThat(plan.moved().bytes()).isEqualTo(16_000_000);
        assertThat(share(plan, 1, 2)).isEqualTo(1);
        assertThat(share(plan, 2, 2)).isEqualTo(1);
    }

    /** What isolating cuts promise: at most 2 - 2/k times the least of all assignments; the least itself for two sites. */
    @Test
    void neverWorseThanItsBound() {
        int best = 0;
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            int sites = 2 + random.nextInt(3);
            Job job = chain(sites, random);
            var graph = new SiloGraph(new JobModel(job, Jobs.randomNetwork(sites, random, false)));
            List<Integer> free = IntStream.range(0, graph.silos.size())
                    .filter(k -> graph.silos.get(k).pinned() < 0)
                    .boxed()
                    .collect(Collectors.toList());
            double least = Double.POSITIVE_INFINITY;
            int[] tried = new int[graph.silos.size()];
            for (int k = 0; k < tried.length; k++) {
                tried[k] = graph.silos.get(k).pinned();
            }
            for (long number = 0; number < Math.round(Math.pow(sites, free.size())); number++) {
                long rest = number;
                for (int k : free) {
                    tried[k] = (int) (rest % sites);
                    rest /= sites;
                }
                least = Math.min(least, graph.crossing(tried, graph.ones()));
            }
            double found = graph.crossing(PixidaPlanner.cut(graph), graph.ones());
            assertThat(found).as("seed %d", seed).isLessThanOrEqualTo(least * (2 - 2.0 / sites) * (1 + 1e-9) + 1);
            best += found <= least * (1 + 1e-9) + 1 ? 1 : 0;
        }
        assertThat(best).isGreaterThan(150);
    }

    /** Reads, two shuffles and a join of both: up to nine free silos. */
    static Job chain(int sites, Random random) {
        var datasets = new ArrayList<>(List.of(
                Jobs.dataset("d", random.doubles(sites, 1, 900).toArray()),
                Jobs.dataset("e", random.doubles(sites, 1, 900).toArray())));
        return Jobs.job(
                Jobs.cluster(sites, 1),
                datasets,
                Jobs.stage("read", Kind.READ, 0.05 + random.nextDouble(), 0, "d"),
                Jobs.stage("group", Kind.SHUFFLE, 0.05 + random.nextDouble(), 0, "read"),
                Jobs.stage("other", Kind.SHUFFLE, 0.05 + random.nextDouble(), 0, "e"),
                Jobs.stage("join", Kind.JOIN, 0.5, 0, "group", "other"));
    }
}
