package io.longhaul.lab.study;

import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.lab.topology.Coordinates;
import io.longhaul.lab.topology.LabLink;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.virtual.VirtualFlow;
import io.longhaul.lab.virtual.VirtualLab;
import io.longhaul.lab.virtual.VirtualRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** How long the lab in virtual time takes for a thousand sites and ten thousand flows, an hour of their time. */
final class VirtualStudy implements LabStudy {
    private static final int SITES = 1_000;
    private static final int FLOWS = 10_000;
    private static final double BOUND = 60;
    private static final double NANOS = 1e9;

    @Override
    public String name() {
        return "virtual";
    }

    @Override
    public String about() {
        return "a thousand sites, ten thousand flows, an hour in virtual time (half a minute a run)";
    }

    @Override
    public StudyReport run(int runs, Consumer<String> progress) {
        StudyReport.Builder report = StudyReport.titled(
                "An hour of " + SITES + " sites and " + FLOWS
                        + " flows (10 MB to 40 GB, 1 to 31 streams, started through"
                        + " 50 minutes) in virtual time, medians of " + runs,
                "grain",
                "seconds of one core",
                "stops",
                "flows that ended");
        LabTopology world = world(SITES, 42);
        List<VirtualFlow> flows = flows(world, FLOWS, 43);
        for (Duration grain : List.of(Duration.ofMillis(500), Duration.ofMillis(100))) {
            double[] seconds = new double[runs];
            long stops = 0;
            int ended = 0;
            for (int run = 0; run < runs; run++) {
                progress.accept("virtual: grain " + Durations.format(grain) + ", run " + (run + 1) + " of " + runs);
                long begin = System.nanoTime();
                VirtualRun outcome =
                        VirtualLab.simulate(world, flows, Duration.ofHours(1), new VirtualLab.Options(1, grain));
                seconds[run] = (System.nanoTime() - begin) / NANOS;
                stops = outcome.events();
                ended = 0;
                for (int i = 0; i < FLOWS; i++) {
                    ended += outcome.finishedAt(i).isPresent() ? 1 : 0;
                }
            }
            double median = Figures.median(seconds);
            report.row(List.of(Durations.format(grain), Figures.format("%.1f", median), "" + stops, "" + ended));
            report.check(
                    "under 60 s with a grain of " + Durations.format(grain),
                    Figures.format("%.1f s", median),
                    median < BOUND);
        }
        return report.build();
    }

    static LabTopology world(int count, long seed) {
        var random = new SplittableRandom(seed);
        var sites = new ArrayList<LabSite>();
        for (int i = 0; i < count; i++) {
            var caps = new VmCaps(
                    Bandwidth.ofMegabitsPerSecond(random.nextLong(100, 2_000)),
                    Bandwidth.ofMegabitsPerSecond(random.nextLong(100, 4_000)),
                    Optional.empty(),
                    Optional.empty());
            var at = new Coordinates(random.nextDouble(-60, 70), random.nextDouble(-180, 180));
            sites.add(new LabSite(
                    new SiteId("lab", "s" + i),
                    "vm",
                    caps,
                    Duration.ofMillis(50),
                    DataSize.ofMebibytes(4),
                    "cubic",
                    Optional.of(at)));
        }
        var links = new LinkedHashMap<Link, LabLink>();
        for (LabSite from : sites) {
            for (LabSite to : sites) {
                if (!from.id().equals(to.id())) {
                    var link = new Link(from.id(), to.id());
                    Duration delay = from.location()
                            .orElseThrow()
                            .oneWayDelayTo(to.location().orElseThrow(), 1.8);
                    links.put(link, new LabLink(link, delay, Optional.empty(), 0, Duration.ZERO));
                }
            }
        }
        return new LabTopology("world", "", sites, links, List.of());
    }

    static List<VirtualFlow> flows(LabTopology world, int count, long seed) {
        var random = new SplittableRandom(seed);
        var links = new ArrayList<>(world.links().keySet());
        var flows = new ArrayList<VirtualFlow>();
        for (int i = 0; i < count; i++) {
            flows.add(VirtualFlow.of(
                    links.get(random.nextInt(links.size())),
                    random.nextInt(1, 32),
                    DataSize.ofMegabytes(random.nextLong(10, 40_000)),
                    Durations.ofSeconds(random.nextDouble(0, 3_000))));
        }
        return flows;
    }
}
