package io.longhaul.planner.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.Repeat;
import io.longhaul.core.job.RoutedFlow;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GaiaPlannerTest extends GdaPlannerContract {
    @Override
    GdaPlanner planner() {
        return new GaiaPlanner();
    }

    /** Two continents of two sites: 1 Gbit/s within, {@code between} Mbit/s from each to each across; ports of 10 Gbit/s. */
    private static NetworkModel continents(double between) {
        double[] ports = {10_000, 10_000, 10_000, 10_000};
        NetworkModel network = Jobs.network(ports, ports, Optional.empty());
        for (LinkModel link : network.links()) {
            boolean within =
                    number(link.link().from()) / 2 == number(link.link().to()) / 2;
            network = network.with(
                    link.withRates(RateCurve.of(8, new Bandwidth(Jobs.megabits(within ? 1000 : between)))));
        }
        return network;
    }

    private static int number(SiteId site) {
        return site.toString().charAt(site.toString().length() - 1) - '0';
    }

    /**
     * Section 4.3 by hand: each site has 100 MB, a tenth is significant. Directly, 10 MB over each path of 100 Mbit/s: 0.8 s.
     * Uneven continents: the second site of each has 900 MB beside 100; directly 90 MB at 100 Mbit/s take 7.2 s. Sums among
     * hubs are as large, so that hubs win nothing in time: the direct exchange stays.
     */
    @Test
    void hubsAreTakenOnlyWhereTheyAreFaster() {
        JobPlan even = plan(Jobs.exchange(new Repeat(1, 0.1), 100, 100, 100, 100), continents(100));

        assertThat(seconds(even)).isCloseTo(0.8, within(1e-6));
        assertThat(even.stages().get(0).flows()).hasSize(12).allMatch(flow -> flow.phase() == 0);
    }

    /**
     * Where every site's line to the other continent is shared, ports bind: 100 Mbit/s ports of all but one site of each
     * continent. Directly each narrow port sends 3 x 10 MB: 2.4 s. Through the wide sites: 10 MB to the hub at 100 Mbit/s, 0.8
     * s; 10 MB from hub to hub at 1 Gbit/s, 0.08 s; 10 MB back, 0.8 s.
     */
    @Test
    void hubsSpareNarrowPorts() {
        double[] ports = {1000, 100, 1000, 100};
        NetworkModel network = Jobs.network(ports, ports, Optional.empty());

        JobPlan plan = plan(Jobs.exchange(new Repeat(1, 0.1), 100, 100, 100, 100), network);

        assertThat(seconds(plan)).isLessThan(1.7).isGreaterThanOrEqualTo(1.6 - 1e-9);
        assertThat(plan.stages().get(0).flows()).extracting(RoutedFlow::phase).contains(0, 2);
    }

    /** What the model promises: never slower than everybody to everybody, by a planner that does not know hubs. */
    @Test
    void neverSlowerThanTheDirectExchange() {
        int faster = 0;
        for (long seed = 1; seed <= 100; seed++) {
            Random random = new Random(seed);
            int sites = 3 + random.nextInt(6);
            NetworkModel network = Jobs.randomNetwork(sites, random, true);
            Job job = Jobs.exchange(
                    new Repeat(3, 0.2), random.doubles(sites, 10, 1000).toArray());
            double hubs = seconds(plan(job, network));
            double direct = seconds(JobPlanner.plan(job, network, new InPlacePlanner()));
            assertThat(hubs).as("seed %d", seed).isLessThanOrEqualTo(direct * (1 + 1e-9));
            faster += hubs < direct * 0.99 ? 1 : 0;
        }
        assertThat(faster).isGreaterThan(10);
    }
}
