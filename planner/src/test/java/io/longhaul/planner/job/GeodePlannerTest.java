package io.longhaul.planner.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.ortools.Loader;
import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPVariable;
import io.longhaul.core.job.Dataset;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.Repeat;
import io.longhaul.core.job.Stage.Kind;
import io.longhaul.core.job.Terms;
import io.longhaul.core.plan.NetworkModel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class GeodePlannerTest extends GdaPlannerContract {
    @BeforeAll
    static void solver() {
        Loader.loadNativeLibraries();
    }

    @Override
    GdaPlanner planner() {
        return new GeodePlanner();
    }

    private static NetworkModel network(int sites) {
        double[] ports = new double[sites];
        java.util.Arrays.fill(ports, 1000);
        return Jobs.network(ports, ports, Optional.empty());
    }

    /**
     * By hand: 100 and 80 MB are joined in each of five rounds. In every round 80 MB to the first site, 400 in all; copied once
     * before the job comes, 80. With a regulation that keeps the second's data there, the first's 100 MB are copied.
     */
    @Test
    void copiesWhatIsReadAgainUnlessItMayNotGo() {
        Dataset large = Jobs.dataset("large", 100, 0);
        Dataset small = Jobs.dataset("small", 0, 80);
        Job job = new Job(
                "join",
                List.of(large, small),
                List.of(Jobs.stage("join", Kind.JOIN, 0.1, 0, "large", "small")),
                List.of(),
                Jobs.cluster(2, 1),
                new Repeat(5, 1),
                Terms.NONE);

        assertThat(plan(job, network(2)).egress().dollars()).isCloseTo(0.4 * 0.02, within(1e-9));
        Job later = job.withTerms(Terms.NONE.withArrival(Duration.ofSeconds(10)));
        JobPlan copied = plan(later, network(2));
        assertThat(copied.beforehand())
                .singleElement()
                .satisfies(move -> assertThat(move.dataset()).isEqualTo("small"));
        assertThat(copied.egress().dollars()).isCloseTo(0.08 * 0.02, within(1e-9));
        Job kept = new Job(
                "join",
                List.of(large, new Dataset("small", small.sizes(), Set.of(Jobs.site(0)))),
                job.stages(),
                List.of(),
                job.cluster(),
                job.repeat(),
                later.terms());
        assertThat(plan(kept, network(2)).egress().dollars()).isCloseTo(0.1 * 0.02, within(1e-9));
    }

    /** Its dynamic program against a mixed program of SCIP over the same silos: the least octets of 200 drawn trees. */
    @Test
    void equalsAnIntegerProgram() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            int sites = 2 + random.nextInt(5);
            Job job = PixidaPlannerTest.chain(sites, random);
            var graph = new SiloGraph(new JobModel(job, Jobs.randomNetwork(sites, random, false)));
            double found = graph.crossing(GeodePlanner.best(graph, graph.ones()), graph.ones());
            assertThat(found).as("seed %d", seed).isCloseTo(scip(graph, sites), within(1e-6 * found + 1));
        }
    }

    private static double scip(SiloGraph graph, int sites) {
        MPSolver scip = MPSolver.createSolver("SCIP");
        MPVariable[][] at = new MPVariable[graph.silos.size()][sites];
        for (int k = 0; k < at.length; k++) {
            MPConstraint one = scip.makeConstraint(1, 1);
            for (int site = 0; site < sites; site++) {
                int pinned = graph.silos.get(k).pinned();
                at[k][site] = scip.makeIntVar(
                        pinned == site ? 1 : 0, pinned >= 0 && pinned != site ? 0 : 1, "x" + k + "," + site);
                one.setCoefficient(at[k][site], 1);
            }
        }
        for (SiloGraph.Edge edge : graph.edges) {
            MPVariable apart = scip.makeNumVar(0, 1, "z");
            scip.objective().setCoefficient(apart, edge.bits());
            for (int site = 0; site < sites; site++) {
                MPConstraint row = scip.makeConstraint(0, Double.POSITIVE_INFINITY);
                row.setCoefficient(apart, 1);
                row.setCoefficient(at[edge.from()][site], -1);
                row.setCoefficient(at[edge.to()][site], 1);
            }
        }
        scip.objective().setMinimization();
        assertThat(scip.solve()).isEqualTo(MPSolver.ResultStatus.OPTIMAL);
        return scip.objective().value();
    }
}
