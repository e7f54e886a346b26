package io.longhaul.planner.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.ortools.Loader;
import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPVariable;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.Stage.Kind;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Durations;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TetriumPlannerTest extends GdaPlannerContract {
    @BeforeAll
    static void solver() {
        Loader.loadNativeLibraries();
    }

    @Override
    GdaPlanner planner() {
        return new TetriumPlanner();
    }

    /** Its program of the map stage against GLOP, from network and sizes alone, with ports and slots; shuffles: JobPlannerTest. */
    @Test
    void readsEqualALinearProgram() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(7000 + seed);
            int sites = 2 + random.nextInt(9);
            NetworkModel network = Jobs.randomNetwork(sites, random, false);
            Job job = Jobs.job(
                    Jobs.cluster(sites, 1 + random.nextInt(9)),
                    List.of(Jobs.dataset("d", random.doubles(sites, 0, 10_000).toArray())),
                    Jobs.stage("s", Kind.READ, 1, 10 * random.nextDouble(), "d"));
            double best = optimum(job, network);
            assertThat(seconds(plan(job, network))).as("seed %d", seed).isCloseTo(best, within(2e-6 * best + 1e-8));
        }
    }

    private static double optimum(Job job, NetworkModel network) {
        MPSolver glop = MPSolver.createSolver("GLOP");
        double infinity = Double.POSITIVE_INFINITY;
        int n = job.cluster().size();
        MPVariable transfer = glop.makeNumVar(0, infinity, "t");
        MPVariable compute = glop.makeNumVar(0, infinity, "c");
        double[] bits = new double[n];
        double all = 0;
        for (int i = 0; i < n; i++) {
            bits[i] = 8.0
                    * Optional.ofNullable(job.datasets().get(0).sizes().get(Jobs.site(i)))
                            .orElseThrow()
                            .bytes();
            all += bits[i];
        }
        double work = all / 8e9 * Durations.seconds(job.stages().get(0).perGigabyte());
        MPConstraint one = glop.makeConstraint(1, 1);
        for (int i = 0; i < n; i++) {
            VmCaps caps = network.getSite(Jobs.site(i)).caps();
            MPVariable share = glop.makeNumVar(0, 1, "m" + i);
            one.setCoefficient(share, 1);
            // what is worked on elsewhere is sent, what is worked on beyond what lies here is received
            MPConstraint sent = glop.makeConstraint(bits[i], infinity);
            sent.setCoefficient(share, all);
            sent.setCoefficient(transfer, (double) caps.egress().bitsPerSecond());
            MPConstraint received = glop.makeConstraint(-infinity, bits[i]);
            received.setCoefficient(share, all);
            received.setCoefficient(transfer, -(double) caps.ingress().bitsPerSecond());
            MPConstraint slots = glop.makeConstraint(-infinity, 0);
            slots.setCoefficient(
                    share,
                    work
                            / Optional.ofNullable(job.cluster().get(Jobs.site(i)))
                                    .orElseThrow()
                                    .slots());
            slots.setCoefficient(compute, -1);
        }
        glop.objective().setCoefficient(transfer, 1);
        glop.objective().setCoefficient(compute, 1);
        glop.objective().setMinimization();
        assertThat(glop.solve()).isEqualTo(MPSolver.ResultStatus.OPTIMAL);
        return glop.objective().value();
    }
}
