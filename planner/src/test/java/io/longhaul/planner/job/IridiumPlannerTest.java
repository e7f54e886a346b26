package io.longhaul.planner.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.Stage.Kind;
import io.longhaul.core.job.Terms;
import io.longhaul.core.plan.NetworkModel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IridiumPlannerTest extends GdaPlannerContract {
    @Override
    GdaPlanner planner() {
        return new IridiumPlanner();
    }

    /**
     * 300, 200 and 0 MB; the second sends at 12.5 MB/s, the others at 125, and the shuffle waits for it 2.09 s (JobPlannerTest). What
     * leaves the second before the job comes need not leave it then; of the 240 MB that cross in place a fifth may be moved.
     */
    @Test
    void dataMoveBeforeTheJobOnlyWhereThatHelps() {
        NetworkModel network =
                Jobs.network(new double[] {1000, 100, 1000}, new double[] {1000, 1000, 1000}, Optional.empty());
        Job now = Jobs.job(
                Jobs.cluster(3, 1), List.of(Jobs.dataset("d", 300, 200, 0)), Jobs.stage("s", Kind.SHUFFLE, 1, 0, "d"));
        Job later = now.withTerms(Terms.NONE.withArrival(Duration.ofSeconds(60)));

        JobPlan atOnce = plan(now, network);
        JobPlan moved = plan(later, network);

        assertThat(atOnce.beforehand()).isEmpty();
        assertThat(seconds(atOnce)).isCloseTo(1 / (1 / 2.4 + 1 / 16.0), within(1e-6));
        assertThat(moved.beforehand()).isNotEmpty();
        assertThat(seconds(moved)).isLessThan(seconds(atOnce));
        long octets = moved.beforehand().stream()
                .mapToLong(move -> move.flow().size().bytes())
                .sum();
        // in place 300 x 0.4 + 200 x 0.6 = 240 MB cross
        assertThat(octets).isLessThanOrEqualTo(48_000_000);
        // too little time to send anything: nothing is moved
        assertThat(plan(now.withTerms(Terms.NONE.withArrival(Duration.ofMillis(1))), network)
                        .beforehand())
                .isEmpty();
    }
}
