package io.longhaul.planner.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.topology.Link;
import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RapierPlannerTest extends GdaPlannerContract {
    @Override
    GdaPlanner planner() {
        return new TerraPlanner("rapier", false);
    }

    /** By hand, as for Terra: all 250 MB take the way over the second site at 1 Gbit/s, 2 s. */
    @Test
    void aFlowTakesOneWay() {
        JobPlan plan = plan(TerraPlannerTest.oneFlow(), TerraPlannerTest.detourPays());

        assertThat(seconds(plan)).isCloseTo(2, within(1e-6));
        assertThat(plan.stages().get(0).flows())
                .singleElement()
                .satisfies(flow -> assertThat(flow.via()).containsExactly(Jobs.site(1)));
    }

    /** One way a flow; by ports and paths, as ways are chosen, never behind direct links, never before Terra, which may split. */
    @Test
    void betweenDirectLinksAndTerra() {
        for (long seed = 1; seed <= 100; seed++) {
            Random random = new Random(seed);
            int sites = 3 + random.nextInt(4);
            NetworkModel network = TerraPlannerTest.narrowed(sites, random);
            Job job = Jobs.randomJob(sites, random);
            var answer = planner().plan(JobSet.of(job), network);
            if (!answer.refused().isEmpty()) {
                continue;
            }
            JobPlan plan = answer.plans().get(0);
            var model = new JobModel(job, network);
            double direct = new InPlacePlanner().draft(model).seconds();
            double terra = new TerraPlanner("terra", true).draft(model).seconds();
            double rapier = new TerraPlanner("rapier", false).draft(model).seconds();
            assertThat(rapier).as("seed %d", seed).isBetween(terra * (1 - 1e-6) - 1e-9, direct * (1 + 1e-9));
            for (JobPlan.StagePlan stage : plan.stages()) {
                var links = new HashSet<Link>();
                assertThat(stage.flows()).allMatch(flow -> links.add(new Link(flow.from(), flow.to())));
            }
        }
    }
}
