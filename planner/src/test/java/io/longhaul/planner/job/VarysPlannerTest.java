package io.longhaul.planner.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.planner.coflow.CoflowPolicy;
import org.junit.jupiter.api.Test;

class VarysPlannerTest extends GdaPlannerContract {
    @Override
    GdaPlanner planner() {
        return new CoflowPlanner("varys", CoflowPolicy.SEBF);
    }

    /**
     * By hand, ports of 125 MB/s: 3 x 100 MB to one port take 2.4 s, though each sender is done in 0.8; 250 MB from one to another
     * take 2 s and come first; 50 MB at 0.4 s before both.
     */
    @Test
    void theSmallestBottleneckComesFirst() {
        assertThat(Jobs.priorities(
                        planner(),
                        Jobs.write("wide", 3, Jobs.weight(1), 100, 100, 100, 0),
                        Jobs.write("long", 0, Jobs.weight(1), 0, 250, 0, 0),
                        Jobs.write("short", 3, Jobs.weight(1), 50, 0, 0, 0)))
                .containsExactly(2, 1, 0);
    }

    @Test
    void weightsDoNotCount() {
        assertThat(Jobs.priorities(
                        planner(),
                        Jobs.write("large", 3, Jobs.weight(100), 300, 0, 0, 0),
                        Jobs.write("small", 3, Jobs.weight(1), 100, 0, 0, 0)))
                .containsExactly(1, 0);
    }
}
