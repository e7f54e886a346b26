package io.longhaul.bench.planner;

import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlannerOptions;
import io.longhaul.core.plan.PlanningProblem;
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
import io.longhaul.planner.lp.DenseSimplex;
import io.longhaul.planner.overlay.FlowNetwork;
import io.longhaul.planner.overlay.OverlaySolver;
import io.longhaul.store.grid.GridReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Networks and problems to plan on. The folder of the published grid is the system property {@code longhaul.grid}. */
final class Grids {
    private static final DataSize SIZE = DataSize.ofGigabytes(1000);
    private static final int STREAMS = 64;

    private Grids() {}

    static Path folder() {
        return Path.of(System.getProperty("longhaul.grid", "../shared/data/overlay-plan"));
    }

    /** 63 regions, 3,906 links. */
    static NetworkModel published() {
        try {
            Path caps = Files.createTempFile("caps", ".yaml");
            Files.writeString(caps, """
                    vm_price_usd_per_hour: 0.54
                    providers:
                      aws: {egress: 5Gbit/s, ingress: 10Gbit/s}
                      gcp: {egress: 7Gbit/s, ingress: 16Gbit/s}
                      azure: {egress: 16Gbit/s, ingress: 16Gbit/s}
                    """);
            NetworkModel network =
                    GridReader.read(folder().resolve("links.csv"), folder().resolve("prices.csv"), caps, note -> {});
            Files.delete(caps);
            return network;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sites on a sphere: rates fall and prices rise with distance, both with noise. */
    static NetworkModel synthetic(int count, long seed) {
        var random = new Random(seed);
        var sites = new ArrayList<SiteModel>();
        double[][] place = new double[count][];
        for (int i = 0; i < count; i++) {
            place[i] = new double[] {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
            double norm = Math.hypot(Math.hypot(place[i][0], place[i][1]), place[i][2]);
            for (int k = 0; k < 3; k++) {
                place[i][k] /= norm;
            }
            var caps = VmCaps.of(
                    Bandwidth.ofGigabitsPerSecond(5 + random.nextInt(12)),
                    Bandwidth.ofGigabitsPerSecond(8 + random.nextInt(9)));
            sites.add(
                    SiteModel.of(SiteId.parse("site:r" + i), caps, PricePerHour.ofDollars(0.3 + random.nextDouble())));
        }
        var links = new ArrayList<LinkModel>();
        for (int a = 0; a < count; a++) {
            for (int b = 0; b < count; b++) {
                if (a != b) {
                    double cosine = place[a][0] * place[b][0] + place[a][1] * place[b][1] + place[a][2] * place[b][2];
                    double far = Math.acos(Math.max(-1, Math.min(1, cosine))) / Math.PI;
                    var rate = Bandwidth.ofBitsPerSecond(1e9 * (1 + 11 * (1 - far) * random.nextDouble()));
                    var price = PricePerGigabyte.ofDollars(0.01 + 0.14 * far * random.nextDouble());
                    Link link = new Link(sites.get(a).id(), sites.get(b).id());
                    links.add(LinkModel.of(
                            link,
                            RateCurve.of(STREAMS, rate),
                            EgressPrice.flat(link, price, "synthetic", Optional.empty())));
                }
            }
        }
        return new NetworkModel(sites, links);
    }

    /** Some links at random, at 80 % of what all paths together carry. */
    static List<PlanningProblem> drawn(NetworkModel network, int count, long seed) {
        var random = new Random(seed);
        var problems = new ArrayList<PlanningProblem>();
        var solver = new OverlaySolver(
                new FlowNetwork(network, STREAMS), DenseSimplex::new, PlannerOptions.DEFAULT.gap(), () -> false);
        while (problems.size() < count) {
            Link link =
                    network.links().get(random.nextInt(network.links().size())).link();
            TransferRequest request = TransferRequest.of(link.from(), link.to(), SIZE);
            problems.add(new PlanningProblem(
                    request.withRateAtLeast(solver.mostRate(request).times(0.8)), network));
        }
        return problems;
    }

    /** One problem for each link: 8 VMs a site, at a share of what all paths together carry. */
    static List<PlanningProblem> everyLink(NetworkModel network, double share) {
        var problems = new ArrayList<PlanningProblem>();
        var solver = new OverlaySolver(
                new FlowNetwork(network, STREAMS), DenseSimplex::new, PlannerOptions.DEFAULT.gap(), () -> false);
        for (LinkModel link : network.links()) {
            TransferRequest request =
                    TransferRequest.of(link.link().from(), link.link().to(), SIZE);
            problems.add(new PlanningProblem(
                    request.withRateAtLeast(solver.mostRate(request).times(share)), network));
        }
        return problems;
    }

    /** The links whose direct path is below half of the caps, at 60 to 98 % of the maximum flow, 1 or 8 VMs a site. */
    static List<PlanningProblem> hard(NetworkModel network, long seed) {
        var random = new Random(seed);
        var problems = new ArrayList<PlanningProblem>();
        var solver = new OverlaySolver(
                new FlowNetwork(network, STREAMS), DenseSimplex::new, PlannerOptions.DEFAULT.gap(), () -> false);
        for (LinkModel link : network.links()) {
            Bandwidth caps = network.getSite(link.link().from())
                    .caps()
                    .egress()
                    .min(network.getSite(link.link().to()).caps().ingress());
            if (link.rates().maxRate().bitsPerSecond() < 0.5 * caps.bitsPerSecond()) {
                TransferRequest request = TransferRequest.of(
                                link.link().from(), link.link().to(), SIZE)
                        .withLimits(Limits.DEFAULT.withMaxVmsPerSite(random.nextBoolean() ? 1 : 8));
                double share = 0.6 + 0.38 * random.nextDouble();
                problems.add(new PlanningProblem(
                        request.withRateAtLeast(solver.mostRate(request).times(share)), network));
            }
        }
        return problems;
    }
}
