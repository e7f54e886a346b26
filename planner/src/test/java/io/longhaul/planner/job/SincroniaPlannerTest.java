package io.longhaul.planner.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.planner.coflow.CoflowPolicy;
import org.junit.jupiter.api.Test;

class SincroniaPlannerTest extends GdaPlannerContract {
    @Override
    GdaPlanner planner() {
        return new CoflowPlanner("sincronia", CoflowPolicy.SINCRONIA);
    }

    /**
     * By hand: all three meet at the fourth's port in. Weight over load: 6/300, 1/100, 2/50 per MB. The second is least: last. What is
     * left loses 1/100 of its load: 6 - 3 = 3 of 300, 2 - 0.5 = 1.5 of 50: the first goes second to last.
     */
    @Test
    void onTheBusiestPortTheLeastWeightForItsLoadGoesLast() {
        assertThat(Jobs.priorities(
                        planner(),
                        Jobs.write("a", 3, Jobs.weight(6), 300, 0, 0, 0),
                        Jobs.write("b", 3, Jobs.weight(1), 0, 100, 0, 0),
                        Jobs.write("c", 3, Jobs.weight(2), 50, 0, 0, 0)))
                .containsExactly(1, 2, 0);
    }

    @Test
    void aHeavyWeightComesFirst() {
        assertThat(Jobs.priorities(
                        planner(),
                        Jobs.write("large", 3, Jobs.weight(100), 300, 0, 0, 0),
                        Jobs.write("small", 3, Jobs.weight(1), 100, 0, 0, 0)))
                .containsExactly(0, 1);
    }
}
