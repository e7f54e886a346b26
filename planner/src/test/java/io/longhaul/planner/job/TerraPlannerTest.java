package io.longhaul.planner.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.ortools.Loader;
import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPVariable;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.Stage.Kind;
import io.longhaul.core.job.Terms;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TerraPlannerTest extends GdaPlannerContract {
    @BeforeAll
    static void solver() {
        Loader.loadNativeLibraries();
    }

    @Override
    GdaPlanner planner() {
        return new TerraPlanner("terra", true);
    }

    /** Three sites with ports of 1 Gbit/s; the link from the first to the third carries 100 Mbit/s. */
    static NetworkModel detourPays() {
        double[] ports = {1000, 1000, 1000};
        NetworkModel network = Jobs.network(ports, ports, Optional.empty());
        LinkModel narrow = network.getLink(new Link(Jobs.site(0), Jobs.site(2)));
        return network.with(narrow.withRates(RateCurve.of(8, new Bandwidth(Jobs.megabits(100)))));
    }

    static Job oneFlow() {
        return Jobs.write("job", 2, Terms.NONE, 250, 0, 0);
    }

    /**
     * By hand: 250 MB from the first to the third site take 20 s at 100 Mbit/s. Over the second, 900 Mbit/s more fit into the port
     * of 1 Gbit/s: 2 s, a tenth of the octets on the link.
     */
    @Test
    void aFlowIsSplitOverLinkAndRelay() {
        JobPlan plan = plan(oneFlow(), detourPays());

        assertThat(seconds(plan)).isCloseTo(2, within(1e-6));
        assertThat(plan.stages().get(0).flows()).hasSize(2).anySatisfy(flow -> {
            assertThat(flow.via()).containsExactly(Jobs.site(1));
            assertThat(flow.size().bytes()).isBetween(224_999_999L, 225_000_001L);
        });
    }

    /** Its program, which adds ways as it goes, against GLOP with all ways at once: 200 drawn coflows. */
    @Test
    void equalsALinearProgramOverAllWays() {
        int relayed = 0;
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            int sites = 3 + random.nextInt(5);
            NetworkModel network = narrowed(sites, random);
            Job job = Jobs.job(
                    Jobs.cluster(sites, 1),
                    List.of(Jobs.dataset("d", random.doubles(sites, 0, 9000).toArray())),
                    Jobs.stage("s", Kind.SHUFFLE, 1, 0, "d"));
            var model = new JobModel(job, network);
            double[] share = random.doubles(sites, 0, 1).toArray();
            double sum = JobModel.sum(share);
            double[][] shares = {
                IntStream.range(0, sites).mapToDouble(i -> share[i] / sum).toArray()
            };
            double[][] bits = model.flows(0, shares);
            RelayProgram.Answer answer = RelayProgram.solve(model, bits, RelayProgram.mayRelay(model, 0));
            double best = glop(model, bits);
            assertThat(answer.seconds()).as("seed %d", seed).isCloseTo(best, within(2e-6 * best));
            relayed += best < model.transfer(bits) * 0.999 ? 1 : 0;
        }
        assertThat(relayed).isGreaterThan(80);
    }

    /** Wide ports, and links of very different rates. */
    static NetworkModel narrowed(int sites, Random random) {
        NetworkModel network = Jobs.randomNetwork(sites, random, false);
        for (LinkModel link : network.links()) {
            double part = random.nextInt(3) == 0 ? 0.02 + 0.1 * random.nextDouble() : 0.3 + random.nextDouble();
            network = network.with(link.withRates(link.rates().times(part)));
        }
        return network;
    }

    private static double glop(JobModel model, double[][] bits) {
        MPSolver glop = MPSolver.createSolver("GLOP");
        double infinity = Double.POSITIVE_INFINITY;
        int n = model.siteCount;
        MPVariable time = glop.makeNumVar(0, infinity, "t");
        MPConstraint[] out = new MPConstraint[n];
        MPConstraint[] in = new MPConstraint[n];
        MPConstraint[][] path = new MPConstraint[n][n];
        for (int i = 0; i < n; i++) {
            out[i] = glop.makeConstraint(-infinity, 0);
            out[i].setCoefficient(time, -model.up[i] / 1e9);
            in[i] = glop.makeConstraint(-infinity, 0);
            in[i].setCoefficient(time, -model.down[i] / 1e9);
            for (int j = 0; j < n; j++) {
                path[i][j] = glop.makeConstraint(-infinity, 0);
                path[i][j].setCoefficient(time, -model.pair[i][j] / 1e9);
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (bits[i][j] <= 0) {
                    continue;
                }
                MPConstraint amount = glop.makeConstraint(bits[i][j] / 1e9, infinity);
                for (int k = 0; k < n; k++) {
                    if (k == i) {
                        continue;
                    }
                    MPVariable way = glop.makeNumVar(0, infinity, "x");
                    amount.setCoefficient(way, 1);
                    out[i].setCoefficient(way, 1);
                    in[j].setCoefficient(way, 1);
                    if (k == j) {
                        path[i][j].setCoefficient(way, 1);
                    } else {
                        in[k].setCoefficient(way, 1);
                        out[k].setCoefficient(way, 1);
                        path[i][k].setCoefficient(way, 1);
                        path[k][j].setCoefficient(way, 1);
                    }
                }
            }
        }
        glop.objective().setCoefficient(time, 1);
        glop.objective().setMinimization();
        assertThat(glop.solve()).isEqualTo(MPSolver.ResultStatus.OPTIMAL);
        return glop.objective().value();
    }
}
