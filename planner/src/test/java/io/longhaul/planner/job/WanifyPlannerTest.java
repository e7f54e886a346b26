package io.longhaul.planner.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.job.Job;
import io.longhaul.core.job.RoutedFlow;
import io.longhaul.core.job.Stage.Kind;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WanifyPlannerTest extends GdaPlannerContract {
    @Override
    GdaPlanner planner() {
        return new WanifyPlanner();
    }

    private static NetworkModel with(NetworkModel network, int from, int to, double oneStream) {
        LinkModel link = network.getLink(new Link(Jobs.site(from), Jobs.site(to)));
        return network.with(link.withRates(RateCurve.of(Map.of(
                        1, new Bandwidth(Jobs.megabits(oneStream)), 8, new Bandwidth(Jobs.megabits(8 * oneStream)))))
                .withSingleFlow(new Bandwidth(Jobs.megabits(oneStream))));
    }

    /**
     * By hand: one stream carries 300, 120 or 30 Mbit/s: steps of 30 Mbit/s number 10, 4 and 1, ranks 1, 2 and 3. The first
     * sends at ranks 1 and 3: ceil(8/3) = 3 and 8 streams; the second at 1 and 2: 4 and 8; the third at 3 and 3: 8 and 8.
     */
    @Test
    void slowPairsGetMoreStreams() {
        double[] ports = {10_000, 10_000, 10_000};
        NetworkModel network = Jobs.network(ports, ports, Optional.empty());
        network = with(with(network, 0, 1, 300), 0, 2, 30);
        network = with(with(network, 1, 0, 300), 1, 2, 120);
        network = with(with(network, 2, 0, 30), 2, 1, 30);
        Job job = Jobs.job(
                Jobs.cluster(3, 1), List.of(Jobs.dataset("d", 90, 90, 90)), Jobs.stage("s", Kind.SHUFFLE, 1, 0, "d"));

        int[][] streams = WanifyPlanner.streams(List.of(Jobs.site(0), Jobs.site(1), Jobs.site(2)), network);

        assertThat(streams[0]).containsExactly(1, 3, 8);
        assertThat(streams[1]).containsExactly(4, 1, 8);
        assertThat(streams[2]).containsExactly(8, 8, 1);
        for (RoutedFlow flow : plan(job, network).stages().get(0).flows()) {
            int from = flow.from().toString().charAt(5) - '0';
            int to = flow.to().toString().charAt(5) - '0';
            assertThat(flow.streams()).isEqualTo(streams[from][to]);
        }
    }

    /** What the ranks promise: 1 to 8 streams, the slowest of each sender gets 8, and who is slower never gets fewer. */
    @Test
    void streamsRiseAsRatesFall() {
        for (long seed = 1; seed <= 100; seed++) {
            Random random = new Random(seed);
            int sites = 2 + random.nextInt(8);
            NetworkModel network = Jobs.randomNetwork(sites, random, true);
            var all = network.sites().stream().map(site -> site.id()).toList();
            int[][] streams = WanifyPlanner.streams(all, network);
            for (int i = 0; i < sites; i++) {
                int most = 0;
                for (int j = 0; j < sites; j++) {
                    for (int k = 0; k < sites && i != j; k++) {
                        boolean slower = k != i && rate(network, i, k) < rate(network, i, j);
                        assertThat(!slower || streams[i][k] >= streams[i][j]).isTrue();
                    }
                    most = Math.max(most, streams[i][j]);
                    assertThat(streams[i][j]).isBetween(1, 8);
                }
                assertThat(most).isEqualTo(8);
            }
        }
    }

    private static long rate(NetworkModel network, int from, int to) {
        return network.getLink(new Link(Jobs.site(from), Jobs.site(to)))
                .rates()
                .rateAt(1)
                .bitsPerSecond();
    }
}
