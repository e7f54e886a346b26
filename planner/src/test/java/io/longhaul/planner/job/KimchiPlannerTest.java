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
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerGigabyte;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class KimchiPlannerTest extends GdaPlannerContract {
    @BeforeAll
    static void solver() {
        Loader.loadNativeLibraries();
    }

    @Override
    GdaPlanner planner() {
        return new KimchiPlanner();
    }

    private static Job shuffle(double... megabytes) {
        return Jobs.job(
                Jobs.cluster(megabytes.length, 1),
                List.of(Jobs.dataset("d", megabytes)),
                Jobs.stage("s", Kind.SHUFFLE, 1, 0, "d"));
    }

    /**
     * By hand: 300 MB and 100 MB, 125 MB/s each way, one price. With a share r at the first 300 (1 - r) and 100 r MB are sent:
     * fastest at r = 3/4, 0.6 s, 150 MB; cheapest at r = 1, 100 MB. Half way are 125 MB: r = 7/8, and 87.5 MB take 0.7 s.
     */
    @Test
    void halfWayBetweenTheCheapestAndTheFastest() {
        NetworkModel network = Jobs.network(new double[] {1000, 1000}, new double[] {1000, 1000}, Optional.empty());

        JobPlan plan = plan(shuffle(300, 100), network);

        assertThat(share(plan, 0, 0)).isCloseTo(0.875, within(1e-6));
        assertThat(seconds(plan)).isCloseTo(0.7, within(1e-6));
        // 110 MB at USD 0.02 per GB: r = 0.95, and 95 MB take 0.76 s
        Job poor = shuffle(300, 100).withTerms(Terms.NONE.withBudget(Optional.of(Money.ofDollars(0.0022))));
        JobPlan cheaper = plan(poor, network);
        assertThat(seconds(cheaper)).isCloseTo(0.76, within(1e-3));
        assertThat(cheaper.cost().isWithin(Money.ofDollars(0.0022))).isTrue();
    }

    /** Its program against GLOP, from network and sizes alone, with paths and a price for each link. */
    @Test
    void equalsALinearProgram() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            int sites = 2 + random.nextInt(8);
            NetworkModel network = Jobs.randomNetwork(sites, random, true);
            for (LinkModel link : network.links()) {
                network = network.with(link.withPrice(EgressPrice.flat(
                        link.link(),
                        PricePerGigabyte.ofDollars(0.01 + random.nextInt(12) / 100.0),
                        "t",
                        Optional.empty())));
            }
            Job job = shuffle(random.doubles(sites, 100, 9000).toArray());
            double fast = glop(job, network, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, false);
            double dear = glop(job, network, Double.POSITIVE_INFINITY, fast * (1 + 1e-9), true);
            double cheap = glop(job, network, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, true);
            double best =
                    glop(job, network, cheap + KimchiPlanner.THETA * (dear - cheap), Double.POSITIVE_INFINITY, false);
            assertThat(seconds(plan(job, network))).as("seed %d", seed).isCloseTo(best, within(3e-6 * best));
        }
    }

    /** Least time within a cost, or least cost within a time. */
    private static double glop(Job job, NetworkModel network, double most, double longest, boolean money) {
        MPSolver glop = MPSolver.createSolver("GLOP");
        double infinity = Double.POSITIVE_INFINITY;
        int n = job.cluster().size();
        MPVariable time = glop.makeNumVar(0, longest, "z");
        var shares = new ArrayList<MPVariable>();
        MPConstraint one = glop.makeConstraint(1, 1);
        double[] bits = new double[n];
        double all = 0;
        for (int i = 0; i < n; i++) {
            bits[i] = 8.0
                    * Optional.ofNullable(job.datasets().get(0).sizes().get(Jobs.site(i)))
                            .orElseThrow()
                            .bytes();
            all += bits[i];
            shares.add(glop.makeNumVar(0, 1, "r" + i));
            one.setCoefficient(shares.get(i), 1);
        }
        MPConstraint cost = glop.makeConstraint(-infinity, most);
        for (int i = 0; i < n; i++) {
            var caps = network.getSite(Jobs.site(i)).caps();
            MPConstraint up =
                    glop.makeConstraint(-infinity, -bits[i] / caps.egress().bitsPerSecond());
            up.setCoefficient(shares.get(i), -bits[i] / caps.egress().bitsPerSecond());
            up.setCoefficient(time, -1);
            MPConstraint down = glop.makeConstraint(-infinity, 0);
            down.setCoefficient(shares.get(i), (all - bits[i]) / caps.ingress().bitsPerSecond());
            down.setCoefficient(time, -1);
            double dollars = 0;
            for (int j = 0; j < n; j++) {
                if (i != j) {
                    LinkModel link = network.getLink(new Link(Jobs.site(i), Jobs.site(j)));
                    MPConstraint path = glop.makeConstraint(-infinity, 0);
                    path.setCoefficient(
                            shares.get(j), bits[i] / link.rates().maxRate().bitsPerSecond());
                    path.setCoefficient(time, -1);
                    LinkModel back = network.getLink(new Link(Jobs.site(j), Jobs.site(i)));
                    dollars += bits[j] / 8e9 * back.price().firstTier().dollars();
                }
            }
            cost.setCoefficient(shares.get(i), dollars);
            if (money) {
                glop.objective().setCoefficient(shares.get(i), dollars);
            }
        }
        if (!money) {
            glop.objective().setCoefficient(time, 1);
        }
        glop.objective().setMinimization();
        assertThat(glop.solve()).isEqualTo(MPSolver.ResultStatus.OPTIMAL);
        return glop.objective().value();
    }
}
