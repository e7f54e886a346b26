package io.longhaul.planner.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Dual ascent with branching against the exact program over sets of sinks, on random networks under random prices. */
class SteinerPricingTest {
    private static final int PROBLEMS = 300;

    @Test
    void findsWhatIsLighterThanItsWorthAndProvesWhatIsNot() {
        int branched = 0;
        for (int seed = 0; seed < PROBLEMS; seed++) {
            var random = new Random(seed);
            OverlayProblem problem = problem(random);
            NodeBounds bounds = RootBounds.all(problem);
            var prices = new Prices(problem);
            for (int v = 0; v < problem.network().nodes; v++) {
                prices.egress[v] = random.nextInt(3) == 0 ? random.nextDouble() : 0;
                prices.inShare[v] = random.nextInt(3) == 0 ? random.nextDouble() : 0;
            }
            prices.prepare();
            var exact = new TreePricing(problem, prices);
            var quick = new SteinerPricing(problem, prices, () -> false);
            double least = exact.shortest(bounds, 0);
            if (least == Double.POSITIVE_INFINITY) {
                assertThat(quick.shortest(bounds, 1)).as("seed " + seed).isEqualTo(least);
                continue;
            }
            double above = least * 1.000001 + 1e-6;
            assertThat(quick.shortest(bounds, above)).as("bound, seed " + seed).isLessThanOrEqualTo(least * (1 + 1e-9));
            assertThat(weight(quick.shortestPath(), prices))
                    .as("tree, seed " + seed)
                    .isCloseTo(least, within(above - least));
            double below = least * 0.999;
            assertThat(quick.shortest(bounds, below))
                    .as("proof, seed " + seed)
                    .isBetween(below * (1 - 1e-8) - 1e-9, least * (1 + 1e-9));
            branched += new DualAscent(problem.network().nodes, () -> false)
                                    .bound(weights(problem, prices, bounds), problem.source(), sinks(problem))
                            < least * 0.9999
                    ? 1
                    : 0;
        }
        assertThat(branched)
                .as("problems that dual ascent alone does not settle")
                .isGreaterThan(10);
    }

    @Test
    void whatIsStoppedStillBounds() {
        OverlayProblem problem = problem(new Random(4));
        NodeBounds bounds = RootBounds.all(problem);
        var prices = new Prices(problem);
        prices.prepare();
        double least = new TreePricing(problem, prices).shortest(bounds, 0);
        var stopped = new SteinerPricing(problem, prices, () -> true);
        assertThat(stopped.shortest(bounds, least)).isLessThanOrEqualTo(least * (1 + 1e-9));
        assertThat(weight(stopped.shortestPath(), prices)).isGreaterThanOrEqualTo(least * (1 - 1e-9));
    }

    private static double weight(Path tree, Prices prices) {
        return Arrays.stream(tree.arcs).mapToDouble(prices::weight).sum();
    }

    private static List<Integer> sinks(OverlayProblem problem) {
        return Arrays.stream(problem.sinks()).boxed().toList();
    }

    private static double[][] weights(OverlayProblem problem, Prices prices, NodeBounds bounds) {
        FlowNetwork network = problem.network();
        double[][] into = new double[network.nodes][network.nodes];
        Arrays.stream(into).forEach(row -> Arrays.fill(row, Double.POSITIVE_INFINITY));
        for (int arc = 0; arc < network.arcs; arc++) {
            if (problem.leads(arc, bounds)) {
                double[] row = into[network.to[arc]];
                row[network.from[arc]] = Math.min(row[network.from[arc]], prices.weight(arc));
            }
        }
        return into;
    }

    private static OverlayProblem problem(Random random) {
        int count = 8 + random.nextInt(18);
        var sites = new ArrayList<SiteModel>();
        for (int i = 0; i < count; i++) {
            var caps = VmCaps.of(
                    Bandwidth.ofMegabitsPerSecond(2000 + random.nextInt(6000)),
                    Bandwidth.ofMegabitsPerSecond(2000 + random.nextInt(8000)));
            sites.add(SiteModel.of(SiteId.parse("aws:r" + i), caps, PricePerHour.ofDollars(1)));
        }
        double missing = random.nextDouble() * 0.9;
        var links = new ArrayList<LinkModel>();
        for (SiteModel from : sites) {
            for (SiteModel to : sites) {
                if (!from.equals(to) && random.nextDouble() >= missing) {
                    Link link = new Link(from.id(), to.id());
                    var rate = Bandwidth.ofMegabitsPerSecond(500 + random.nextInt(5000));
                    var price = PricePerGigabyte.ofDollars(random.nextInt(20) / 100.0);
                    links.add(LinkModel.of(
                            link, RateCurve.of(64, rate), EgressPrice.flat(link, price, "random", Optional.empty())));
                }
            }
        }
        List<SiteId> to = sites.subList(1, 4 + random.nextInt(4)).stream()
                .map(SiteModel::id)
                .toList();
        var request = TransferRequest.of(sites.get(0).id(), to, DataSize.ofGigabytes(100))
                .withLimits(Limits.DEFAULT.withNoTransit(random.nextBoolean() ? Set.of(to.get(0)) : Set.of()));
        var network = new FlowNetwork(new NetworkModel(sites, links), 64);
        return new OverlaySetup(network, request).cheapest(1, false);
    }
}
